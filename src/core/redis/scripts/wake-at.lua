-- WAKE AT: the step changed nothing; the job is to be looked at again later.
-- args: at (ms), counter (the name of a count of tries to raise, or empty)
-- Returns {'moved', wake} | {'refused', state} | {'differs'}
local known = answered_before('wake-at')
if known then return known end
if not redis.call('ZSCORE', open_key, job_id) or not is_current_step() then return refused() end
if args.counter ~= '' then redis.call('HINCRBY', job_key, args.counter, 1) end
return remember('wake-at', { 'moved', schedule(tonumber(args.at)) })
