-- Shared by scripts that change what is granted on top of a share's limit, after figures.lua.
-- args: kind ('server' or a scope's), id (empty for the server), entry (the share's among those with bonuses that
--       expire), limit (of what no script reads itself: starter credits, a group's; or empty), lowest_limit (the
--       lowest that a member's groups may mean, or empty)

local function lower(one, other)
  if one and other then return math.min(tonumber(one), tonumber(other)) end
  return one or other
end

-- The limit of a share; nil if it has none.
local function limit_of_share(account_key, args)
  local given = args.limit ~= '' and args.limit
  if args.kind == 'group' then return given end
  if args.kind == 'server' then return redis.call('HGET', account_key, 'limit') or given end
  local own = redis.call('HGET', account_key, args.kind .. '_limit|' .. args.id)
  if own then return own end
  local general = redis.call('HGET', account_key, args.kind .. '_limit')
  return lower(general, args.lowest_limit ~= '' and args.lowest_limit)
end

local function bonus_field(args)
  return 'bonus|' .. args.kind .. '|' .. args.id
end

-- The bonuses of a share that expire, the next first. Each has window, ends_at (ms; when that ends, or empty for
-- never), expires_at (ms), credits (what was given of it, less what came off it since), used (what of the share was used
-- or held when it was given) and actor, all of them strings.
local function bonuses_of(account_key, args)
  local stored = redis.call('HGET', account_key, bonus_field(args))
  return stored and cjson.decode(stored) or {}
end

-- Adds a bonus in its order.
local function with_bonus(bonuses, bonus)
  local at = 1
  while bonuses[at] and tonumber(bonuses[at].expires_at) <= tonumber(bonus.expires_at) do at = at + 1 end
  table.insert(bonuses, at, bonus)
  return bonuses
end

-- Stores a share's bonuses, and when the next of them expires.
local function keep_bonuses(account_key, bonuses_key, args, bonuses)
  if #bonuses == 0 then
    redis.call('HDEL', account_key, bonus_field(args))
    redis.call('ZREM', bonuses_key, args.entry)
    return
  end
  redis.call('HSET', account_key, bonus_field(args), cjson.encode(bonuses))
  redis.call('ZADD', bonuses_key, bonuses[1].expires_at, args.entry)
end

-- What is used or held of a share in a window.
local function used_in(figures_key, window)
  return amount(figures_key, 'posted|' .. window) + amount(figures_key, 'pending|' .. window)
end

-- What is taken from a share by hand, or given to another member, comes off its bonuses that expire, the next first: it
-- must not be taken back once more then.
local function come_off(bonuses, window, credits)
  local rest, kept = credits, {}
  for _, bonus in ipairs(bonuses) do
    local cut = bonus.window == window and math.min(rest, tonumber(bonus.credits)) or 0
    rest = rest - cut
    bonus.credits = whole(tonumber(bonus.credits) - cut)
    if bonus.credits ~= '0' then table.insert(kept, bonus) end
  end
  return kept
end

-- Adds an entry to the journal: these labels, each followed by its text, and those of a JSON object. Writes.
local function enter(journal_key, line, more)
  for label, text in pairs(cjson.decode(more)) do
    table.insert(line, label)
    table.insert(line, text)
  end
  redis.call('XADD', journal_key, '*', unpack(line))
end
