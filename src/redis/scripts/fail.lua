-- FAIL: the service says that the task failed. What was held is free again; what
-- was booked was not spent after all.
-- args: account, scopes, ending, said (by the service, or empty)
-- Returns {'moved', wake, due, ...money} | {'refused', state} | {'differs'}
local known = answered_before('fail')
if known then return known end
local arrow = arrow_of('fail')
if not arrow or not is_current_step() then return refused() end
redis.call('HSET', job_key, 'ending', args.ending, 'said', args.said)
settle(arrow, 'void', 0, 'final')
return move('fail', arrow.to, now)
