-- Shared by every script on the line of one key of the audio service: its places, and the jobs that wait for
-- one.
-- KEYS 1 leases (member: `<job>-<epoch>`, score: deadline), 2 ring (member: account, score: its turn; the
--      lowest is next), 3 line (by name: `<account> <15 digits: ms> <job>`, score 0), 4 offers (member: as in
--      the line, score: when it expires), 5 waiters (job: `<usual seconds>|<the position its message shows>`;
--      until it is taken or over), 6 pace (cap, opens_at, tries and busy_since after a 429; paused_until,
--      paused_for, paused_by, trial and trial_until after a 402, with available and required if the service said
--      them), 7 elsewhere (until when this process's address counts as wrong; absent otherwise)
-- ARGV 1 now in ms, 2 places of the plan
-- A job that is offered a place or holds one is not in the line; an account is in the ring while one of its
-- jobs is in the line.
local leases_key, ring_key, line_key, offers_key, waiters_key, pace_key, elsewhere_key = unpack(KEYS)
local now, places = tonumber(ARGV[1]), tonumber(ARGV[2])
local offer_ms, shown_max, busy_told_ms, pace_kept_ms = 30000, 10, 120000, 86400000

local function whole(number)
  return string.format('%.0f', number)
end

local function account_of(entry)
  return string.match(entry, '^(.*) %d+ %S+$')
end

local function job_of(entry)
  return string.match(entry, '%S+$')
end

local function jobs_of(entries)
  local jobs = {}
  for index, entry in ipairs(entries) do jobs[index] = job_of(entry) end
  return jobs
end

local function pace(name)
  return redis.call('HGET', pace_key, name) or nil
end

local function first_of(account, count)
  return redis.call('ZRANGEBYLEX', line_key, '[' .. account .. ' ', '(' .. account .. ' ~', 'LIMIT', 0, count)
end

-- Whether something else answers at this process's address. Other processes may have the right one, so it
-- neither takes nor calls, and leaves the line to them.
local function is_elsewhere()
  return tonumber(redis.call('GET', elsewhere_key) or '0') > now
end

-- Whether the one job that may try after a pause is still trying.
local function is_on_trial()
  local trial = pace('trial')
  return trial and tonumber(pace('trial_until')) > now and redis.call('ZSCORE', leases_key, trial)
end

-- How many places can be given away now. Shortly after the service was busy, no more jobs run than ran then,
-- and later one more as a try; while the key is paused none runs, and after that a single job tries.
local function room()
  local paused_until = tonumber(pace('paused_until') or '')
  if paused_until and paused_until > now or is_elsewhere() then return 0 end
  local cap, most = tonumber(pace('cap') or ''), places
  if cap then most = math.min(places, tonumber(pace('opens_at')) > now and cap or cap + 1) end
  local offered = redis.call('ZCOUNT', offers_key, '(' .. ARGV[1], '+inf')
  local free = most - redis.call('ZCARD', leases_key) - offered
  if not paused_until then return free end
  if offered > 0 or is_on_trial() then return 0 end
  return math.min(1, free)
end

-- The next jobs in the order in which they will be served: the accounts by their turns, round after round.
local function next_in_line(count)
  local lines, order = {}, {}
  for index, account in ipairs(redis.call('ZRANGE', ring_key, 0, count - 1)) do
    lines[index] = first_of(account, count)
  end
  for round = 1, count do
    for _, jobs in ipairs(lines) do
      if jobs[round] and #order < count then table.insert(order, jobs[round]) end
    end
  end
  return order
end

-- The usual seconds of a waiting job, and the position that its message shows.
local function waiter(job)
  local seconds, says = string.match(redis.call('HGET', waiters_key, job) or '0|', '^(%d+)|(.*)$')
  return tonumber(seconds), says
end

-- What holds the line up: 'unpaid' (the account needs a top-up), 'paused', 'busy' (once it has lasted), or ''.
local function hindrance()
  if is_elsewhere() then return 'paused' end
  if pace('paused_until') then return pace('paused_for') == 'balance' and 'unpaid' or 'paused' end
  local busy_since = pace('busy_since')
  return busy_since and now - tonumber(busy_since) >= busy_told_ms and 'busy' or ''
end

-- What a message should say of a position near the front; nothing of those behind.
local function said_of(position)
  return position and position .. ' ' .. hindrance() or ''
end

-- The position near the front (nil if behind), and the usual seconds of all those shown before it.
local function standing(entry)
  local seconds = 0
  for position, other in ipairs(next_in_line(shown_max)) do
    if other == entry then return position, seconds end
    seconds = seconds + waiter(job_of(other))
  end
  return nil, seconds
end

-- The following helpers write; a script calls them only after all its checks.

local function turn_at(index)
  return tonumber(redis.call('ZRANGE', ring_key, index, index, 'WITHSCORES')[2] or '0')
end

-- A newly arrived account joins the back of the ring.
local function join(entry)
  redis.call('ZADD', line_key, 0, entry)
  local account = account_of(entry)
  if not redis.call('ZSCORE', ring_key, account) then redis.call('ZADD', ring_key, turn_at(-1) + 1, account) end
end

-- Back to its old position: its account has not had its turn.
local function join_in_front(entry)
  redis.call('ZADD', line_key, 0, entry)
  redis.call('ZADD', ring_key, turn_at(0) - 1, account_of(entry))
end

local function leave(entry)
  local removed = redis.call('ZREM', line_key, entry)
  local account = account_of(entry)
  if #first_of(account, 1) == 0 then redis.call('ZREM', ring_key, account) end
  return removed == 1
end

local function end_lapsed_leases()
  redis.call('ZREMRANGEBYSCORE', leases_key, '-inf', ARGV[1])
end

-- Gives up the places that a job took under an epoch of at most `epoch`. Returns how many.
local function give_up(job, epoch)
  local count = 0
  for _, lease in ipairs(redis.call('ZRANGE', leases_key, 0, -1)) do
    local holder, held = string.match(lease, '^(.*)-(%d+)$')
    if holder == job and tonumber(held) <= epoch then count = count + redis.call('ZREM', leases_key, lease) end
  end
  return count
end

-- Nothing is refused any more.
local function end_pause()
  redis.call('HDEL', pace_key, 'paused_until', 'paused_for', 'paused_by', 'trial', 'trial_until', 'available', 'required')
end

-- Takes all offers back, because nothing more should be sent for now. The jobs called first are in front
-- again.
local function withdraw_offers()
  for _, entry in ipairs(redis.call('ZREVRANGE', offers_key, 0, -1)) do join_in_front(entry) end
  redis.call('DEL', offers_key)
end

-- Calls the next jobs while there are free places: each account's turn brings one of its jobs a place, and
-- the account goes to the back of the ring. `own` takes its place at once; for the others theirs is kept for
-- a while. Returns the jobs to wake, and whether `own` was served.
local function call_next(own)
  local called, is_served = {}, false
  for _ = 1, room() do
    local account = redis.call('ZRANGE', ring_key, 0, 0)[1]
    if not account then break end
    local entry = first_of(account, 1)[1]
    redis.call('ZADD', ring_key, turn_at(-1) + 1, account)
    leave(entry)
    if entry == own then
      is_served = true
    else
      redis.call('ZADD', offers_key, now + offer_ms, entry)
      table.insert(called, entry)
    end
  end
  return jobs_of(called), is_served
end
