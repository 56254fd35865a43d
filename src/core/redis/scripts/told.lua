-- TOLD: the closing message of a job that ended without a result has been shown. Nothing is left to do for it.
-- Returns {'moved', wake} | {'refused', state} | {'differs'}
local known = answered_before('told')
if known then return known end
local state = field('state')
local ended = state == 'voided' or state == 'failed' or state == 'booked' or state == 'expired'
if not ended or not is_current_step() then return refused() end
redis.call('HSET', job_key, 'told', state)
redis.call('HDEL', job_key, 'reply_token')
redis.call('ZREM', open_key, job_id)
return remember('told', { 'moved', field('wake') })
