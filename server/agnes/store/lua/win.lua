-- Counts the wins of a finished race, once.
-- KEYS  board  counted  times     ARGV  1 race  2 when it was counted  3 winners apart by spaces
-- Answers 1 if it had not been counted before.
if redis.call("HSETNX", KEYS[2], ARGV[1], ARGV[3]) == 0 then return 0 end
redis.call("ZADD", KEYS[3], ARGV[2], ARGV[1])
for player in string.gmatch(ARGV[3], "%S+") do redis.call("ZINCRBY", KEYS[1], 1, player) end
return 1
