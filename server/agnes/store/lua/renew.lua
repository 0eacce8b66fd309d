-- Prolongs the life of a lobby that somebody is connected to, all of it together; of nothing but a lobby.
-- KEYS  race  log  lines  order  here     ARGV  1 expires_at
-- Answers the race's phase, or nothing if there is no such race.
local phase = redis.call("HGET", KEYS[1], "phase")
if phase == "lobby" then
  redis.call("HSET", KEYS[1], "expires_at", ARGV[1])
  for _, key in ipairs(KEYS) do redis.call("PEXPIREAT", key, ARGV[1]) end
end
return phase
