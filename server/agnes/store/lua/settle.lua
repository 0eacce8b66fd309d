-- Strikes out a timer that was done, unless it has been set anew meanwhile.
-- KEYS  timers     ARGV  1 member  2 the time its lease gave it
if redis.call("ZSCORE", KEYS[1], ARGV[1]) == ARGV[2] then return redis.call("ZREM", KEYS[1], ARGV[1]) end
return 0
