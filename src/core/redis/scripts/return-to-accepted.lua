-- RETURN: submitting or uncertain -> accepted. Nothing was bought: the request did not leave, or the service was too
-- busy for it, or no replica heard of it. A job that was cancelled meanwhile is voided instead.
-- args: account, scopes, retry_at (ms), why (busy | unsent | unkept), cancelled_ending
-- Returns {'moved', wake, due, ...money} | {'refused', state} | {'differs'}
local known = answered_before('return-to-accepted')
if known then return known end
local arrow = arrow_of('return-to-accepted')
if not arrow or not (is_current_step() or is_sender()) then return refused() end
if field('cancelled_by') then
  local instead = arrow_of('void')
  redis.call('HSET', job_key, 'ending', args.cancelled_ending, 'said', '')
  close_hold('void', 0, 'final')
  return move('return-to-accepted', instead.to, now)
end
if args.why == 'unsent' then redis.call('HINCRBY', job_key, 'unsent_tries', 1) end
return move('return-to-accepted', arrow.to, tonumber(args.retry_at))
