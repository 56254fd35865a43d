-- GRANT: an admin adds credits to the limit of one share of an account's budget, or takes some, in the
-- current window. After figures.lua.
-- KEYS 1 account, 2 figures of the share (the account's own for the whole of
-- it), 3 journal, 4 mark of this event
-- ARGV 1 now in ms, 2 tolerance in ms between now and Redis' own clock, 3 arguments as a JSON object of
--      strings: kept_ms (for which the mark stays), fingerprint (of the whole request), revision (of
--      the settings the window was computed from), window, lapses_at (ms; when the share's figures of it
--      expire, or empty for never), kind ('server' or a scope's), id, limit (of what the
--      script does not read itself: starter credits, a group's; or empty), lowest_limit (the
--      lowest that a member's groups may mean, or empty), credits (below 0 to take), most (that a limit and
--      what is granted on top may come to)
--      4 the journal entry as a JSON object
-- Returns {'changed', granted} (the total granted in this window) | {'repeated', granted} (the same
--       event came before: its first answer) | {'differs'} (it came before with other contents) |
--       {'no_limit'} (nothing to change) | {'too_much', rest} (no more can be given, or taken: a
--       limit goes no further) | {'stale'} (the settings changed meanwhile: read them again)
local account_key, figures_key, journal_key, mark_key = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local now, args = tonumber(ARGV[1]), cjson.decode(ARGV[3])

local known = redis.call('GET', mark_key)
if known then
  local mark = cjson.decode(known)
  if mark.fingerprint ~= args.fingerprint then return { 'differs' } end
  return { 'repeated', mark.granted }
end
local wrong_clock = check_clock(now, tonumber(ARGV[2]))
if wrong_clock then return wrong_clock end
if (redis.call('HGET', account_key, 'revision') or '') ~= args.revision then return { 'stale' } end

local function lower(one, other)
  if one and other then return math.min(tonumber(one), tonumber(other)) end
  return one or other
end

local function limit_of()
  local given = args.limit ~= '' and args.limit
  if args.kind == 'group' then return given end
  if args.kind == 'server' then return redis.call('HGET', account_key, 'limit') or given end
  local own = redis.call('HGET', account_key, args.kind .. '_limit|' .. args.id)
  if own then return own end
  local general = redis.call('HGET', account_key, args.kind .. '_limit')
  return lower(general, args.lowest_limit ~= '' and args.lowest_limit)
end

local limit = limit_of()
if not limit then return { 'no_limit' } end
local name, credits = 'granted|' .. args.window, tonumber(args.credits)
local before = amount(figures_key, name)
local rest = tonumber(limit) + before
if credits < 0 and rest + credits < 0 then return { 'too_much', whole(math.max(0, rest)) } end
local most = tonumber(args.most)
if credits > 0 and rest + credits > most then return { 'too_much', whole(math.max(0, most - rest)) } end

if args.kind ~= 'server' then open_figures(figures_key, args.window, now, args.lapses_at) end
add(figures_key, name, credits)
local granted = whole(before + credits)
local line = { 'XADD', journal_key, '*', 'at', ARGV[1], 'window', args.window, 'credits', whole(math.abs(credits)),
  'granted', granted }
for label, text in pairs(cjson.decode(ARGV[4])) do
  table.insert(line, label)
  table.insert(line, text)
end
redis.call(unpack(line))
local mark = cjson.encode({ fingerprint = args.fingerprint, granted = granted })
redis.call('SET', mark_key, mark, 'PX', args.kept_ms)
return { 'changed', granted }
