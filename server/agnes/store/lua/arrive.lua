-- Gives a seat to a connection, whoever held it before; kept no longer than the race itself.
-- KEYS  race  here     ARGV  1 player  2 connection
-- Answers 1 if no connection held it.
local expires_at = redis.call("HGET", KEYS[1], "expires_at")
if not expires_at then return 0 end
local new = redis.call("HSET", KEYS[2], ARGV[1], ARGV[2])
redis.call("PEXPIREAT", KEYS[2], expires_at)
return new
