-- TOLD: the closing message of a job that ended without a result has been shown, or a result that was
-- withheld could not be shown after all and stays so. What the truth may still come to is looked at again, be
-- it because of a callback that came meanwhile; for the others nothing is left to do.
-- args: again_at (ms, or empty for never), message (JSON of the one that says it, or
-- empty to keep the one that is known)
-- Returns {'moved', wake, due} | {'refused', state} | {'differs'}
local known = answered_before('told')
if known then return known end
local state = field('state')
local ended = state == 'voided' or state == 'failed' or state == 'booked' or state == 'expired'
local recovering = state == 'withheld' and redis.call('ZSCORE', open_key, job_id)
if not (ended or recovering) or not is_current_step() then return refused() end
redis.call('HSET', job_key, 'told', state)
if args.message ~= '' then redis.call('HSET', job_key, 'message', args.message) end
note_progress()
redis.call('HDEL', job_key, 'reply_token')
if args.again_at ~= '' then return remember('told', { 'moved', schedule(tonumber(args.again_at)) }) end
local is_called = field('hint_due') and (state == 'booked' or state == 'expired')
if not is_called then redis.call('ZREM', open_key, job_id) end
return remember('told', { 'moved', field('wake'), whole(now) })
