-- FORGET: removes the record of a finished job, with all its entries in the list. Its hold stays and is
-- marked: it says what the job cost, and that it existed. If the job is unfinished, or finished too recently,
-- nothing is removed, and it is found by its age again later. If the step that sent a booked request may still
-- report, a record that a member wants removed stays for that long, and is listed to be removed then.
-- args: before (ms; it must have been in its state since then), late_before (the same for one whose outcome may
--       still arrive), again (ms; the age under which an unfinished job is listed), reads (the version of records
--       that is known), entry (the entry by which it was found; empty if a member asked), report_ms (how
--       long that step may report after the request was booked)
-- KEYS 9 which months of the journal are archived, 10 jobs whose holds the archiver looks at again
-- Returns {'forgotten'} (by this call or an earlier one) | {'kept', why} | {'unknown'} (it never existed)
local archived_key, late_key = KEYS[9], KEYS[10]
local is_record = redis.call('TYPE', job_key).ok == 'hash'
local state, changed_at = nil, 0
if is_record then
  state, changed_at = field('state'), tonumber(field('changed_at') or '') or 0
end

local is_over = {
  posted = true, withheld = true, voided = true, failed = true, booked = true, expired = true,
}

-- Whether its truth may still come: the same as `mayStillCome` in src/core/job/job.ts.
local function may_turn()
  if state ~= 'booked' then return state == 'expired' end
  return field('callback') == 'asked' or field('task') or field('hinted_tasks') or field('note:late_task')
end

-- Whether only others than the step that sent the request have said so far what became of it.
local function may_report()
  if state ~= 'booked' or not field('submit_epoch') then return false end
  local is_mark, mark = pcall(cjson.decode, field('did|uncertain') or '{}')
  return not is_mark or mark.epoch ~= field('submit_epoch')
end

-- All its entries in the list; nil if they can't be read.
local function read_entries()
  local all = {}
  for _, name in ipairs({ 'listed_as', 'shown_as' }) do
    local is_list, list = pcall(cjson.decode, field(name) or '')
    if not is_list then return nil end
    for _, entry in ipairs(list) do table.insert(all, entry) end
  end
  return all
end
local entries = is_record and read_entries()

-- Why the record must stay, and since when its state is unchanged.
local function reason_to_keep()
  if redis.call('ZSCORE', open_key, job_id) then return 'open' end
  if is_newer() then return 'newer' end
  if not is_over[state] then return 'open' end
  if redis.call('HGET', hold_key, 'state') == 'open' then return 'open' end
  if redis.call('ZSCORE', unmirrored_key, job_id) then return 'unmirrored' end
  if field('told') ~= state then return 'untold' end
  if not entries then return 'unreadable' end
  if changed_at > tonumber(may_turn() and args.late_before or args.before) then return 'young' end
  if may_report() and changed_at > now - tonumber(args.report_ms) then return 'unreported' end
  return nil
end

local function drop_entry()
  if args.entry ~= '' then redis.call('ZREM', listed_key, args.entry) end
end

local is_dead = redis.call('HEXISTS', dead_key, job_id) == 1
if redis.call('EXISTS', job_key) == 0 and not is_dead then
  drop_entry()
  return { redis.call('HEXISTS', hold_key, 'forgotten') == 1 and 'forgotten' or 'unknown' }
end

local why = is_dead and 'dead' or reason_to_keep()
if why then
  local list = string.match(args.entry, '^%a+') or (why == 'unreported' and 'asked')
  if list then
    drop_entry()
    local age = (why == 'young' or why == 'unreported') and changed_at or tonumber(args.again)
    redis.call('ZADD', listed_key, 0, list .. ' ' .. string.format('%015.0f', age) .. ' ' .. job_id)
  end
  return { 'kept', why }
end

drop_entry()
for _, entry in ipairs(entries) do redis.call('ZREM', listed_key, entry) end
redis.call('HSET', hold_key, 'forgotten', whole(now))
-- The archiver may have passed its month already. The clocks of Redis and of processes differ by minutes at most.
local archived_ms = tonumber(string.match(redis.call('HGET', archived_key, 'last') or '', '^%d+'))
if archived_ms and changed_at < archived_ms + 600000 then redis.call('SADD', late_key, job_id) end
redis.call('DEL', job_key)
return { 'forgotten' }
