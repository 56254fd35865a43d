-- BOOK: uncertain -> booked, or submitted -> expired. No end is known, so what is held counts as spent.
-- args: account, epoch, to, ending
-- Returns {'moved', wake} | {'refused', state}
local state = field('state')
if not may_move(state, args.to) or not is_current_step() then return { 'refused', state or '' } end
redis.call('HSET', job_key, 'ending', args.ending)
close_hold('book', amount(hold_key, 'amount'), field('estimate') and 'estimate' or 'hold')
return move(args.to, now)
