-- REWAKE: wakes a job that should have been touched, or is called, again; the wake-up that it waited for
-- becomes void. If a called job's wake-up is already due, a worker will take it, and it is unchanged.
-- args: before (ms), called ('yes' if its turn has come, or empty), reads (the
-- version of records that is known)
-- Returns {'woken', wake, due} | {'not_due'} | {'newer', version} (it is left to a newer program) |
--       {'dead', why, detail} (it can't be woken, so it is a dead letter)
local due = redis.call('ZSCORE', open_key, job_id)
if not due or tonumber(due) > tonumber(args.before) then return { 'not_due' } end
if args.called == 'yes' and tonumber(due) <= now then return { 'not_due' } end
if is_newer() then return { 'newer', field('version') } end
if not has_count('wake') then return bury('unreadable', 'it has no record, or one without a wake-up') end
return { 'woken', schedule(now) }
