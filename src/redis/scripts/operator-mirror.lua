-- OPERATOR MIRROR: what a job now holds or spent, by its record. Facts override the limit, tombstones and a
-- hold that was given back; a lower version never replaces a higher one.
-- args: version, amount, state (open | closed), window (the record's), account, kept_ms
-- (how long a closed one stays)
-- Returns {'mirrored'} | {'known'} (this version, or a later one)
local version = tonumber(args.version)
local known = tonumber(hold.version or '0')
if known >= version then return { 'known' } end

local before, is_first = tonumber(hold.amount or '0'), known == 0
if figure_of[hold.state] then count(hold.state, hold.window, hold.account, -before) end
count(args.state, args.window, args.account, tonumber(args.amount))
redis.call('HSET', hold_key, 'state', args.state, 'version', args.version, 'amount', args.amount,
  'window', args.window, 'account', args.account)
if args.state == 'closed' then
  redis.call('PEXPIRE', hold_key, args.kept_ms)
else
  redis.call('PERSIST', hold_key)
end
redis.call('ZREM', unconfirmed_key, job_id)
if args.window >= args.oldest then
  redis.call('XADD', journal_key, '*', 'operation', 'mirror', 'job', job_id, 'at', whole(now), 'window', args.window,
    'version', args.version, 'was', is_first and '' or hold.state, 'before', is_first and '0' or whole(before),
    'is', args.state, 'credits', args.amount, 'account', args.account)
end
return { 'mirrored' }
