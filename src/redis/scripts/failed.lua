-- FAILED: a step did not finish. The reason is kept for the operator; if it was not the job's fault, it does
-- not count, and the job is woken again soon. A step that was overtaken while alive only takes its own count
-- back.
-- args: reason, counts ('yes' or empty), again_at (ms)
-- Returns {'noted'} | {'overtaken'} | {'refused', state} | {'differs'}
local is_current = is_current_step()
local operation = is_current and 'failed' or 'overtaken'
local known = answered_before(operation)
if known then return known end
if not redis.call('ZSCORE', open_key, job_id) then return refused() end
if not is_current and args.counts ~= '' then return refused() end
if args.counts == '' then
  redis.call('HSET', job_key, 'pickups', whole(math.max(0, (tonumber(field('pickups') or '') or 0) - 1)))
end
if not is_current then return remember(operation, { 'overtaken' }) end
redis.call('HSET', job_key, 'failure', args.reason)
if args.counts == '' then redis.call('ZADD', open_key, args.again_at, job_id) end
return remember(operation, { 'noted' })
