-- JOIN CALLERS: a process reports that it calls a platform, and learns how many others do. If the platform
-- told one of them to make no calls for a while, that applies to all.
-- KEYS 1 callers (member: process, score: until when it counts), 2 closed (exists while no process may call)
-- ARGV 1 now in ms, 2 process, 3 ms for which it counts, 4 ms for which the platform wants no calls, or 0
-- Returns {'joined', how many call, ms for which none may}
local now, counts_ms, closed_ms = tonumber(ARGV[1]), tonumber(ARGV[3]), tonumber(ARGV[4])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
redis.call('ZADD', KEYS[1], now + counts_ms, ARGV[2])
redis.call('PEXPIRE', KEYS[1], counts_ms)
local closed_for = math.max(redis.call('PTTL', KEYS[2]), 0)
if closed_ms > closed_for then
  closed_for = closed_ms
  redis.call('SET', KEYS[2], '1', 'PX', ARGV[4])
end
return { 'joined', redis.call('ZCARD', KEYS[1]), closed_for }
