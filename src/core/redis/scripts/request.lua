-- REQUEST: takes the hold and writes the record of a new job.
-- args: account, fingerprint (of everything asked), amount, window, revision (of the budget the window was computed
--       from), record (JSON object of strings)
-- Returns {'created', left} | {'exists'} (asked before: nothing done) | {'differs'} (same id, other contents)
--       | {'no_budget'} | {'exceeds_server', left} | {'stale'} (the budget's settings changed meanwhile: read them again)
local known = field('fingerprint')
if known then return { known == args.fingerprint and 'exists' or 'differs' } end
if (redis.call('HGET', account_key, 'revision') or '') ~= args.revision then return { 'stale' } end
if args.revision == '' then return { 'no_budget' } end

local cost, window = tonumber(args.amount), args.window
local left = amount(account_key, 'limit') - amount(account_key, 'posted|' .. window) -
  amount(account_key, 'pending|' .. window)
if cost > left then return { 'exceeds_server', whole(left) } end

local record = cjson.decode(args.record)
for name, value in pairs(record) do redis.call('HSET', job_key, name, value) end
redis.call('HSET', job_key, 'state', 'requested', 'fingerprint', args.fingerprint, 'epoch', '0', 'wake', '0',
  'held', whole(cost), 'window', window, 'created_at', whole(now), 'changed_at', whole(now))
redis.call('HSET', hold_key, 'state', 'open', 'amount', whole(cost), 'window', window, 'account', args.account)
add('pending|' .. window, cost)
redis.call('ZADD', open_key, whole(now), job_id)
journal('hold', cost, window)
return { 'created', whole(left - cost) }
