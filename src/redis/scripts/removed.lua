-- REMOVED: the message of a job was taken away, or cannot be. One without a known end goes on:
-- for the books alone its truth is looked for, where there is something to look up. For the others nothing is left to do.
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
