-- RETURN: submitting or uncertain -> accepted. Nothing was bought: the request did not leave, or the service
-- was too busy for it, or no replica has its mark. A job that was cancelled or booked meanwhile is voided
-- instead; if booked, only by the step that was to send it.
-- args: account, scopes, retry_at (ms), why (busy | unsent | unkept), cancelled_ending, booked_ending
-- Returns {'moved', wake, due, ...money} | {'refused', state} | {'differs'}
local known = answered_before('return-to-accepted')
if known then return known end
local arrow, was_booked = arrow_of('return-to-accepted'), field('state') == 'booked'
if not arrow or not knows_unsent() then return refused() end
if was_booked or field('cancelled_by') then
  local ending = field('cancelled_by') and args.cancelled_ending or args.booked_ending
  local instead = was_booked and arrow or arrow_of('void')
  redis.call('HSET', job_key, 'ending', ending, 'said', '')
  settle(arrow, 'void', 0, 'final')
  return move('return-to-accepted', instead.to, now)
end
if args.why == 'unsent' then redis.call('HINCRBY', job_key, 'unsent_tries', 1) end
return move('return-to-accepted', arrow.to, tonumber(args.retry_at))
