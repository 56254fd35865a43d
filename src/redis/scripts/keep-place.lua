-- KEEP PLACE: gives a job that may be running a place until a deadline, over the limit if need be.
-- ARGV 3 job id, 4 epoch, 5 deadline in ms, 6 why: 'sent', 'taken' (the service accepted the request, so
--      the line need not be slowed any longer; only the job that tries after a pause ends it),
--      'missing' (only where it has no place at all)
-- Returns {'kept'} | {'there'} (it has one) | {'resumed'} (kept, and the pause is over)
local job, epoch, lease, why = ARGV[3], tonumber(ARGV[4]), ARGV[3] .. '-' .. ARGV[4], ARGV[6]
if why == 'missing' then
  for _, held in ipairs(redis.call('ZRANGEBYSCORE', leases_key, '(' .. ARGV[1], '+inf')) do
    if string.match(held, '^(.*)-%d+$') == job then return { 'there' } end
  end
end
local paused_until, cap = tonumber(pace('paused_until') or ''), tonumber(pace('cap') or '')
give_up(job, epoch - 1)
redis.call('ZADD', leases_key, ARGV[5], lease)
if why ~= 'taken' then return { 'kept' } end
redis.call('HDEL', waiters_key, job)
redis.call('HDEL', pace_key, 'busy_since', 'unclear')
local resumes = paused_until and paused_until <= now and pace('trial') == lease
if resumes then end_pause() end
local running = redis.call('ZCARD', leases_key)
if cap and running >= places then
  redis.call('HDEL', pace_key, 'cap', 'opens_at', 'tries')
elseif cap and running > cap then
  redis.call('HSET', pace_key, 'cap', running, 'opens_at', '0', 'tries', '0')
end
return { resumes and 'resumed' or 'kept' }
