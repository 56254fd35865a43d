-- FINISH: ready or withheld -> posted, ready -> withheld. Nothing is left to do for this job, and it is
-- listed among the results.
-- args: operation ('post' or 'withhold'), message (JSON, or empty to keep the one that is known)
-- Returns {'moved', wake, due} | {'refused', state} | {'differs'}
local known = answered_before(args.operation)
if known then return known end
local arrow = arrow_of(args.operation)
if not arrow or not is_current_step() then return refused() end
if args.message ~= '' then redis.call('HSET', job_key, 'message', args.message) end
redis.call('HSET', job_key, 'told', arrow.to)
redis.call('HDEL', job_key, 'reply_token')
local moved = move(args.operation, arrow.to, now)
close_or_repeat()
for _, entry in ipairs(cjson.decode(field('shown_as') or '[]')) do redis.call('ZADD', listed_key, 0, entry) end
return moved
