-- VOID: requested, accepted, submitting, uncertain or booked -> voided. The whole hold is released, or the
-- booked amount.
-- args: account, scopes, ending, said (by the service, or empty)
-- Returns {'moved', wake, due, ...money} | {'refused', state} | {'differs'}
local known = answered_before('void')
if known then return known end
local arrow = arrow_of('void')
if not arrow or not knows_unsent() then return refused() end
redis.call('HSET', job_key, 'ending', args.ending, 'said', args.said)
settle(arrow, 'void', 0, 'final')
return move('void', arrow.to, now)
