-- Commits the next self of a race, unless its log has moved on since it was read.
-- KEYS  race  log  lines  order  here  news, then board and moves of every seat, in pairs
-- ARGV  1 expected seq ("" for a new race)  2 doc  3 phase  4 expires_at ("": as before)  5 log bound  6 process
--       7 count of changed lines, then for each: player, line body, order value, status, snapshot ("" if it stays),
--       index of its board key; then the race log's new messages, in order, already numbered
-- Answers the new seq, or {"conflict"}.
local seq = redis.call("HGET", KEYS[1], "seq") or ""
if seq ~= ARGV[1] then return {"conflict"} end

local at = 8
for _ = 1, tonumber(ARGV[7]) do
  local player, body, value, status, state, board = unpack(ARGV, at, at + 5)
  redis.call("HSET", KEYS[3], player, body)
  redis.call("ZADD", KEYS[4], value, player)
  local key = KEYS[tonumber(board)]
  if state ~= "" then redis.call("HSET", key, "n", 0, "t_ms", 0, "at", 0, "status", status, "state", state)
  elseif redis.call("EXISTS", key) == 1 then redis.call("HSET", key, "status", status) end
  at = at + 6
end

local now, messages = tonumber(seq == "" and "0" or seq), {"ok"}
for i = at, #ARGV do
  now = now + 1
  redis.call("XADD", KEYS[2], "MAXLEN", "~", ARGV[5], now .. "-0", "e", ARGV[i])
  messages[#messages + 1] = ARGV[i]
end
local expires_at = ARGV[4] ~= "" and ARGV[4] or redis.call("HGET", KEYS[1], "expires_at")
redis.call("HSET", KEYS[1], "doc", ARGV[2], "phase", ARGV[3], "seq", now, "expires_at", expires_at)
for i = 1, #KEYS do
  if i ~= 6 then redis.call("PEXPIREAT", KEYS[i], expires_at) end
end
redis.call("SPUBLISH", KEYS[6], cjson.encode({ARGV[6], "", "", messages}))
return now
