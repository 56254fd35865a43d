-- Shared with the script that takes a job's hold, after prelude.lua: an admin's leave to exceed limits once.
-- KEYS after the limits per minute: the request to admins, and those with something left to do, by due time
-- args: approval (JSON: by, reason, most (that the account's limit and its bonus may add up to), share_most (the
--       same for other limits), entry; or empty)
local approval = (args.approval or '') ~= '' and cjson.decode(args.approval)
local approval_key, approvals_key = nil, nil
if approval then
  local last = 13 + #cjson.decode(args.scopes)
  approval_key, approvals_key = KEYS[last + 1], KEYS[last + 2]
end

-- How the request to admins ended before; nil if it is open, or if there is none.
local function decided_as()
  if not approval then return nil end
  local state, expires_at = unpack(redis.call('HMGET', approval_key, 'state', 'expires_at'))
  if state ~= 'open' then return state or '' end
  return now >= tonumber(expires_at) and 'expired' or nil
end

-- The bonus: what is missing of the cost. A limit that is exceeded already stays so, for making up for that would let
-- others spend it once jobs cost less than they hold.
local function missing_of(one, cost)
  return cost - math.max(0, one.rest)
end

-- Whether a limit and its bonus would add up to too much.
local function is_above_most(short, cost, window)
  for _, one in ipairs(short) do
    local total = tonumber(one.limit) + amount(one.key, 'granted|' .. window) + missing_of(one, cost)
    if total > tonumber(one.kind == 'server' and approval.most or approval.share_most) then return true end
  end
  return false
end

-- Writes: each short limit gets its bonus, and the request to admins is over.
local function approve(short, cost, window)
  for _, one in ipairs(short) do
    local bonus = missing_of(one, cost)
    add(one.key, 'granted|' .. window, bonus)
    local scope = one.kind == 'server' and '' or cjson.encode({ kind = one.kind, id = one.id })
    redis.call('XADD', journal_key, '*', 'operation', 'grant', 'account', args.account, 'at', whole(now), 'actor',
      approval.by, 'reason', approval.reason, 'scope', scope, 'window', window, 'credits', whole(bonus),
      'granted', whole(amount(one.key, 'granted|' .. window)))
  end
  redis.call('HSET', approval_key, 'state', 'approved', 'by', approval.by, 'decided_at', whole(now))
  redis.call('ZADD', approvals_key, whole(now), approval.entry)
end
