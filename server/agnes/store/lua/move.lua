-- Commits one move of one board, or says why not.
-- KEYS  race  log  lines  order  board  moves  news
-- ARGV  1 n  2 move  3 moves entry  4 t_ms  5 now  6 status  7 snapshot
--       8 player  9 line body, "" if the line stays  10 order value  11 log bound  12 moved message  13 process
-- Answers {"ok", message...} with the race log's new messages, {"again"} if move n is that one already,
--       {"expected", n} or {"not-running"}.
local race = redis.call("HMGET", KEYS[1], "phase", "seq", "expires_at")
local board = redis.call("HMGET", KEYS[5], "n", "status")
local n = tonumber(ARGV[1])
if not race[1] or not board[1] then return {"not-running"} end
local stands = tonumber(board[1])
if stands >= n then
  local entry = redis.call("LINDEX", KEYS[6], n - 1) or ""
  if n > 0 and string.sub(entry, 1, #ARGV[2] + 1) == ARGV[2] .. " " then return {"again"} end
  return {"expected", stands + 1}
end
if stands + 1 ~= n then return {"expected", stands + 1} end
if race[1] ~= "running" or board[2] ~= "playing" then return {"not-running"} end

redis.call("HSET", KEYS[5], "n", n, "t_ms", ARGV[4], "at", ARGV[5], "status", ARGV[6], "state", ARGV[7])
redis.call("RPUSH", KEYS[6], ARGV[3])
redis.call("PEXPIREAT", KEYS[6], race[3])

local seq, messages = tonumber(race[2]), {"ok"}
local function tell(body, points)
  seq = seq + 1
  local rank = 1 + redis.call("ZCOUNT", KEYS[4], "(" .. points, "+inf")
  local message = '{"type":"score","seq":' .. seq .. "," .. body .. ',"rank":' .. rank .. "}"
  redis.call("XADD", KEYS[2], "MAXLEN", "~", ARGV[11], seq .. "-0", "e", message)
  messages[#messages + 1] = message
end
if ARGV[9] ~= "" then
  local before = redis.call("ZSCORE", KEYS[4], ARGV[8])
  redis.call("ZADD", KEYS[4], ARGV[10], ARGV[8])
  redis.call("HSET", KEYS[3], ARGV[8], ARGV[9])
  tell(ARGV[9], ARGV[10])
  -- whoever stood at least as well as this player did, and now stands behind, has a new rank
  for _, other in ipairs(redis.call("ZRANGEBYSCORE", KEYS[4], before or "+inf", "(" .. ARGV[10])) do
    tell(redis.call("HGET", KEYS[3], other), redis.call("ZSCORE", KEYS[4], other))
  end
  redis.call("HSET", KEYS[1], "seq", seq)
end
redis.call("SPUBLISH", KEYS[7], cjson.encode({ARGV[13], ARGV[8], ARGV[12], messages}))
return messages
