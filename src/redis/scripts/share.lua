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
-- never), expires_at (ms), credits (what can still be taken back) and actor, all of them strings.
local function bonuses_of(account_key, args)
  local stored = redis.call('HGET', account_key, bonus_field(args))
  return stored and cjson.decode(stored) or {}
end

-- Stores a share's bonuses, and when the next of them expires.
local function keep_bonuses(account_key, bonuses_key, args, bonuses)
  if #bonuses == 0 then
    redis.call('HDEL', account_key, bonus_field(args))
    redis.call('ZREM', bonuses_key, args.entry)
    return
  end
  table.sort(bonuses, function(one, other) return tonumber(one.expires_at) < tonumber(other.expires_at) end)
  redis.call('HSET', account_key, bonus_field(args), cjson.encode(bonuses))
  redis.call('ZADD', bonuses_key, bonuses[1].expires_at, args.entry)
end
