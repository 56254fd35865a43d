-- BURY: the record that a worker has taken up cannot be read, so the job becomes a dead letter.
-- args: epoch (under which it was taken up), why, detail
-- Returns {'dead', why, detail} | {'refused', state}: somebody else has it by
-- now, or it has nothing left to do
if not redis.call('ZSCORE', open_key, job_id) or not is_current_step() then return refused() end
return bury(args.why, args.detail)
