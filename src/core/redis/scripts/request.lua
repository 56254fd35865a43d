-- REQUEST: takes the hold and writes the record of a new job.
-- args: account, member, fingerprint (of everything asked), amount, window, figures_until (ms; when the member's figures
--       of this window may go, or empty for never), revision (of the budget the window was computed from), record (JSON
--       object of strings)
-- Returns {'created', left} | {'exists'} (asked before: nothing done) | {'differs'} (same id, other contents)
--       | {'no_budget'} | {'exceeds_server' or 'exceeds_member', left, limit}
--       | {'stale'} (the budget's settings changed meanwhile: read them again)
local known = field('fingerprint')
if known then return { known == args.fingerprint and 'exists' or 'differs' } end
if (redis.call('HGET', account_key, 'revision') or '') ~= args.revision then return { 'stale' } end
if args.revision == '' then return { 'no_budget' } end

local cost, window = tonumber(args.amount), args.window
local function used(key)
  return amount(key, 'posted|' .. window) + amount(key, 'pending|' .. window)
end

local limit = amount(account_key, 'limit')
local left = limit - used(account_key)
if cost > left then return { 'exceeds_server', whole(left), whole(limit) } end

local member_limit = redis.call('HGET', account_key, 'member_limit|' .. args.member) or
  redis.call('HGET', account_key, 'member_limit')
if member_limit then
  local member_left = tonumber(member_limit) - used(member_key)
  if cost > member_left then return { 'exceeds_member', whole(member_left), member_limit } end
end

local function drop_old_figures()
  local fields = redis.call('HGETALL', member_key)
  for index = 1, #fields, 2 do
    local old = string.match(fields[index], '^until|(.*)$')
    if old and tonumber(fields[index + 1]) < now then
      redis.call('HDEL', member_key, 'until|' .. old, 'posted|' .. old, 'pending|' .. old)
    end
  end
end

local function open_figures()
  drop_old_figures()
  local is_new = redis.call('EXISTS', member_key) == 0
  redis.call('HSET', member_key, 'pending|' .. window, '0')
  if args.figures_until == '' then
    redis.call('PERSIST', member_key)
  else
    redis.call('HSET', member_key, 'until|' .. window, args.figures_until)
    local lapse = { 'PEXPIRE', member_key, whole(tonumber(args.figures_until) - now) }
    if not is_new then table.insert(lapse, 'GT') end
    redis.call(unpack(lapse))
  end
end

local record = cjson.decode(args.record)
for name, value in pairs(record) do redis.call('HSET', job_key, name, value) end
redis.call('HSET', job_key, 'state', 'requested', 'fingerprint', args.fingerprint, 'epoch', '0', 'wake', '0',
  'held', whole(cost), 'window', window, 'created_at', whole(now), 'changed_at', whole(now))
redis.call('HSET', hold_key, 'state', 'open', 'amount', whole(cost), 'window', window, 'account', args.account,
  'member', args.member)
if redis.call('HEXISTS', member_key, 'pending|' .. window) == 0 then open_figures() end
count('pending', window, cost)
redis.call('ZADD', open_key, whole(now), job_id)
journal('hold', cost, window)
return { 'created', whole(left - cost) }
