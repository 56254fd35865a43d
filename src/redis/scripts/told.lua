-- TOLD: the closing message of a job that ended without a result has been shown, or a withheld result could
-- not be shown after all and stays so, or a final message was repeated. A possible later outcome is looked at
-- again, perhaps because of a callback meanwhile; for other jobs nothing is left to do.
-- args: again_at (ms, or empty for never), message (JSON of the one that says it, or
-- empty to keep the one that is known), notice ('due' if the requester must be told of the end, 'over' if that
-- is done or dropped, or empty)
-- Returns {'moved', wake, due} | {'refused', state} | {'differs'}
local known = answered_before('told')
if known then return known end
local state = field('state')
local ended = state == 'voided' or state == 'failed' or state == 'booked' or state == 'expired'
local posted_again = state == 'posted' and redis.call('ZSCORE', open_key, job_id)
if not (ended or posted_again or is_recovering() or field('repeat_due')) or not is_current_step() then return refused() end
redis.call('HSET', job_key, 'told', state)
if args.message ~= '' then redis.call('HSET', job_key, 'message', args.message) end
note_progress()
redis.call('HDEL', job_key, 'reply_token')
local again_at = tonumber(args.again_at)
if state ~= 'withheld' and note_notice() then again_at = args.notice == 'due' and now or again_at or now end
local is_called = field('hint_due') and (state == 'booked' or state == 'expired')
if is_called and not again_at then return remember('told', { 'moved', field('wake'), whole(now) }) end
local wake, due = close_or_repeat(again_at)
return remember('told', { 'moved', wake or field('wake'), due or whole(now) })
