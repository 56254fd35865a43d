-- LAPSE: takes back what is unused of a share's bonuses that have expired. From when a bonus is given, what is used or
-- held comes out of it first, and of several out of the one that expires next. If the window of a bonus has ended, there
-- is nothing left to take back. After figures.lua and share.lua.
-- KEYS 1 account, 2 figures of the share (the account's own for the whole of it), 3 journal, 4 shares with bonuses that
--      expire, by when the next of each does
-- ARGV 1 now in ms, 2 tolerance in ms between now and Redis' own clock, 3 arguments as a JSON object of
--      strings: revision (of the settings that a limit was read from), most (expired bonuses taken back at once), those
--      of share.lua
--      4 the journal entry as a JSON object, without whose bonus it was
-- Returns {'lapsed'} (also if none has expired) | {'more'} (expired ones are left) | {'stale'} (the settings changed meanwhile:
--       read them again)
local account_key, figures_key, journal_key, bonuses_key = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local now, args = tonumber(ARGV[1]), cjson.decode(ARGV[3])
local wrong_clock = check_clock(now, tonumber(ARGV[2]))
if wrong_clock then return wrong_clock end
if (redis.call('HGET', account_key, 'revision') or '') ~= args.revision then return { 'stale' } end
local limit = limit_of_share(account_key, args)

local all, kept, seen = bonuses_of(account_key, args), {}, 0
for _, bonus in ipairs(all) do bonus.used = tonumber(bonus.used) end

local function used_of(bonus)
  local used = used_in(figures_key, bonus.window) - bonus.used
  return math.max(0, math.min(tonumber(bonus.credits), used))
end

-- What was used of one bonus is not used of the others.
local function count_used(of, bonuses)
  local used = used_of(of)
  for _, other in ipairs(bonuses) do
    if other ~= of and other.window == of.window then
      other.used = other.used + math.max(0, used - math.max(0, other.used - of.used))
    end
  end
end

-- Without a limit nobody uses up a bonus, so all of it goes.
local function take_back(bonus)
  local name, credits = 'granted|' .. bonus.window, tonumber(bonus.credits)
  if limit then
    credits = math.max(0, math.min(credits - used_of(bonus), left_of(figures_key, limit, bonus.window)))
  end
  if credits == 0 then return end
  add(figures_key, name, -credits)
  local line = { 'at', ARGV[1], 'window', bonus.window, 'credits', whole(credits), 'granted',
    whole(amount(figures_key, name)), 'actor', bonus.actor }
  enter(journal_key, line, ARGV[4])
end

for _, bonus in ipairs(all) do
  local is_over = bonus.ends_at ~= '' and now >= tonumber(bonus.ends_at)
  if now < tonumber(bonus.expires_at) or seen == tonumber(args.most) then
    table.insert(kept, bonus)
  else
    seen = seen + 1
    if not is_over then
      take_back(bonus)
      count_used(bonus, all)
    end
  end
end
for _, bonus in ipairs(kept) do bonus.used = whole(bonus.used) end
keep_bonuses(account_key, bonuses_key, args, kept)
return { kept[1] and now >= tonumber(kept[1].expires_at) and 'more' or 'lapsed' }
