-- TAKE: a worker takes up the next step of a job. The same wake-up twice is taken twice, under a higher
-- epoch: the first worker may have died. A job that was never sent can still be ended by a worker, so it may
-- be taken up twice as often.
-- args: wake (number of the wake-up), until (JSON: by known state, in ms; if not done then, the job is woken
--       again), pickups_max (how often in a row a job with unfinished steps is taken up), reads (the
--       version of records that is known), platforms (JSON list: the chats that the worker serves, or empty
--       for all), left_for (ms: how long a job of another chat is left to other workers)
-- Returns {'taken', field, value, ...} with the whole record | {'stale'} (another wake-up is the valid one,
--       or the job has nothing left to do) | {'newer', version} (it is left to a newer program) |
--       {'elsewhere'} (it is left to a worker that serves its chat) | {'dead',
--       why, detail} (it was taken up too often, or can't be, and becomes a dead letter)
if field('wake') ~= args.wake then return { 'stale' } end
if not redis.call('ZSCORE', open_key, job_id) then return { 'stale' } end
if is_newer() then return { 'newer', field('version') } end

-- Whether the worker serves the job's chat. If that is unknown, it takes the job up and finds out what is
-- wrong.
local function is_served()
  local could_read, target = pcall(cjson.decode, field('target') or '')
  if args.platforms == '' or not could_read or type(target) ~= 'table' then return true end
  for _, platform in ipairs(cjson.decode(args.platforms)) do
    if platform == target.platform then return true end
  end
  return false
end

if is_served() then
  redis.call('HDEL', job_key, 'left_since')
else
  local since = tonumber(field('left_since') or '') or now
  redis.call('HSET', job_key, 'left_since', whole(since))
  if now - since < tonumber(args.left_for) then return { 'elsewhere' } end
end
if not has_count('epoch') then return bury('unreadable', 'its epoch is no number') end
local pickups, pickups_max = (tonumber(field('pickups') or '') or 0) + 1, tonumber(args.pickups_max)
local is_unsent = field('state') == 'requested' or field('state') == 'accepted'
if pickups > (is_unsent and 2 * pickups_max or pickups_max) then
  return bury('failing', field('failure') or 'each process that took it up ended before its step did')
end
note_old_news()
redis.call('HSET', job_key, 'pickups', whole(pickups))
redis.call('HINCRBY', job_key, 'epoch', 1)
redis.call('ZADD', open_key, cjson.decode(args['until'])[field('state')] or now, job_id)
local hinted = field('hint_due')
if hinted and tonumber(hinted) <= now then redis.call('HDEL', job_key, 'hint_due') end
local reply = redis.call('HGETALL', job_key)
table.insert(reply, 1, 'taken')
return reply
