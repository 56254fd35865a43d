-- CANCEL: the member, or somebody who may, does not want the job any more. What has not been sent is voided; what may
-- be running cannot be stopped, so the wish is kept for whoever learns of its end.
-- args: account, scopes, ending, by
-- Returns {'moved', wake, due, ...money} | {'flagged'} | {'already_done'} | {'differs'} (another cancelled it before) |
--       {'refused', ''} (there is no such job)
local state = field('state')
if not state then return refused() end
if state == 'requested' or state == 'accepted' then
  local arrow = arrow_of('void')
  redis.call('HSET', job_key, 'ending', args.ending, 'said', '', 'cancelled_by', args.by)
  close_hold('void', 0, 'final')
  return move('cancel', arrow.to, now)
end
local known = answered_before('cancel')
if known then return known end
if state ~= 'submitting' and state ~= 'submitted' and state ~= 'uncertain' then return { 'already_done' } end
redis.call('HSETNX', job_key, 'cancelled_by', args.by)
return { 'flagged' }
