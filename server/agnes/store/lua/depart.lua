-- Clears a seat's connection, unless another one holds it by now. Answers 1 if the player is away now.
-- KEYS  here     ARGV  1 player  2 connection
if redis.call("HGET", KEYS[1], ARGV[1]) ~= ARGV[2] then return 0 end
return redis.call("HDEL", KEYS[1], ARGV[1])
