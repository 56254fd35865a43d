-- REWAKE: a job that should have been touched by now, or is called, is woken anew; the wake-up that it waited
-- for is void. Of one that is called, a wake-up that is due already waits for a worker, and is left as it is.
-- args: before (ms), called ('yes' where its turn has come, else empty), reads (the
-- version of records that is known)
-- Returns {'woken', wake, due} | {'not_due'} | {'newer', version} (it is left to a newer program) |
--       {'dead', why, detail} (nobody can wake it, so it is a dead letter)
local due = redis.call('ZSCORE', open_key, job_id)
if not due or tonumber(due) > tonumber(args.before) then return { 'not_due' } end
if args.called == 'yes' and tonumber(due) <= now then return { 'not_due' } end
if is_newer() then return { 'newer', field('version') } end
if not has_count('wake') then return bury('unreadable', 'it has no record, or one without a wake-up') end
return { 'woken', schedule(now) }
