-- OPERATOR RELEASE: gives back what was held for a request that came to nothing,
-- as if it had never been asked for.
-- Returns {'released'} | {'kept'} (a fact stands behind it, or there is none to give back)
if not redis.call('ZSCORE', unconfirmed_key, job_id) then return { 'kept' } end
count('open', hold.window, hold.account, -tonumber(hold.amount))
redis.call('DEL', hold_key)
redis.call('ZREM', unconfirmed_key, job_id)
return { 'released' }
