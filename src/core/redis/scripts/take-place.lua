-- TAKE PLACE: the service runs so many tasks at once; a job needs one of these places before it is submitted.
-- Those who wait are served in the order in which they came. Taking a place again moves its end, and a later try of
-- the job gives up the place of an earlier one.
-- KEYS 1 leases (member: <job>-<epoch>, score: deadline), 2 waiting (member: job, score: since)
-- ARGV 1 now in ms, 2 job id, 3 lease, 4 deadline in ms, 5 places
-- Returns {'taken'} | {'waiting', place in the line from 1}
local function job_and_epoch(lease)
  local job, epoch = string.match(lease, '^(.*)-(%d+)$')
  return job, tonumber(epoch)
end

redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', ARGV[1])
local _, own_epoch = job_and_epoch(ARGV[3])
for _, lease in ipairs(redis.call('ZRANGE', KEYS[1], 0, -1)) do
  local job, epoch = job_and_epoch(lease)
  if job == ARGV[2] and epoch < own_epoch then redis.call('ZREM', KEYS[1], lease) end
end
if redis.call('ZSCORE', KEYS[1], ARGV[3]) then
  redis.call('ZADD', KEYS[1], ARGV[4], ARGV[3])
  return { 'taken' }
end
redis.call('ZADD', KEYS[2], 'NX', ARGV[1], ARGV[2])
local free = tonumber(ARGV[5]) - redis.call('ZCARD', KEYS[1])
local rank = redis.call('ZRANK', KEYS[2], ARGV[2])
if rank >= free then return { 'waiting', string.format('%.0f', rank + 1) } end
redis.call('ZREM', KEYS[2], ARGV[2])
redis.call('ZADD', KEYS[1], ARGV[4], ARGV[3])
return { 'taken' }
