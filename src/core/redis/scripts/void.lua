-- VOID: requested, accepted, submitting or uncertain -> voided. The whole hold is free again.
-- args: account, ending, said (by the service, or empty), epoch (optional)
-- Returns {'moved', wake} | {'refused', state}
local state = field('state')
if not may_move(state, 'voided') or not is_current_step() then return { 'refused', state or '' } end
redis.call('HSET', job_key, 'ending', args.ending, 'said', args.said)
close_hold('void', 0, 'final')
return move('voided', now)
