-- WAKE AT: nothing changed; look at the job again later. A repeated wake-up does no harm, but a repeated
-- count would: only a call that counts gets its first answer again.
-- args: at (ms), counter (the name of a count of tries to raise, or empty), sooner ('only': a wake-up that is
-- due earlier is unchanged; or empty)
-- Returns {'moved', wake, due} | {'refused', state} | {'differs'}
local known = args.counter ~= '' and answered_before('wake-at')
if known then return known end
local due = redis.call('ZSCORE', open_key, job_id)
if not due or not is_current_step() then return refused() end
if args.sooner ~= '' and tonumber(due) <= tonumber(args.at) then return refused() end
note_progress()
local state = field('state')
if (state == 'booked' or state == 'expired') and field('told') == state then
  return { 'moved', close_or_repeat(tonumber(args.at)) }
end
if args.counter == '' then return { 'moved', schedule(tonumber(args.at)) } end
redis.call('HINCRBY', job_key, args.counter, 1)
return remember('wake-at', { 'moved', schedule(tonumber(args.at)) })
