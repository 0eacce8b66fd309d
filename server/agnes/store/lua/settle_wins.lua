-- Forgets of races counted long ago that they were: they are gone, and cannot be counted again. What they gave
-- stays, also as a sum beside those races that are remembered, so that both together can be checked.
-- KEYS  counted  times  settled     ARGV  1 counted before  2 most at once
-- Answers how many.
local old = redis.call("ZRANGEBYSCORE", KEYS[2], "-inf", "(" .. ARGV[1], "LIMIT", 0, ARGV[2])
for _, race in ipairs(old) do
  for player in string.gmatch(redis.call("HGET", KEYS[1], race) or "", "%S+") do
    redis.call("HINCRBY", KEYS[3], player, 1)
  end
  redis.call("HDEL", KEYS[1], race)
  redis.call("ZREM", KEYS[2], race)
end
return #old
