-- READY: the result is there. It is written and paid for in this one step.
-- args: account, epoch, outcome (JSON), cost, source (final | estimate | hold)
-- Returns {'moved', wake} | {'refused', state}
local state = field('state')
if state ~= 'submitted' or not may_move(state, 'ready') or not is_current_step() then
  return { 'refused', state or '' }
end
redis.call('HSET', job_key, 'outcome', args.outcome)
close_hold('settle', tonumber(args.cost), args.source)
return move('ready', now)
