-- Shared by every script on a job.
-- KEYS 1 job, 2 hold, 3 journal, 4 open set; where the script touches money also 5 account, 6 figures of the member who
--      asked (all of one slot)
-- ARGV 1 now in ms, 2 tolerance in ms between now and Redis' own clock, 3 job id, 4 further arguments as a JSON object
--      of strings. The local `transitions` is set above this text from src/core/job.ts.
local job_key, hold_key, journal_key, open_key = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local account_key, member_key = KEYS[5], KEYS[6]
local now, tolerance, job_id = tonumber(ARGV[1]), tonumber(ARGV[2]), ARGV[3]
local args = cjson.decode(ARGV[4])

local time = redis.call('TIME')
if math.abs(tonumber(time[1]) * 1000 + tonumber(time[2]) / 1000 - now) > tolerance then
  return redis.error_reply('CLOCK this machine and Redis disagree about the time')
end

-- Lua writes -0 as "-0", which Redis takes for no integer.
local function whole(number)
  return number == 0 and '0' or string.format('%.0f', number)
end

local function field(name)
  return redis.call('HGET', job_key, name) or nil
end

local function amount(key, name)
  return tonumber(redis.call('HGET', key, name) or '0')
end

local function may_move(from, to)
  for _, allowed in ipairs(transitions[from] or {}) do
    if allowed == to then return true end
  end
  return false
end

local function is_current_step()
  return args.epoch == nil or field('epoch') == args.epoch
end

-- From here on helpers write; a script calls them only after all its checks.

local function schedule(due_ms)
  redis.call('ZADD', open_key, whole(due_ms), job_id)
  return whole(redis.call('HINCRBY', job_key, 'wake', 1))
end

local function move(to, due_ms)
  redis.call('HSET', job_key, 'state', to, 'changed_at', whole(now))
  return { 'moved', schedule(due_ms) }
end

local function journal(operation, credits, window)
  redis.call('XADD', journal_key, '*', 'operation', operation, 'account', args.account,
    'member', redis.call('HGET', hold_key, 'member') or '', 'job', job_id, 'at', whole(now),
    'credits', whole(credits), 'window', window, 'posted', whole(amount(account_key, 'posted|' .. window)),
    'pending', whole(amount(account_key, 'pending|' .. window)))
end

local function add(key, name, credits)
  redis.call('HSET', key, name, whole(amount(key, name) + credits))
end

-- Adds to a figure of the hold's window, for the account and for the member. A hold from before members were counted
-- names none, and a member's figures lapse long after their window: then the account's figure is all there is.
local function count(figure, window, credits)
  local name = figure .. '|' .. window
  add(account_key, name, credits)
  local is_member_counted = redis.call('HEXISTS', hold_key, 'member') == 1 and
    redis.call('HEXISTS', member_key, 'pending|' .. window) == 1
  if is_member_counted then add(member_key, name, credits) end
end

-- Ends the hold: `credits` of it are spent, the rest is free again. Notes in the job what the account has left.
local function close_hold(operation, credits, source)
  local window, held = redis.call('HGET', hold_key, 'window'), amount(hold_key, 'amount')
  count('pending', window, -held)
  count('posted', window, credits)
  redis.call('HSET', hold_key, 'state', operation, 'settled', whole(credits), 'source', source)
  local left = amount(account_key, 'limit') - amount(account_key, 'posted|' .. window) -
    amount(account_key, 'pending|' .. window)
  redis.call('HSET', job_key, 'settled', whole(credits), 'settled_by', source, 'left_after', whole(left))
  journal(operation, credits, window)
end
