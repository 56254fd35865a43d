-- TAKE: a worker takes up the next step of a job.
-- args: wake (number of the wake-up), until (ms; not done by then, the job is woken again)
-- Returns {'taken', field, value, ...} with the whole record | {'stale'}: another wake-up is the valid one, or the job
-- has nothing left to do. The same wake-up twice is taken twice, under a higher epoch: the first worker may have died.
if field('wake') ~= args.wake then return { 'stale' } end
if not redis.call('ZSCORE', open_key, job_id) then return { 'stale' } end
redis.call('HINCRBY', job_key, 'epoch', 1)
redis.call('ZADD', open_key, args['until'], job_id)
local hinted = field('hint_due')
if hinted and tonumber(hinted) <= now then redis.call('HDEL', job_key, 'hint_due') end
local reply = redis.call('HGETALL', job_key)
table.insert(reply, 1, 'taken')
return reply
