-- BURY: the worker that took the job up can't read its record, so the job becomes a dead letter.
-- args: epoch (under which it was taken up), why, detail
-- Returns {'dead', why, detail} | {'refused', state}: another worker has it
-- now, or it has nothing left to do
if not redis.call('ZSCORE', open_key, job_id) or not is_current_step() then return refused() end
return bury(args.why, args.detail)
