-- CORRECT: a later, better figure of a job's cost. Its state is unchanged. If the job ended without a result,
-- a wake-up can tell its member again.
-- args: account, scopes, credits, source (hold | estimate | refund | final), tell ('again', only where no end was
-- known; or empty)
-- Returns {'corrected', ...money} | {'same'} | {'stale'} (a better source is known) | {'differs'} (the
-- same source said something else) | {'not_settled'} (or the record is gone)
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
