-- BOOK: uncertain -> booked, or submitted -> expired. No end is known, so the hold counts as spent.
-- args: account, scopes, operation ('book' or 'expire'), ending
-- Returns {'moved', wake, due, ...money} | {'refused', state} | {'differs'}
local known = answered_before(args.operation)
if known then return known end
local arrow = arrow_of(args.operation)
if not arrow or not is_current_step() then return refused() end
redis.call('HSET', job_key, 'ending', args.ending)
close_hold('book', amount(hold_key, 'amount'), field('estimate') and 'estimate' or 'hold')
return move(args.operation, arrow.to, now)
