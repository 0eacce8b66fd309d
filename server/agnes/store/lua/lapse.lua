-- Strikes from the board of streaks those whose newest day is before a given one; their longest is kept.
-- KEYS  board  last     ARGV  1 day  2 most at once
-- Answers how many.
local broken = redis.call("ZRANGEBYSCORE", KEYS[2], "-inf", "(" .. ARGV[1], "LIMIT", 0, ARGV[2])
for _, player in ipairs(broken) do
  redis.call("ZREM", KEYS[1], player)
  redis.call("ZREM", KEYS[2], player)
end
return #broken
