-- Writes a player's streak, unless one is there that knows of more days.
-- KEYS  board  last  notes
-- ARGV  1 player  2 days finished  3 current streak (0: broken, not on the board)  4 newest day  5 longest streak
-- Answers 1 if it was written.
local known = redis.call("HGET", KEYS[3], ARGV[1]) or "0 0"
if tonumber(string.match(known, "^%d+")) > tonumber(ARGV[2]) then return 0 end
redis.call("HSET", KEYS[3], ARGV[1], ARGV[2] .. " " .. ARGV[5])
if ARGV[3] == "0" then
  redis.call("ZREM", KEYS[1], ARGV[1])
  redis.call("ZREM", KEYS[2], ARGV[1])
else
  redis.call("ZADD", KEYS[1], ARGV[3], ARGV[1])
  redis.call("ZADD", KEYS[2], ARGV[4], ARGV[1])
end
return 1
