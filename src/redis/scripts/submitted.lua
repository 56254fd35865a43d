-- SUBMITTED: submitting or uncertain -> submitted; the hold becomes the service's own estimate. A callback
-- that named the task before its answer came is handled at once. If the request was booked meanwhile, the
-- answer only adds the task to look up: state and money are unchanged.
-- args: account, scopes, task, eta (seconds or empty), estimate (or empty), next_look (ms), made (see note_made)
-- Returns {'moved', wake, due, ...money} | {'late', wake, due} | {'refused', state} | {'differs'}
local known = answered_before('submitted')
if known then return known end
local arrow = arrow_of('submitted')
if not arrow and field('state') == 'booked' and field('submit_epoch') == args.epoch and not field('task') then
  redis.call('HSET', job_key, 'task', args.task, 'hint_due', whole(now), 'hint_last', whole(now))
  note_made()
  return remember('submitted', { 'late', schedule(now) })
end
if not arrow or not (is_current_step() or is_sender()) then return refused() end
redis.call('HSET', job_key, 'task', args.task, 'submitted_at', whole(now))
note_made()
if args.eta ~= '' then redis.call('HSET', job_key, 'eta', args.eta) end
if args.estimate ~= '' then
  adjust_hold(tonumber(args.estimate))
  redis.call('HSET', job_key, 'estimate', whole(tonumber(args.estimate)))
end
local next_look = tonumber(args.next_look)
for _, task in ipairs(cjson.decode(field('hinted_tasks') or '[]')) do
  if task == args.task then next_look = math.min(next_look, now) end
end
-- A member who cancelled it meanwhile is told soon that it runs on.
if field('cancelled_by') then next_look = math.min(next_look, now) end
-- The sender may no longer have the job, and then says nothing of it: the next worker to look does, and soon.
if not is_current_step() then
  redis.call('HSET', job_key, 'note:working', 'untold')
  next_look = math.min(next_look, now)
end
return move('submitted', arrow.to, next_look)
