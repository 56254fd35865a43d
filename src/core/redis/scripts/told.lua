-- TOLD: the closing message of a job that ended without a result has been shown. What the truth may still come to is looked
-- at again; for the others nothing is left to do.
-- args: again_at (ms, or empty for never)
-- Returns {'moved', wake, due} | {'refused', state} | {'differs'}
local known = answered_before('told')
if known then return known end
local state = field('state')
local ended = state == 'voided' or state == 'failed' or state == 'booked' or state == 'expired'
if not ended or not is_current_step() then return refused() end
redis.call('HSET', job_key, 'told', state)
note_progress()
redis.call('HDEL', job_key, 'reply_token')
if args.again_at ~= '' then return remember('told', { 'moved', schedule(tonumber(args.again_at)) }) end
redis.call('ZREM', open_key, job_id)
return remember('told', { 'moved', field('wake'), whole(now) })
