-- Uses up a code that takes somebody to another device. Run twice for one claim, it answers the same.
-- KEYS  transfer     ARGV  1 now  2 claim
-- Answers {"ok", player}, {"used"}, {"expired"} or {"unknown"}.
local code = redis.call("HMGET", KEYS[1], "player", "until", "used")
if not code[1] then return {"unknown"} end
if code[3] and code[3] ~= ARGV[2] then return {"used"} end
if not code[3] and tonumber(ARGV[1]) >= tonumber(code[2]) then return {"expired"} end
redis.call("HSET", KEYS[1], "used", ARGV[2])
return {"ok", code[1]}
