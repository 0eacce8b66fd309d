-- Keeps what is known of a race's boards by now as long as the race, unless as much or more is kept.
-- KEYS  race  analysis     ARGV  1 doc  2 positions decided  3 "1" if complete, else "0"
-- Answers 1 if it was kept.
local expires_at = redis.call("HGET", KEYS[1], "expires_at")
if not expires_at then return 0 end
local kept = redis.call("HMGET", KEYS[2], "decided", "complete")
if kept[2] == "1" then return 0 end
if kept[1] and ARGV[3] == "0" and tonumber(kept[1]) >= tonumber(ARGV[2]) then return 0 end
redis.call("HSET", KEYS[2], "doc", ARGV[1], "decided", ARGV[2], "complete", ARGV[3])
redis.call("PEXPIREAT", KEYS[2], expires_at)
return 1
