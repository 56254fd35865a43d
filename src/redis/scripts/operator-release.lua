-- OPERATOR RELEASE: gives back the hold of a request that came to nothing, as if it had never been made.
-- args: is_spent ('yes' if the account's own budget has nothing left for it, so that no part of the limit is reserved
--       for the account; or empty)
-- Returns {'released'} | {'kept'} (it has a fact, or there is none to give back)
if not redis.call('ZSCORE', unconfirmed_key, job_id) then return { 'kept' } end
count('open', hold.window, hold.account, -tonumber(hold.amount))
redis.call('DEL', hold_key)
redis.call('ZREM', unconfirmed_key, job_id)
if args.is_spent == 'yes' and hold.account then redis.call('HDEL', KEYS[7], hold.account) end
return { 'released' }
