-- Begins a board with moves played already, once; of a race of one seat, whose rank is 1.
-- KEYS  race  log  lines  order  board  moves
-- ARGV  1 player  2 line body  3 order value  4 log bound  5 snapshot, then the moves' entries
-- Answers 1 if it was done, 0 if the board has moves or is not there.
if redis.call("HGET", KEYS[5], "n") ~= "0" then return 0 end
for i = 6, #ARGV do redis.call("RPUSH", KEYS[6], ARGV[i]) end
redis.call("PEXPIREAT", KEYS[6], redis.call("HGET", KEYS[1], "expires_at"))
redis.call("HSET", KEYS[5], "n", #ARGV - 5, "state", ARGV[5])
redis.call("ZADD", KEYS[4], ARGV[3], ARGV[1])
redis.call("HSET", KEYS[3], ARGV[1], ARGV[2])
local seq = redis.call("HINCRBY", KEYS[1], "seq", 1)
local message = '{"type":"score","seq":' .. seq .. "," .. ARGV[2] .. ',"rank":1}'
redis.call("XADD", KEYS[2], "MAXLEN", "~", ARGV[4], seq .. "-0", "e", message)
return 1
