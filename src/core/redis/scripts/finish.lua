-- FINISH: ready -> posted or withheld. Nothing is left to do for this job.
-- args: epoch, to, message (JSON, or empty to keep the one that is known)
-- Returns {'moved', wake} | {'refused', state}
local state = field('state')
if not may_move(state, args.to) or not is_current_step() then return { 'refused', state or '' } end
if args.message ~= '' then redis.call('HSET', job_key, 'message', args.message) end
redis.call('HSET', job_key, 'told', args.to)
redis.call('HDEL', job_key, 'reply_token')
local moved = move(args.to, now)
redis.call('ZREM', open_key, job_id)
return moved
