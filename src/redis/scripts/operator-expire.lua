-- OPERATOR EXPIRE: gives back a hold that has no record long after its deadline, and leaves a tombstone,
-- which refuses another hold of this job.
-- args: before (ms), kept_ms (how long the tombstone stays)
-- Returns {'voided'} | {'kept'} (it has a fact now, or is not due)
local due = redis.call('ZSCORE', unconfirmed_key, job_id)
if not due or tonumber(due) > tonumber(args.before) then return { 'kept' } end
count('open', hold.window, hold.account, -tonumber(hold.amount))
redis.call('HSET', hold_key, 'state', 'void', 'amount', '0')
redis.call('PEXPIRE', hold_key, args.kept_ms)
redis.call('ZREM', unconfirmed_key, job_id)
return { 'voided' }
