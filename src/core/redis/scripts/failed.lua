-- FAILED: a step came to no end. Why is kept for whoever may have to look into it; where it was no fault of the
-- job's, it does not count, and the job is woken again soon.
-- args: reason, counts ('yes' or empty), again_at (ms)
-- Returns {'noted'} | {'refused', state} | {'differs'}
local known = answered_before('failed')
if known then return known end
if not redis.call('ZSCORE', open_key, job_id) or not is_current_step() then return refused() end
redis.call('HSET', job_key, 'failure', args.reason)
if args.counts == '' then
  redis.call('HSET', job_key, 'takes', whole(math.max(0, (tonumber(field('takes') or '') or 0) - 1)))
  redis.call('ZADD', open_key, args.again_at, job_id)
end
return remember('failed', { 'noted' })
