-- SUBMITTED: submitting or uncertain -> submitted; the hold becomes the service's own estimate.
-- args: account, scopes, task, eta (seconds or empty), estimate (or empty), next_look (ms)
-- Returns {'moved', wake, due, ...money} | {'refused', state} | {'differs'}
local known = answered_before('submitted')
if known then return known end
local arrow = arrow_of('submitted')
if not arrow or not (is_current_step() or is_sender()) then return refused() end
redis.call('HSET', job_key, 'task', args.task, 'submitted_at', whole(now))
if args.eta ~= '' then redis.call('HSET', job_key, 'eta', args.eta) end
if args.estimate ~= '' then
  local window, estimate = redis.call('HGET', hold_key, 'window'), tonumber(args.estimate)
  local held = amount(hold_key, 'amount')
  count(window, estimate - held, 0)
  redis.call('HSET', hold_key, 'amount', whole(estimate))
  redis.call('HSET', job_key, 'estimate', whole(estimate))
  journal('adjust', held, estimate, window, 0)
end
return move('submitted', arrow.to, tonumber(args.next_look))
