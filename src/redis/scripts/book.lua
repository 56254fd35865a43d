-- BOOK: uncertain -> booked, or submitted -> expired. No end is known, so the hold counts as spent.
-- args: account, scopes, operation ('book' or 'expire'), ending, stop (the entry that stops the account's uploaded clips, see
--       clip-stops.ts; or empty)
-- Returns {'moved', wake, due, ...money} | {'refused', state} | {'differs'}
local known = answered_before(args.operation)
if known then return known end
local arrow = arrow_of(args.operation)
if not arrow or not is_current_step() then return refused() end
redis.call('HSET', job_key, 'ending', args.ending)
if args.stop ~= '' then redis.call('ZADD', listed_key, 0, args.stop) end
close_hold('book', amount(hold_key, 'amount'), field('estimate') and 'estimate' or 'hold')
return move(args.operation, arrow.to, now)
