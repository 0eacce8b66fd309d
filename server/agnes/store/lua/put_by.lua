-- Puts a proved deal by for whoever asks next, unless there are enough. A call whose answer was lost runs again,
-- maybe after the deal has been taken: the mark keeps it from being put by a second time.
-- KEYS  deals  mark     ARGV  1 deal  2 most  3 lifetime of the mark in s  4 lifetime of the deals in s
-- Answers 1 if it was put by.
if redis.call("SCARD", KEYS[1]) >= tonumber(ARGV[2]) then return 0 end
if not redis.call("SET", KEYS[2], "", "NX", "EX", ARGV[3]) then return 0 end
redis.call("SADD", KEYS[1], ARGV[1])
redis.call("EXPIRE", KEYS[1], ARGV[4])
return 1
