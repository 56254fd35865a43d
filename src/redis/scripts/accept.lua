-- ACCEPT: requested -> accepted, once the member has seen the answer. If the job was already given up, that
-- answer promises a result that will never come: without another message of the job, the answer becomes its
-- message and must say how the job ended, overtaking any worker that reports it elsewhere now.
-- args: message (JSON of the answer's message, or empty when its id is not known)
-- Returns {'moved', wake, due} | {'late', wake, due} | {'refused', state} | {'differs'}
local known = answered_before('accept')
if known then return known end
local arrow = arrow_of('accept')
if not arrow then
  if field('state') ~= 'voided' or field('message') or args.message == '' then return refused() end
  redis.call('HSET', job_key, 'message', args.message)
  redis.call('HDEL', job_key, 'told', 'reply_token')
  redis.call('HINCRBY', job_key, 'epoch', 1)
  return remember('accept', { 'late', schedule(now) })
end
if args.message ~= '' then redis.call('HSET', job_key, 'message', args.message) end
return move('accept', arrow.to, now)
