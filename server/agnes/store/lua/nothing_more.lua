-- Notes that nothing is to be gained on a board after its move n, and tells it; unless the board has moved on.
-- KEYS  board  news     ARGV  1 n  2 the news
-- Answers 1 if it was noted.
if redis.call("HGET", KEYS[1], "n") ~= ARGV[1] then return 0 end
redis.call("HSET", KEYS[1], "nothing_more", ARGV[1])
redis.call("SPUBLISH", KEYS[2], ARGV[2])
return 1
