-- A page of a leaderboard, best first.
-- KEYS  board  notes     ARGV  1 offset  2 limit  3 player to centre it on ("": the offset counts)
-- Answers {total, offset, rank of the first row, then for each row: member, value, note ("" if none)}.
local total, offset = redis.call("ZCARD", KEYS[1]), tonumber(ARGV[1])
if ARGV[3] ~= "" then
  local place = redis.call("ZREVRANK", KEYS[1], ARGV[3])
  if place then offset = math.max(0, place - math.floor(tonumber(ARGV[2]) / 2)) end
end
local rows = redis.call("ZREVRANGE", KEYS[1], offset, offset + tonumber(ARGV[2]) - 1, "WITHSCORES")
if #rows == 0 then return {total, offset, 0} end
local page = {total, offset, 1 + redis.call("ZCOUNT", KEYS[1], "(" .. rows[2], "+inf")}
for i = 1, #rows, 2 do
  page[#page + 1] = rows[i]
  page[#page + 1] = rows[i + 1]
  page[#page + 1] = redis.call("HGET", KEYS[2], rows[i]) or ""
end
return page
