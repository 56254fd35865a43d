-- GRANT: an admin adds credits to the limit of one share of an account's budget, or takes some, in the
-- current window. After figures.lua, share.lua and allowance.lua.
-- KEYS 1 account, 2 figures of the share (the account's own for the whole of it), 3 journal, 4 mark of this
--      event, 5 shares with bonuses that expire, by when the next of each does, 6 when the member's allowance of
--      changes is full again (ms), 7 the same for the server
-- ARGV 1 now in ms, 2 tolerance in ms between now and Redis' own clock, 3 arguments as a JSON object of
--      strings: kept_ms (for which the mark stays), fingerprint (of the whole request), revision (of
--      the settings the window was computed from), window, ends_at (ms; when that ends, or empty for never),
--      lapses_at (ms; when the share's figures of it expire, or empty for never), those of share.lua, credits
--      (below 0 to take), expires_at (ms; when what is left of a bonus is taken back, or empty if it lasts until
--      the window ends), most (that a limit and what is granted on top may come to), bonuses_max (the most expiring bonuses of a share), spacings
--      (JSON: see allowance.lua)
--      4 the journal entry as a JSON object
-- Returns {'changed', granted, expires_at} (the total granted in this window) | {'repeated', granted,
--       expires_at} (the same event came before: its first answer) | {'differs'} (it came before with
--       other contents) | {'no_limit'} (nothing to change) | {'too_much', rest} (no more can be given, or
--       taken: a limit goes no further) | {'too_many_bonuses', number} (the share has as
--       many that expire as it can) | {'too_many', 'member' | 'server', ms until the next is allowed} | {'stale'} (the settings changed meanwhile: read them again)
local account_key, figures_key, journal_key, mark_key = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local now, args = tonumber(ARGV[1]), cjson.decode(ARGV[3])

local known = redis.call('GET', mark_key)
if known then
  local mark = cjson.decode(known)
  if mark.fingerprint ~= args.fingerprint then return { 'differs' } end
  return { 'repeated', mark.granted, mark.expires_at or '' }
end
local wrong_clock = check_clock(now, tonumber(ARGV[2]))
if wrong_clock then return wrong_clock end
if (redis.call('HGET', account_key, 'revision') or '') ~= args.revision then return { 'stale' } end

local limit = limit_of_share(account_key, args)
if not limit then return { 'no_limit' } end
local name, credits = 'granted|' .. args.window, tonumber(args.credits)
local before = amount(figures_key, name)
local rest = tonumber(limit) + before
if credits < 0 and rest + credits < 0 then return { 'too_much', whole(math.max(0, rest)) } end
local most = tonumber(args.most)
if credits > 0 and rest + credits > most then return { 'too_much', whole(math.max(0, most - rest)) } end

local bonuses = bonuses_of(account_key, args)
local is_bonus = credits > 0 and args.expires_at ~= ''
if is_bonus and #bonuses >= tonumber(args.bonuses_max) then return { 'too_many_bonuses', whole(#bonuses) } end

-- Only what is made counts, so this is the last check.
local back_at, too_many = after_one_more({ KEYS[6], KEYS[7] }, cjson.decode(args.spacings), now, day_ms)
if too_many then return too_many end
keep_allowances(back_at, now)

if args.kind ~= 'server' then open_figures(figures_key, args.window, now, args.lapses_at) end
add(figures_key, name, credits)
local granted = whole(before + credits)

if credits < 0 then
  keep_bonuses(account_key, KEYS[5], args, come_off(bonuses, args.window, -credits))
elseif is_bonus then
  local bonus = { window = args.window, ends_at = args.ends_at, expires_at = args.expires_at, credits = args.credits,
    used = whole(used_in(figures_key, args.window)), actor = cjson.decode(ARGV[4]).actor }
  keep_bonuses(account_key, KEYS[5], args, with_bonus(bonuses, bonus))
end

local line = { 'at', ARGV[1], 'window', args.window, 'credits', whole(math.abs(credits)), 'granted', granted }
enter(journal_key, line, ARGV[4])
local mark = cjson.encode({ fingerprint = args.fingerprint, granted = granted, expires_at = args.expires_at })
redis.call('SET', mark_key, mark, 'PX', args.kept_ms)
return { 'changed', granted, args.expires_at }
