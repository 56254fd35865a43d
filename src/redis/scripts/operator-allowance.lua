-- Shared by scripts that judge how much of the operator's money an account can use. After
-- operator-prelude.lua.
-- KEYS 6 allowlist (hash: account to its ceiling, empty for none, or 'removed'; `first|<platform>` to the account
--      that was let in automatically; `paused` to the notice while all spending is paused), 7 when each allowed
--      account last made a request (hash: account to window), 8 own API keys (hash: account to the id of its key)
-- args: account, platform, window, previous (the window before), listed ('yes' if the settings let
--       it in, or empty), may_be_first ('yes' if the first account of a platform is let in automatically, or
--       empty)
local allowed_key, active_key = KEYS[6], KEYS[7]

-- The account's own API key, which pays instead of the operator's: then none of the operator's limits apply.
local own_key = redis.call('HGET', KEYS[8], args.account)

local function held_by(account)
  return amount(accounts_key, 'pending|' .. args.window .. '|' .. account)
end

local function spent_by(account)
  return amount(accounts_key, 'posted|' .. args.window .. '|' .. account)
end

local function used_by(account)
  return held_by(account) + spent_by(account)
end

-- A member's own account is no server: it has the credits that the operator gave it.
local is_personal = string.match(args.account, '^[^:]*:@') ~= nil
local is_let_in = false

-- The most that the account can use in a month: an amount, '' without a ceiling, or nil if it is not let in.
-- Lets in the first account of a platform.
local function ceiling_of()
  if is_personal then return '' end
  local known = redis.call('HGET', allowed_key, args.account)
  if known == 'removed' then return nil end
  if not known and args.listed == 'yes' then known = '' end
  local first = 'first|' .. args.platform
  if not known and args.may_be_first == 'yes' and redis.call('HEXISTS', allowed_key, first) == 0 then
    redis.call('HSET', allowed_key, first, args.account, args.account, '')
    known = ''
  end
  if not known then return nil end
  is_let_in = true
  return own_key and '' or known
end

-- Reserves the account's part of the limit.
local function note_active()
  if is_let_in and redis.call('HGET', active_key, args.account) ~= args.window then
    redis.call('HSET', active_key, args.account, args.window)
  end
end

-- A server can always use an equal part of the limit, and more only if the others' parts stay free. Nothing
-- is reserved for members' own accounts, nor for servers that pay themselves. Only servers that made a request
-- this month or last month count.
-- Everything is multiplied by their number to avoid division.
local function is_within_share(cost, left)
  local limit = tonumber(args.limit)
  local most = redis.call('HLEN', active_key) + 1 - redis.call('HEXISTS', active_key, args.account)
  if is_let_in and most * (used_by(args.account) + cost) <= limit then return true end
  local others = {}
  local active = redis.call('HGETALL', active_key)
  for index = 1, #active, 2 do
    local account, window = active[index], active[index + 1]
    if account ~= args.account and window >= args.previous and redis.call('HEXISTS', KEYS[8], account) == 0 then
      table.insert(others, account)
    end
  end
  local parts = #others + 1
  if is_let_in and parts * (used_by(args.account) + cost) <= limit then return true end
  local kept = 0
  for _, account in ipairs(others) do
    local ceiling = tonumber(redis.call('HGET', allowed_key, account) or '')
    local part = ceiling and math.min(limit, parts * ceiling) or limit
    kept = kept + math.max(0, part - parts * used_by(account))
  end
  return parts * (left - cost) >= kept
end
