-- OPERATOR HOLD: takes a hold of the operator's total before the account's own. After operator-allowance.lua.
-- args: amount, window, limit (of all accounts together, or empty for none), until (ms; when it must have
--       a record), free ('yes' if it costs nothing: no limit need cover it; or empty), again ('yes' to replace a
--       tombstone; or empty)
-- Returns {'held', until, window, left, total left, key} (left of the account's ceiling, and of the limit of all
--       accounts; empty where there is none, or for a hold that was taken by an earlier call; key: the id of the
--       account's own API key, if that pays, which counts in a window of its own) |
--       {'differs'} (another amount was held) | {'late'} (it was given back by the sweeper) |
--       {'not_allowed'} (the operator has not let the account in) |
--       {'exceeds_ceiling', left, ceiling, held} (the account's own) | {'exceeds', left} (of all accounts
--       together) |
--       {'exceeds_share'} (only what is kept for other accounts is left) |
--       {'paused', notice} (the operator has paused all spending)
local is_over = hold.state == 'void'
if is_over and args.again ~= 'yes' then return { 'late' } end
if hold.state and not is_over then
  if hold.asked and hold.asked ~= args.amount then return { 'differs' } end
  return { 'held', hold['until'] or '0', hold.window, '', '', hold.key or '' }
end
local cost, window = tonumber(args.amount), args.window
local is_free = args.free == 'yes'
if is_free then own_key = nil end
if own_key then window = window .. ':own' end
local paused = not is_free and redis.call('HGET', allowed_key, 'paused')
if paused then return { 'paused', paused } end
local ceiling = is_free and '' or ceiling_of()
if not ceiling then return { 'not_allowed' } end
local ceiling_left = ''
if ceiling ~= '' then
  local left = tonumber(ceiling) - used_by(args.account)
  if cost > left then return { 'exceeds_ceiling', whole(left), ceiling, whole(held_by(args.account)) } end
  ceiling_left = whole(left - cost)
end
local total_left = ''
if args.limit ~= '' and not is_free and not own_key then
  local left = left_of(figures_key, args.limit, window)
  if cost > left then return { 'exceeds', whole(left) } end
  if not is_within_share(cost, left) then return { 'exceeds_share' } end
  note_active()
  total_left = whole(left - cost)
end

local is_new_window = false
for _, name in ipairs(redis.call('HKEYS', figures_key)) do
  if string.match(name, '|(.*)$') < args.oldest then
    redis.call('HDEL', figures_key, name)
    is_new_window = true
  end
end
if is_new_window then
  local active = redis.call('HGETALL', active_key)
  for index = 1, #active, 2 do
    if active[index + 1] < args.previous then redis.call('HDEL', active_key, active[index]) end
  end
  for _, name in ipairs(redis.call('HKEYS', accounts_key)) do
    if string.match(name, '|([^|]*)|') < args.oldest then redis.call('HDEL', accounts_key, name) end
  end
end
count('open', window, args.account, cost)
redis.call('HSET', hold_key, 'state', 'open', 'version', '0', 'amount', args.amount, 'asked', args.amount,
  'window', window, 'until', args['until'], 'account', args.account, 'key', own_key or '')
redis.call('PERSIST', hold_key)
redis.call('ZADD', unconfirmed_key, args['until'], job_id)
return { 'held', args['until'], window, ceiling_left, total_left, own_key or '' }
