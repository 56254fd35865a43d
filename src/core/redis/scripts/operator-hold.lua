-- OPERATOR HOLD: takes a hold of the operator's total before the account's own is taken.
-- args: amount, window, limit (or empty for none), until (ms; by then a record has to stand behind it)
-- Returns {'held', until, window} (by this call or an earlier one) | {'differs'} (another amount was held) |
--       {'late'} (it was given back by the sweeper) | {'exceeds', left}
if hold.state == 'void' then return { 'late' } end
if hold.state then
  if hold.asked and hold.asked ~= args.amount then return { 'differs' } end
  return { 'held', hold['until'] or '0', hold.window }
end
local cost, window = tonumber(args.amount), args.window
if args.limit ~= '' then
  local left = left_of(figures_key, args.limit, window)
  if cost > left then return { 'exceeds', whole(left) } end
end

for _, name in ipairs(redis.call('HKEYS', figures_key)) do
  if string.match(name, '|(.*)$') < args.oldest then redis.call('HDEL', figures_key, name) end
end
count('open', window, cost)
redis.call('HSET', hold_key, 'state', 'open', 'version', '0', 'amount', args.amount, 'asked', args.amount,
  'window', window, 'until', args['until'])
redis.call('ZADD', unconfirmed_key, args['until'], job_id)
return { 'held', args['until'], window }
