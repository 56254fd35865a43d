-- PUT BACK: at the operator's request a dead letter becomes a job again, and the reason is forgotten.
-- Workers take it up again; or the operator holds it until a time, after which workers do.
-- args: until (ms, or empty for workers)
-- Returns {'back'} | {'taken', field, value, ...} with the whole record | {'not_dead'} | {'no_record'}
if redis.call('HEXISTS', dead_key, job_id) == 0 then return { 'not_dead' } end
if redis.call('TYPE', job_key).ok ~= 'hash' then return { 'no_record' } end
if not has_count('wake') then redis.call('HSET', job_key, 'wake', '0') end
if not has_count('epoch') then redis.call('HSET', job_key, 'epoch', '0') end
redis.call('HDEL', job_key, 'pickups', 'failure')
if field('waiting_as') then note_waiting(field('state')) end
if args['until'] == '' then
  schedule(now)
  return { 'back' }
end
schedule(tonumber(args['until']))
redis.call('HINCRBY', job_key, 'epoch', 1)
local reply = redis.call('HGETALL', job_key)
table.insert(reply, 1, 'taken')
return reply
