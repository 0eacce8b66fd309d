-- Gives a lease back, unless it is somebody else's by now.
-- KEYS  lease     ARGV  1 the process that gives it back
-- Answers 1 if it was that process's.
if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) end
return 0
