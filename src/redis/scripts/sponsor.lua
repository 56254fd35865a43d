-- SPONSOR: a member moves credits from their own share of an account's budget to another member's, in the current
-- window. After figures.lua, share.lua and allowance.lua.
-- KEYS 1 account, 2 figures of the giver, 3 those of the receiver, 4 journal, 5 mark of this event, 6 shares with bonuses
--      that expire, by when the next of each does, 7 when the giver's allowance of gifts is full again (ms), 8 the
--      same for the server
-- ARGV 1 now in ms, 2 tolerance in ms between now and Redis' own clock, 3 arguments as a JSON object of
--      strings: kept_ms (for which the mark stays), fingerprint (of the whole request), revision (of the
--      settings the window was computed from), window, lapses_at (ms; when figures of it expire, or empty
--      for never), giver, receiver, giver_each (the most that a group allows the giver, or empty), lowest_each
--      (the lowest that any group allows each of its members, or empty), credits, most (that a limit and what
--      is granted on top may come to), blocked_as (the field of the account that blocks the receiver),
--      groups_unknown ('yes' if groups have limits and those of the giver are not known), entry (the giver's among
--      the shares with bonuses that expire), spacings (JSON: see allowance.lua)
--      4 the journal entry as a JSON object
-- Returns {'changed', left} (what the giver has left) | {'repeated', left} (the same event came before: its first
--      answer) | {'differs'} (it came before with other contents) | {'groups_unknown'} | {'not_allowed'} | {'blocked'} | {'paused',
--      field, pause} (see pauses.ts) | {'no_limit', 'giver' | 'receiver'} | {'too_little', left} | {'too_much',
--      most} | {'too_many', 'member' | 'server', ms until the next is allowed} | {'stale'} (the settings changed meanwhile: read them again)
local account_key, giver_key, receiver_key, journal_key, mark_key = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5]
local now, args = tonumber(ARGV[1]), cjson.decode(ARGV[3])

local known = redis.call('GET', mark_key)
if known then
  local mark = cjson.decode(known)
  if mark.fingerprint ~= args.fingerprint then return { 'differs' } end
  return { 'repeated', mark.left }
end
local wrong_clock = check_clock(now, tonumber(ARGV[2]))
if wrong_clock then return wrong_clock end

local function setting(name)
  return redis.call('HGET', account_key, name)
end

if (setting('revision') or '') ~= args.revision then return { 'stale' } end
if args.groups_unknown == 'yes' then return { 'groups_unknown' } end
if not setting('sponsoring') then return { 'not_allowed' } end
if setting(args.blocked_as) then return { 'blocked' } end
for _, whose in ipairs({ 'server|', 'member|' .. args.giver, 'member|' .. args.receiver }) do
  local pause = setting('paused|' .. whose)
  if pause then return { 'paused', 'paused|' .. whose, pause } end
end

local general = setting('member_limit')
local giver_limit = setting('member_limit|' .. args.giver) or (args.giver_each ~= '' and args.giver_each) or general
if not giver_limit then return { 'no_limit', 'giver' } end
-- The receiver's groups are not known: a limit that they may not have makes a gift worth nothing, and of those that
-- they may have the lowest counts.
local receiver_limit = setting('member_limit|' .. args.receiver) or general
if not receiver_limit then return { 'no_limit', 'receiver' } end
if not setting('member_limit|' .. args.receiver) and args.lowest_each ~= '' then
  receiver_limit = math.min(tonumber(general), tonumber(args.lowest_each))
end

local name, credits = 'granted|' .. args.window, tonumber(args.credits)
local left = left_of(giver_key, giver_limit, args.window)
if credits > left then return { 'too_little', whole(math.max(0, left)) } end
local rest = tonumber(args.most) - tonumber(receiver_limit) - amount(receiver_key, name)
if credits > rest then return { 'too_much', whole(math.max(0, rest)) } end

-- Two members could pass the same credits back and forth for ever, and each gift leaves a line for good. Only what is
-- given counts, so this is the last check.
local back_at, too_many = after_one_more({ KEYS[7], KEYS[8] }, cjson.decode(args.spacings), now, day_ms)
if too_many then return too_many end
keep_allowances(back_at, now)

open_figures(giver_key, args.window, now, args.lapses_at)
open_figures(receiver_key, args.window, now, args.lapses_at)
add(giver_key, name, -credits)
add(receiver_key, name, credits)
local share = { kind = 'member', id = args.giver, entry = args.entry }
keep_bonuses(account_key, KEYS[6], share, come_off(bonuses_of(account_key, share), args.window, credits))
local line = { 'at', ARGV[1], 'window', args.window, 'credits', whole(credits), 'granted', whole(amount(giver_key, name)),
  'received', whole(amount(receiver_key, name)) }
enter(journal_key, line, ARGV[4])
local rest_of_giver = whole(left - credits)
redis.call('SET', mark_key, cjson.encode({ fingerprint = args.fingerprint, left = rest_of_giver }), 'PX', args.kept_ms)
return { 'changed', rest_of_giver }
