-- FAIL: the service says that the task failed. The whole hold is free again.
-- args: account, epoch, ending, said (by the service, or empty)
-- Returns {'moved', wake} | {'refused', state}
local state = field('state')
if state ~= 'submitted' or not may_move(state, 'failed') or not is_current_step() then
  return { 'refused', state or '' }
end
redis.call('HSET', job_key, 'ending', args.ending, 'said', args.said)
close_hold('void', 0, 'final')
return move('failed', now)
