-- REMOVED: the message of a job was removed, or can't be. A possible later outcome is still looked up, if it can be,
-- only for the books; for other jobs nothing is left to do.
-- args: epoch
-- Returns {'moved', wake, due} | {'refused', state} | {'differs'}
local known = answered_before('removed')
if known then return known end
if not field('removal') or not is_current_step() then return refused() end
redis.call('HSET', job_key, 'removal', 'done')
note_progress()
local state = field('state')
if state == 'booked' or state == 'expired' then return remember('removed', { 'moved', schedule(now) }) end
redis.call('ZREM', open_key, job_id)
return remember('removed', { 'moved', field('wake'), whole(now) })
