-- FINISH: ready or withheld -> posted, ready -> withheld. Nothing is left to do for this job but to tell its
-- requester that it is posted, and it is listed among the results.
-- args: operation ('post' or 'withhold'), message (JSON, or empty to keep the one that is known), notice ('due'
--       if the requester must be told, or empty)
-- Returns {'moved', wake, due} | {'refused', state} | {'differs'}
local known = answered_before(args.operation)
if known then return known end
local arrow = arrow_of(args.operation)
if not arrow or not is_current_step() then return refused() end
if args.message ~= '' then redis.call('HSET', job_key, 'message', args.message) end
redis.call('HSET', job_key, 'told', arrow.to)
redis.call('HDEL', job_key, 'reply_token')
local moved = move(args.operation, arrow.to, now)
local is_notice_due = arrow.to == 'posted' and note_notice()
local wake, due = close_or_repeat(is_notice_due and now or nil)
if is_notice_due then moved = remember(args.operation, { 'moved', wake, due }) end
for _, entry in ipairs(cjson.decode(field('shown_as') or '[]')) do redis.call('ZADD', listed_key, 0, entry) end
return moved
