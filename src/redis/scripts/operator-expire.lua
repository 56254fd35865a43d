-- OPERATOR EXPIRE: gives back a hold that no record stands behind long after its deadline, and leaves a
-- tombstone, which refuses another hold of this job.
-- args: before (ms), kept_ms (for so long the tombstone stays)
-- Returns {'voided'} | {'kept'} (a fact stands behind it by now, or it is not due)
local due = redis.call('ZSCORE', unconfirmed_key, job_id)
if not due or tonumber(due) > tonumber(args.before) then return { 'kept' } end
count('open', hold.window, hold.account, -tonumber(hold.amount))
redis.call('HSET', hold_key, 'state', 'void', 'amount', '0')
redis.call('PEXPIRE', hold_key, args.kept_ms)
redis.call('ZREM', unconfirmed_key, job_id)
return { 'voided' }
