-- FAIL: the service reports that the task failed. The hold is released; a booked amount was not spent after
-- all.
-- args: account, scopes, ending, said (by the service, or empty)
-- Returns {'moved', wake, due, ...money} | {'refused', state} | {'differs'}
local known = answered_before('fail')
if known then return known end
local arrow = arrow_of('fail')
if not arrow or not is_current_step() then return refused() end
redis.call('HSET', job_key, 'ending', args.ending, 'said', args.said)
settle(arrow, 'void', 0, 'final')
return move('fail', arrow.to, now)
