-- VOID: requested, accepted, submitting or uncertain -> voided. The whole hold is free again.
-- args: account, scopes, ending, said (by the service, or empty)
-- Returns {'moved', wake, due, ...money} | {'refused', state} | {'differs'}
local known = answered_before('void')
if known then return known end
local arrow = arrow_of('void')
if not arrow or not (is_current_step() or is_sender()) then return refused() end
redis.call('HSET', job_key, 'ending', args.ending, 'said', args.said)
close_hold('void', 0, 'final')
return move('void', arrow.to, now)
