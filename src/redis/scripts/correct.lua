-- CORRECT: a later truth about what a job cost. Its state stays as it is. The member of one that
-- ended without a result can be told again, by a wake-up.
-- args: account, scopes, credits, source (hold | estimate | refund | final), tell ('again', only where no end was
-- known; or empty)
-- Returns {'corrected', ...money} | {'same'} | {'stale'} (a better source is known) | {'differs'} (the
-- same source said something else) | {'not_settled'} (or there is no record any more)
if not field('state') or redis.call('HEXISTS', hold_key, 'settled') == 0 then return { 'not_settled' } end
local state = field('state')
if args.tell == 'again' and state ~= 'booked' and state ~= 'expired' then return { 'not_settled' } end
local credits = tonumber(args.credits)
local truth = compare_truth(credits, args.source)
if truth ~= 'better' then return { truth } end
correct_hold(credits, args.source)
if args.tell == 'again' then
  redis.call('HDEL', job_key, 'told')
  end_other_steps()
  schedule(now)
end
return with_money({ 'corrected' })
