-- Enters a player's finished run of a day, or enters it again: nothing changes then.
-- KEYS  board  runs  players     ARGV  1 player  2 run  3 value ("": kept, but not ranked)
redis.call("SADD", KEYS[3], ARGV[1])
redis.call("HSET", KEYS[2], ARGV[1], ARGV[2])
if ARGV[3] == "" then return redis.call("ZREM", KEYS[1], ARGV[1]) end
return redis.call("ZADD", KEYS[1], ARGV[3], ARGV[1])
