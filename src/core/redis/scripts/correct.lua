-- CORRECT: a later truth about what a job cost. Its state stays as it is.
-- args: account, scopes, credits, source (hold | estimate | final)
-- Returns {'corrected', ...money} | {'same'} | {'stale'} (a better source is known) | {'differs'} (the
-- same source said something else) | {'not_settled'} (or there is no record any more)
if not field('state') or redis.call('HEXISTS', hold_key, 'settled') == 0 then return { 'not_settled' } end
local credits = tonumber(args.credits)
local truth = compare_truth(credits, args.source)
if truth ~= 'better' then return { truth } end
correct_hold(credits, args.source)
return with_money({ 'corrected' })
