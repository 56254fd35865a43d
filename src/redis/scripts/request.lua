-- REQUEST: takes the hold, writes the record of a new job and counts it against the limits per minute.
-- KEYS after those of money: when the member's allowance of requests is full again (ms), the same for the server
-- args: account, scopes (JSON list of {kind, id}: channel, groups with a limit, member, feature, model), fingerprint (of
--       the whole request), amount, window, lapses_at (ms; when the scopes' figures of this window expire,
--       or empty for never), revision (of the settings the window and the scopes were computed from),
--       group_limits (JSON: id to limit), member_limit (what the member's groups allow each of their
--       members, or empty), waiting_max (how many jobs of the account may wait), member_waiting_max,
--       waiting_as (its entry among those that wait), listed_as (JSON: its entries in the list of all
--       jobs), shown_as (JSON: those added with a result), starter (the starter credits of a server
--       without a limit, given now or before; or empty), hold_until (ms; the operator's hold ends then),
--       free ('yes' if it costs nothing: then no budget, block or pause applies; otherwise empty), blocked_as (the field of the account that blocks the member, or empty if
--       blocks do not apply), spacings (JSON: see allowance.lua), record (JSON object of strings),
--       approval (see approval.lua)
-- Returns {'created', left, ...money} | {'exists'} (asked before: nothing done) | {'differs'} (same id, other
--       contents, or a job whose record was removed) | {'dropped'} (see drop.lua) | {'blocked'} | {'paused', field, pause} (see pauses.ts)
--       | {'too_many_waiting', 'server' | 'member', limit}
--       | {'no_budget'} | {'exceeds', kind ('server' or a scope's), id, left, limit, held} | {'late'} (after
--       hold_until) | {'too_many' | 'too_many_uncharged', 'member' | 'server', ms until the next is allowed} | {'stale'} (the
--       settings changed meanwhile: read them again) | {'decided', state} (the request to admins is over) |
--       {'above_most'} (a bonus would be too large). left and the values after it are those of the limit that
--       leaves least.
local fingerprint = field('fingerprint')
if fingerprint then return { fingerprint == args.fingerprint and 'exists' or 'differs' } end
if redis.call('HEXISTS', hold_key, 'forgotten') == 1 then return { 'differs' } end
if redis.call('HEXISTS', hold_key, 'dropped') == 1 then return { 'dropped' } end
if decided_as() then return { 'decided', decided_as() } end
if now > tonumber(args.hold_until) then return { 'late' } end
if (redis.call('HGET', account_key, 'revision') or '') ~= args.revision then return { 'stale' } end

local is_free = args.free == 'yes'
if not is_free and args.blocked_as ~= '' and redis.call('HEXISTS', account_key, args.blocked_as) == 1 then
  return { 'blocked' }
end

local scopes = cjson.decode(args.scopes)
local pauses = { 'paused|server|' }
for _, scope in ipairs(scopes) do table.insert(pauses, 'paused|' .. scope.kind .. '|' .. scope.id) end
for index, pause in ipairs(redis.call('HMGET', account_key, unpack(pauses))) do
  if pause and not is_free then return { 'paused', pauses[index], pause } end
end

local account_entries = args.account .. ' '
local member_entries = string.match(args.waiting_as, '^(.* )[^ ]*$')

local function waiting_of(entries)
  return redis.call('ZLEXCOUNT', waiting_key, '[' .. entries, '(' .. entries .. '~')
end

if waiting_of(member_entries) >= tonumber(args.member_waiting_max) then
  return { 'too_many_waiting', 'member', args.member_waiting_max }
end
if waiting_of(account_entries) >= tonumber(args.waiting_max) then
  return { 'too_many_waiting', 'server', args.waiting_max }
end

local own_limit = redis.call('HGET', account_key, 'limit') or (args.starter ~= '' and args.starter)
if not own_limit and not is_free and not approval then return { 'no_budget' } end

local cost, window = tonumber(args.amount), args.window
local group_limits = cjson.decode(args.group_limits)

local names, limits = { 'channel_limit', 'member_limit' }, {}
for _, scope in ipairs(scopes) do table.insert(names, scope.kind .. '_limit|' .. scope.id) end
for index, limit in ipairs(redis.call('HMGET', account_key, unpack(names))) do limits[names[index]] = limit end

local function limit_of(scope)
  if scope.kind == 'group' then return group_limits[scope.id] end
  local own = limits[scope.kind .. '_limit|' .. scope.id]
  if own then return own end
  if scope.kind == 'member' and args.member_limit ~= '' then return args.member_limit end
  return limits[scope.kind .. '_limit']
end

-- Of all limits the one that leaves least; of several equal ones the first. All that leave too little are short.
local tightest, short = nil, {}

local function consider(kind, id, key, limit)
  local rest = limit and left_of(key, limit, window)
  local found = { kind = kind, id = id, key = key, limit = limit, rest = rest }
  if rest and cost > rest then table.insert(short, found) end
  if not rest or (tightest and rest >= tightest.rest) then return end
  tightest = found
end

consider('server', '', account_key, own_limit or '0')
for index, scope in ipairs(scopes) do consider(scope.kind, scope.id, KEYS[9 + index], limit_of(scope)) end
if not is_free and not approval and cost > tightest.rest then
  local allowed = tonumber(tightest.limit) + amount(tightest.key, 'granted|' .. window)
  return { 'exceeds', tightest.kind, tightest.id, whole(tightest.rest), whole(allowed),
    whole(amount(tightest.key, 'pending|' .. window)) }
end
if approval and is_above_most(short, cost, window) then return { 'above_most' } end

-- Counted when they end.
local _, too_many_uncharged = after_one_more(
  { KEYS[10 + #scopes], KEYS[11 + #scopes] }, cjson.decode(args.uncharged_spacings), now, day_ms)
if too_many_uncharged then return { 'too_many_uncharged', too_many_uncharged[2], too_many_uncharged[3] } end

-- Only what is accepted counts, so this is the last check. Free jobs count too: each leaves a hold and lines for good.
local back_at, too_many =
  after_one_more({ KEYS[12 + #scopes], KEYS[13 + #scopes] }, cjson.decode(args.spacings), now)
if too_many then return too_many end
keep_allowances(back_at, now)

-- Given once: nothing removes the field, and the revision makes every other process read it.
if own_limit and not is_free and redis.call('HEXISTS', account_key, 'limit') == 0 and
  redis.call('HSETNX', account_key, 'starter', own_limit) == 1 then
  redis.call('HINCRBY', account_key, 'revision', 1)
  redis.call('XADD', journal_key, '*', 'operation', 'starter', 'account', args.account, 'at', whole(now), 'credits',
    own_limit, 'actor', 'operator')
end
for name, value in pairs(cjson.decode(args.record)) do redis.call('HSET', job_key, name, value) end
redis.call('HSET', job_key, 'state', 'requested', 'fingerprint', args.fingerprint, 'epoch', '0', 'wake', '0',
  'waiting_as', args.waiting_as, 'held', whole(cost), 'window', window, 'scopes', args.scopes,
  'created_at', whole(now), 'changed_at', whole(now), 'listed_as', args.listed_as, 'shown_as', args.shown_as)
redis.call('HSET', hold_key, 'state', 'open', 'amount', whole(cost), 'window', window, 'account', args.account)
for index = 1, #scopes do open_figures(KEYS[9 + index], window, now, args.lapses_at) end
open_day()
if approval then approve(short, cost, window) end
-- Only the open window is worth an alert, and a job that ends later doesn't know which one that is.
if redis.call('HEXISTS', account_key, 'alerts') == 1 then
  redis.call('HSET', account_key, 'alerts_window', window)
end
count(window, cost, 0)
redis.call('ZADD', open_key, whole(now), job_id)
note_waiting('requested')
for _, entry in ipairs(cjson.decode(args.listed_as)) do redis.call('ZADD', listed_key, 0, entry) end
journal('hold', 0, cost, window, 0)
return with_money({ 'created', whole(left_of(tightest.key, tightest.limit, window)) })
