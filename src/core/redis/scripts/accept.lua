-- ACCEPT: requested -> accepted, once the member has seen the answer.
-- args: message (JSON of the answer's message, or empty when its id is not known)
-- Returns {'moved', wake, due} | {'refused', state} | {'differs'}
local known = answered_before('accept')
if known then return known end
local arrow = arrow_of('accept')
if not arrow then return refused() end
if args.message ~= '' then
  redis.call('HSET', job_key, 'message', args.message)
  redis.call('HDEL', job_key, 'reply_token')
end
return move('accept', arrow.to, now)
