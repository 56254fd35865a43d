-- HINT: the service called back on a job. The call only proves that there is something to look up: state and
-- epoch are unchanged. Calls within args.quiet ms are one wake-up, which comes after the last of them. No
-- call postpones a wake-up that no worker has taken up yet, or endless calls would postpone it forever.
-- args: task (named by the call), tasks_max (how many different ones are kept), quiet (ms)
-- Returns {'woken', wake, due} | {'kept'} (until the answer of the paid request has come, or is given up, or
-- an operator puts a dead letter back) | {'ignored'}
local state = field('state')
local own_task = field('task')
local is_open = state == 'submitting' or state == 'uncertain' or state == 'booked'
local is_running = state == 'submitted' or state == 'expired'
if own_task then
  if own_task ~= args.task or not (is_running or state == 'booked') then return { 'ignored' } end
elseif not is_open then
  return { 'ignored' }
end

local tasks = cjson.decode(field('hinted_tasks') or '[]')
local is_known = own_task ~= nil
for _, task in ipairs(tasks) do is_known = is_known or task == args.task end
if not is_known then
  if #tasks >= tonumber(args.tasks_max) then return { 'ignored' } end
  table.insert(tasks, args.task)
  redis.call('HSET', job_key, 'hinted_tasks', cjson.encode(tasks))
end
if state == 'submitting' or redis.call('HEXISTS', dead_key, job_id) == 1 then return { 'kept' } end

if field('hint_due') and redis.call('ZSCORE', open_key, job_id) then return { 'kept' } end
local due = math.max(now, tonumber(field('hint_last') or '0') + tonumber(args.quiet))
redis.call('HSET', job_key, 'hint_due', whole(due), 'hint_last', whole(due))
-- The step that may be in hand is overtaken, which does not count as its failure.
if tonumber(field('pickups') or '0') > 0 then redis.call('HINCRBY', job_key, 'pickups', -1) end
local wake, due_ms = schedule(due)
return { 'woken', wake, due_ms }
