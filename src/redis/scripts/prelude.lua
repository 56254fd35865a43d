-- Shared by every script on a job, after figures.lua.
-- KEYS 1 job, 2 hold, 3 journal, 4 open set, 5 unmirrored jobs, 6 waiting jobs, 7 list of all jobs,
--      8 dead letters; where the script touches money also 9 account, 10... the figures of
--      args.scopes, one by one, then when the allowances of jobs without a charge are full again, of the member and
--      the account; a script may have further keys after them (all of one slot); the last one, if there is
--      args.day, is what the account spent on that day
-- ARGV 1 now in ms, 2 tolerance in ms between now and Redis' own clock, 3 job id, 4 further arguments as a
--      JSON object of strings. The local `arrows` is set above this text from
--      src/core/job/job-transitions.ts.
-- args of a script that touches money also: day (of the request in the account's calendar; left out if its cost
-- counts in no day), day_kept_ms (how long the spend of a new day is kept), uncharged_spacings (JSON: ms in which one job
-- without a charge comes back to the member, or empty without a limit, and the same for the account)
-- args of every operation that may be repeated: epoch (of the step; optional), fingerprint (of its contents)
local job_key, hold_key, journal_key, open_key, unmirrored_key = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5]
local waiting_key, listed_key, dead_key, account_key = KEYS[6], KEYS[7], KEYS[8], KEYS[9]
local now, job_id = tonumber(ARGV[1]), ARGV[3]
local args = cjson.decode(ARGV[4])
local spend_key = args.day and KEYS[#KEYS]

local wrong_clock = check_clock(now, tonumber(ARGV[2]))
if wrong_clock then return wrong_clock end

local function field(name)
  return redis.call('HGET', job_key, name) or nil
end

local function is_current_step()
  return args.epoch == nil or field('epoch') == args.epoch
end

-- While it is unknown whether the service accepted a request, the step that sent it may still report it,
-- however late.
local function is_sender()
  local state = field('state')
  return (state == 'submitting' or state == 'uncertain') and field('submit_epoch') == args.epoch
end

-- If the request was booked meanwhile, only the step that was to send it knows that nothing was bought.
local function knows_unsent()
  if field('state') == 'booked' then return field('submit_epoch') == args.epoch end
  return is_current_step() or is_sender()
end

-- The step that sent a request also knows its outcome, even if it was booked meanwhile.
local function knows_outcome()
  if is_current_step() or is_sender() then return true end
  return field('state') == 'booked' and field('submit_epoch') == args.epoch
end

-- The operation's arrow from here; nil if there is none. arrow.to, arrow.hold.
local function arrow_of(operation)
  return (arrows[operation] or {})[field('state') or '']
end

-- If a reply was lost, the same step may repeat its call and gets its first answer, with 'again' at the end.
local function answered_before(operation)
  local mark = field('did|' .. operation)
  local known = mark and cjson.decode(mark)
  if not known or known.epoch ~= (args.epoch or '') then return nil end
  if known.fingerprint ~= args.fingerprint then return { 'differs' } end
  table.insert(known.reply, 'again')
  return known.reply
end

local function refused()
  return { 'refused', field('state') or '' }
end

-- Whether a withheld result should be shown after all.
local function is_recovering()
  return field('state') == 'withheld' and redis.call('ZSCORE', open_key, job_id) and not field('repeat_due')
end

-- Whether the job has a record, and one in which this field is a count.
local function has_count(name)
  local value = redis.call('TYPE', job_key).ok == 'hash' and field(name) or ''
  return #value <= 15 and string.match(value, '^%d+$') ~= nil
end

-- Whether a newer program wrote the record and only that can read it: args.reads is the version that this one
-- reads.
local function is_newer()
  return has_count('version') and tonumber(field('version')) > tonumber(args.reads)
end

-- The following helpers write; a script calls them only after all its checks.

local money_change = nil

local function remember(operation, reply)
  local mark = { epoch = args.epoch or '', fingerprint = args.fingerprint, reply = reply }
  redis.call('HSET', job_key, 'did|' .. operation, cjson.encode(mark))
  return reply
end

-- A step finished, so earlier unfinished ones are forgotten.
local function note_progress()
  redis.call('HDEL', job_key, 'pickups', 'failure', 'repeat_due')
end

-- An edit by the step in hand may still arrive after what the next step shows.
local function note_old_news()
  local until_ms = tonumber(field('news_until') or '0')
  if until_ms <= now then return end
  redis.call('HDEL', job_key, 'news_until')
  redis.call('HSET', job_key, 'old_news_until', whole(math.max(until_ms, tonumber(field('old_news_until') or '0'))))
end

-- Asks for the next wake-up, which also revives a dead letter; it does not postpone an unhandled callback.
-- Returns the number of the wake-up and when it is due.
local function schedule(due_ms)
  local hinted = field('hint_due')
  local due = whole(hinted and math.min(due_ms, math.max(tonumber(hinted), now)) or due_ms)
  redis.call('ZADD', open_key, due, job_id)
  redis.call('HDEL', dead_key, job_id)
  return whole(redis.call('HINCRBY', job_key, 'wake', 1)), due
end

-- The job's final message is shown. If old edits may still overwrite it, it is repeated when they can no
-- longer arrive; at `again_at` (ms, or nil for never) the job is looked at again. Returns the number of the
-- wake-up and when it is due, or nothing.
local function close_or_repeat(again_at)
  local due = math.max(tonumber(field('news_until') or '0'), tonumber(field('old_news_until') or '0'))
  if due > now then
    redis.call('HSET', job_key, 'repeat_due', whole(due))
    return schedule(math.min(due, again_at or due))
  end
  if due > 0 then redis.call('HDEL', job_key, 'news_until', 'old_news_until') end
  if again_at then return schedule(again_at) end
  redis.call('ZREM', open_key, job_id)
end

-- Notes that the requester must be told of the job's end, which happens once in its life, or that this is over
-- (args.notice: due, over or empty). Returns whether it is still to be done.
local function note_notice()
  if args.notice == 'due' then redis.call('HSETNX', job_key, 'note:notice', 'due') end
  if args.notice == 'over' then redis.call('HSET', job_key, 'note:notice', 'over') end
  return (field('note:notice') or 'over') ~= 'over'
end

local function with_money(reply)
  for _, value in ipairs(money_change or {}) do table.insert(reply, value) end
  return reply
end

-- A job that has not been sent waits; their number is limited per account and per member.
local function note_waiting(state)
  local entry = field('waiting_as')
  if state == 'requested' or state == 'accepted' then
    redis.call('ZADD', waiting_key, 0, entry)
  else
    redis.call('ZREM', waiting_key, entry)
  end
end

-- A job that was sent and may be running is listed, to tell its place from unused ones, and to bound how many of an
-- account's are charged by uploaded clips.
local function note_running(state)
  local may_run = state == 'submitting' or state == 'submitted' or state == 'uncertain'
  if may_run and field('place') ~= 'none' then
    redis.call('ZADD', listed_key, 0, 'running ' .. job_id)
  else
    redis.call('ZREM', listed_key, 'running ' .. job_id)
  end
  local unbilled = field('unbilled')
  if unbilled and may_run then redis.call('ZADD', listed_key, 0, unbilled) end
  if unbilled and not may_run then redis.call('ZREM', listed_key, unbilled) end
end

-- Moving a job takes it away from the step that has it in hand: that step must neither act for the new state
-- nor postpone what comes next.
local function end_other_steps()
  if field('epoch') == args.epoch then return end
  note_old_news()
  redis.call('HINCRBY', job_key, 'epoch', 1)
end

-- Ends an operation: {'moved', wake, due}, and if money changed, its version, the amount, 'open' or 'closed',
-- the window of the operator's total, and the account.
local function move(operation, to, due_ms)
  redis.call('HSET', job_key, 'state', to, 'changed_at', whole(now))
  end_other_steps()
  note_waiting(to)
  note_progress()
  note_running(to)
  return remember(operation, with_money({ 'moved', schedule(due_ms) }))
end

-- Indexes the job by the service's names for its task and outputs, for as long as it has a record.
-- args: made (JSON: the prefixes of the entries)
local function note_made()
  local entries = cjson.decode(field('listed_as') or '[]')
  local known = {}
  for _, entry in ipairs(entries) do known[entry] = true end
  for _, beginning in ipairs(cjson.decode(args.made)) do
    local entry = beginning .. job_id
    if not known[entry] then
      known[entry] = true
      table.insert(entries, entry)
      redis.call('ZADD', listed_key, 0, entry)
    end
  end
  if #entries > 0 then redis.call('HSET', job_key, 'listed_as', cjson.encode(entries)) end
end

-- One entry for a change of the job's money; `before` is the amount that `credits` replaces. `spent` is by how
-- much it changes the spend of the job's day; nil if it doesn't.
local function journal(operation, before, credits, window, over, spent)
  local version = whole(redis.call('HINCRBY', job_key, 'money', 1))
  local state = redis.call('HGET', hold_key, 'state') == 'open' and 'open' or 'closed'
  money_change = { version, whole(credits), state, field('operator_window') or '', args.account }
  redis.call('ZADD', unmirrored_key, whole(now), job_id)
  local line = { 'XADD', journal_key, '*', 'operation', operation, 'account', args.account, 'job', job_id,
    'scopes', args.scopes, 'at', whole(now), 'window', window, 'before', whole(before), 'credits', whole(credits),
    'version', version, 'posted', whole(amount(account_key, 'posted|' .. window)),
    'pending', whole(amount(account_key, 'pending|' .. window)) }
  if over > 0 then
    table.insert(line, 'overrun')
    table.insert(line, whole(over))
  end
  local more = {}
  if operation == 'hold' or spent then more = { feature = field('feature') or '', day = args.day } end
  if spent then more.spent = whole(spent) end
  for name, value in pairs(more) do
    table.insert(line, name)
    table.insert(line, value)
  end
  redis.call(unpack(line))
end

-- Notes that an alert is due (see alerts.ts): the first time in the open window that this much of the account's
-- limit is used or held. Of several thresholds passed at once, only the highest is told; lower ones never after it.
local function note_alert(window)
  if redis.call('HEXISTS', account_key, 'alerts') == 0 or redis.call('HGET', account_key, 'alerts_window') ~= window then return end
  local limit = redis.call('HGET', account_key, 'limit') or redis.call('HGET', account_key, 'starter')
  if not limit then return end
  local allowed = tonumber(limit) + amount(account_key, 'granted|' .. window)
  local spent, held = amount(account_key, 'posted|' .. window), amount(account_key, 'pending|' .. window)
  local told = amount(account_key, 'alerted|' .. window)
  for _, percent in ipairs({ 100, 80, 50 }) do
    if allowed > 0 and percent > told and (spent + held) * 100 >= allowed * percent then
      local name = window .. ' ' .. whole(percent)
      redis.call('HSET', account_key, 'alerted|' .. window, whole(percent), 'alert|' .. name,
        cjson.encode({ spent = whole(spent), held = whole(held), allowed = whole(allowed) }))
      redis.call('ZADD', listed_key, 0, 'alert ' .. args.account .. ' ' .. name)
      return
    end
  end
end

-- Adds to the figures of the hold's window, for the account and each scope. Expired figures are not restored.
local function count(window, pending, posted)
  local held_name, spent_name = 'pending|' .. window, 'posted|' .. window
  for index = 9, 9 + #cjson.decode(args.scopes) do
    local held, spent = unpack(redis.call('HMGET', KEYS[index], held_name, spent_name))
    if index == 9 or held then
      redis.call('HSET', KEYS[index], held_name, whole(tonumber(held or '0') + pending), spent_name,
        whole(tonumber(spent or '0') + posted))
    end
  end
  if pending + posted > 0 then note_alert(window) end
end

-- The spend of a day is by member and feature, for sums that need no reading of the journal. It expires.
local function open_day()
  if not spend_key or redis.call('EXISTS', spend_key) == 1 then return end
  redis.call('HSET', spend_key, 'opened', whole(now))
  redis.call('PEXPIRE', spend_key, args.day_kept_ms)
end

-- Counts the job's cost in the spend of its day, in place of what it counted there before. Returns the change,
-- or nil if there is none. An expired day is not restored.
local function count_spent(credits)
  if not spend_key or redis.call('EXISTS', spend_key) == 0 then return nil end
  local change = credits - amount(hold_key, 'spent')
  if change == 0 then return nil end
  for _, scope in ipairs(cjson.decode(args.scopes)) do
    if scope.kind == 'member' then add(spend_key, scope.id .. '|' .. (field('feature') or ''), change) end
  end
  redis.call('HSET', hold_key, 'spent', whole(credits))
  return change
end

-- Changes the held amount, in the window of the hold.
local function adjust_hold(credits)
  local window, held = redis.call('HGET', hold_key, 'window'), amount(hold_key, 'amount')
  count(window, credits - held, 0)
  redis.call('HSET', hold_key, 'amount', whole(credits))
  journal('adjust', held, credits, window, 0)
end

local day_ms = 24 * 60 * 60 * 1000
local unit_bits = 12 -- 4 KiB

-- Counts a job that nothing was charged for, because no budget limits how many records and lines such jobs leave. A long
-- one counts more. Requests are refused while an allowance is used up: see request.lua.
local function count_uncharged()
  local bytes = #(field('values') or '') + #(field('given') or '')
  local units = 1 + bit.rshift(bytes, unit_bits)
  local last_figures = 9 + #cjson.decode(args.scopes)
  for index, text in ipairs(cjson.decode(args.uncharged_spacings)) do
    local spacing = tonumber(text)
    if spacing then
      local key = KEYS[last_figures + index]
      local known = math.max(tonumber(redis.call('GET', key) or '0'), now)
      local span = math.min(known + units * spacing - now, day_ms)
      redis.call('SET', key, whole(now + span), 'PX', whole(span))
    end
  end
end

local function note_settled(credits, source)
  redis.call('HSET', job_key, 'settled', whole(credits), 'settled_by', source)
  if credits == 0 then count_uncharged() end
end

-- Ends the hold: `credits` of it are spent, the rest is free again.
local function close_hold(operation, credits, source)
  local window, held = redis.call('HGET', hold_key, 'window'), amount(hold_key, 'amount')
  count(window, -held, credits)
  redis.call('HSET', hold_key, 'state', operation, 'settled', whole(credits), 'source', source)
  note_settled(credits, source)
  journal(operation, held, credits, window, credits - held, count_spent(credits))
end

-- Stops all automatic work on a job, and keeps why. Its hold stays.
local function bury(why, detail)
  redis.call('ZREM', open_key, job_id)
  local entry = redis.call('TYPE', job_key).ok == 'hash' and field('waiting_as')
  if entry then redis.call('ZREM', waiting_key, entry) end
  redis.call('HSET', dead_key, job_id, cjson.encode({ why = why, detail = detail, at = whole(now) }))
  return { 'dead', why, detail }
end

local ranks = { hold = 1, estimate = 2, refund = 3, final = 4 }

-- Compares a later figure of a settled job with the known one: 'better', 'same', 'stale' or 'differs'. Writes
-- nothing.
local function compare_truth(credits, source)
  local settled, known = amount(hold_key, 'settled'), redis.call('HGET', hold_key, 'source')
  if ranks[source] > ranks[known] then return 'better' end
  if ranks[source] < ranks[known] then return 'stale' end
  return credits == settled and 'same' or 'differs'
end

-- Replaces what was settled, in the window of the hold.
local function correct_hold(credits, source)
  local window, settled = redis.call('HGET', hold_key, 'window'), amount(hold_key, 'settled')
  count(window, 0, credits - settled)
  redis.call('HSET', hold_key, 'settled', whole(credits), 'source', source)
  note_settled(credits, source)
  journal('correct', settled, credits, window, credits - amount(hold_key, 'amount'), count_spent(credits))
end

-- Settles as an arrow says: an open hold, or a better figure for a closed one.
local function settle(arrow, operation, credits, source)
  if arrow.hold ~= 'corrected' then
    close_hold(operation, credits, source)
  elseif compare_truth(credits, source) == 'better' then
    correct_hold(credits, source)
  end
end
