-- Takes what is due, each for one process: pushed back by a lease, so that it comes again if that process dies.
-- KEYS  timers     ARGV  1 now  2 most  3 lease in ms
local due = redis.call("ZRANGEBYSCORE", KEYS[1], "-inf", ARGV[1], "LIMIT", 0, ARGV[2])
for _, member in ipairs(due) do
  redis.call("ZADD", KEYS[1], tonumber(ARGV[1]) + tonumber(ARGV[3]), member)
end
return due
