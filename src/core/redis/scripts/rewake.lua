-- REWAKE: a job that should have been touched by now is woken anew; the wake-up that was lost is void.
-- args: before (ms)
-- Returns {'woken', wake, due} | {'not_due'}
local due = redis.call('ZSCORE', open_key, job_id)
if not due or tonumber(due) > tonumber(args.before) then return { 'not_due' } end
return { 'woken', schedule(now) }
