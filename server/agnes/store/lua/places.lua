-- The ranks that values have or would have on a leaderboard.
-- KEYS  board     ARGV  values
local places = {}
for i, value in ipairs(ARGV) do places[i] = 1 + redis.call("ZCOUNT", KEYS[1], "(" .. value, "+inf") end
return places
