-- BEGIN SUBMIT: accepted -> submitting. Written before the paid request leaves, so that a crash is never mistaken for
-- a request that was not sent.
-- args: deadline (ms; after it the outcome counts as unknown), callback ('asked' where the request brings along where
-- to call back, else empty)
-- Returns {'moved', wake, due} | {'refused', state} | {'differs'}
local known = answered_before('begin-submit')
if known then return known end
local arrow = arrow_of('begin-submit')
if not arrow or not is_current_step() then return refused() end
redis.call('HSET', job_key, 'submit_epoch', args.epoch, 'submit_deadline', args.deadline, 'callback', args.callback)
redis.call('HINCRBY', job_key, 'submit_tries', 1)
return move('begin-submit', arrow.to, tonumber(args.deadline))
