-- SUBMITTED: submitting or uncertain -> submitted; the hold becomes the service's own estimate.
-- args: account, epoch (the one that sent the request: its late answer counts too), task, eta (seconds or empty),
--       estimate (or empty), next_look (ms)
-- Returns {'moved', wake} | {'refused', state}
local state = field('state')
if not may_move(state, 'submitted') or field('submit_epoch') ~= args.epoch then return { 'refused', state or '' } end
redis.call('HSET', job_key, 'task', args.task, 'submitted_at', whole(now))
if args.eta ~= '' then redis.call('HSET', job_key, 'eta', args.eta) end
if args.estimate ~= '' then
  local window, estimate = redis.call('HGET', hold_key, 'window'), tonumber(args.estimate)
  count('pending', window, estimate - amount(hold_key, 'amount'))
  redis.call('HSET', hold_key, 'amount', whole(estimate))
  redis.call('HSET', job_key, 'estimate', whole(estimate))
  journal('adjust', estimate, window)
end
return move('submitted', tonumber(args.next_look))
