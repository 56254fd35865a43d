-- WAKE AT: the step changed nothing; the job is to be looked at again later.
-- args: epoch, at (ms), counter (the name of a count of tries to raise, or empty)
-- Returns {'moved', wake} | {'refused', state}
if not redis.call('ZSCORE', open_key, job_id) or not is_current_step() then return { 'refused', field('state') or '' } end
if args.counter ~= '' then redis.call('HINCRBY', job_key, args.counter, 1) end
return { 'moved', schedule(tonumber(args.at)) }
