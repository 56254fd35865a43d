-- READY: the result has arrived. It is written and paid for in this one step; if the job was already booked,
-- the result's figure replaces the booked one if it is better. The step that sent the request may have had
-- the result all along.
-- args: account, scopes, outcome (JSON), cost, source (final | estimate | hold), made (see note_made), stop (the entry
--       that stops the account's uploaded clips, see clip-stops.ts; or empty)
-- Returns {'moved', wake, due, ...money} | {'refused', state} | {'differs'}
local known = answered_before('ready')
if known then return known end
local arrow = arrow_of('ready')
if not arrow or not knows_outcome() then return refused() end
redis.call('HSET', job_key, 'outcome', args.outcome)
redis.call('HDEL', job_key, 'ending', 'said')
note_made()
if args.stop ~= '' then redis.call('ZADD', listed_key, 0, args.stop) end
settle(arrow, 'settle', tonumber(args.cost), args.source)
return move('ready', arrow.to, now)
