-- Sets fields of somebody who is there, and renews their life; whoever has been erased stays erased.
-- KEYS  player     ARGV  1 lifetime in s, then field and value in pairs
-- Answers 1 if there is such a player.
if redis.call("EXISTS", KEYS[1]) == 0 then return 0 end
redis.call("HSET", KEYS[1], unpack(ARGV, 2))
return redis.call("EXPIRE", KEYS[1], ARGV[1])
