-- SPEND LOOKUP: all processes that use one key share its look-ups per minute. No more are spent within any 62
-- seconds: the start of the service's minute is unknown, and the first look-up may take two seconds longer to
-- arrive than the last. When look-ups are short, accounts take turns, and so do the jobs of an account: the
-- least recently served goes first.
-- KEYS 1 when the latest were spent, the newest first; 2 turns (member: account or job, score: when it was
--      served); 3 waiting (member: `<rank> <account> <job>`, score: when its turn lapses); from 4 on
--      the smaller shares that it also counts against, each like 1
-- ARGV 1 now in ms, 2 how many free look-ups to wait for, 3 rank (lower goes first), 4 account,
--      5 job; from 6 on most and span in ms: of KEYS 1, then of each share
-- Returns {'spent'} | {'wait', ms until it can be spent}
local log_key, turns_key, waiting_key = KEYS[1], KEYS[2], KEYS[3]
local now, several, rank, account, job = tonumber(ARGV[1]), tonumber(ARGV[2]), ARGV[3], ARGV[4], ARGV[5]
local late_ms, crowded_ms, turns_kept_ms = 10000, 15000, 600000

local function most_of(index)
  return tonumber(ARGV[4 + 2 * index])
end

local function span_of(index)
  return tonumber(ARGV[5 + 2 * index])
end

-- Milliseconds until `needed` more can be spent; a caller that must wait waits for `awaited`.
local function wait_for(key, index, needed, awaited)
  local most, span = most_of(index), span_of(index)
  -- More than a whole window goes first, so wait until some of them have been served.
  if needed > most then return crowded_ms end
  local oldest = redis.call('LINDEX', key, most - needed)
  if not oldest or now - tonumber(oldest) >= span then return 0 end
  local next_one = redis.call('LINDEX', key, math.max(most - math.max(needed, awaited), 0))
  -- A clock that was set back must not lengthen the wait: the list has expired by then.
  return math.min(tonumber(next_one) + span - now, span)
end

local function served(who)
  return tonumber(redis.call('ZSCORE', turns_key, who) or '0')
end

-- How many waiting callers go before this one.
local function ahead()
  local count, counted = 0, {}
  local account_served, job_served = served(account), served(job)
  for _, entry in ipairs(redis.call('ZRANGEBYSCORE', waiting_key, '(' .. ARGV[1], '+inf')) do
    local other_rank, other_account, other_job = string.match(entry, '^(%d) (.*) (%S+)$')
    local goes_first
    if other_rank ~= rank then
      goes_first = other_rank < rank
    elseif other_account == account then
      goes_first = other_job ~= job and served(other_job) < job_served
    else
      goes_first = not counted[other_account] and served(other_account) < account_served
      counted[other_account] = true
    end
    if goes_first then count = count + 1 end
  end
  return count
end

local entry = rank .. ' ' .. account .. ' ' .. job
local share_wait_ms = 0
for index = 4, #KEYS do
  share_wait_ms = math.max(share_wait_ms, wait_for(KEYS[index], index - 2, 1, 1))
end
local wait_ms = wait_for(log_key, 1, 1 + ahead(), several)

redis.call('ZREMRANGEBYSCORE', waiting_key, '-inf', ARGV[1])
if math.max(wait_ms, share_wait_ms) > 0 then
  -- A caller that waits for its own share does not reserve a look-up.
  if wait_ms >= share_wait_ms then
    redis.call('ZADD', waiting_key, now + wait_ms + late_ms, entry)
    redis.call('PEXPIRE', waiting_key, span_of(1) + late_ms)
  end
  return { 'wait', string.format('%.0f', math.max(wait_ms, share_wait_ms)) }
end

local function spend(key, index)
  redis.call('LPUSH', key, ARGV[1])
  redis.call('LTRIM', key, 0, most_of(index) - 1)
  redis.call('PEXPIRE', key, span_of(index))
end

spend(log_key, 1)
for index = 4, #KEYS do spend(KEYS[index], index - 2) end
redis.call('ZREM', waiting_key, entry)
redis.call('ZREMRANGEBYSCORE', turns_key, '-inf', now - turns_kept_ms)
redis.call('ZADD', turns_key, now, account, now, job)
redis.call('PEXPIRE', turns_key, turns_kept_ms)
return { 'spent' }
