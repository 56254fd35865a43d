-- MONEY: a job's share of its account's money, for the operator's total. Reads only.
-- Returns {'money', version, amount, 'open' | 'closed', window of the operator's total, account} | {'unknown'}
local version = field('money')
if not version then return { 'unknown' } end
local is_open = redis.call('HGET', hold_key, 'state') == 'open'
local credits = redis.call('HGET', hold_key, is_open and 'amount' or 'settled')
return { 'money', version, credits, is_open and 'open' or 'closed', field('operator_window') or '',
  redis.call('HGET', hold_key, 'account') or '' }
