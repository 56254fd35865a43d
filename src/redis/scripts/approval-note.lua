-- APPROVAL-NOTE: notes how far the messages of a request to admins got.
-- KEYS 1 request to admins, 2 those with something left to do, by due time
-- ARGV 1 now in ms, 2 its entry, 3 fields as a JSON object of strings, 4 the state in which it was read, 5 when it is
--      looked at again (ms), 'over' for never, 'gone' to delete it, or empty for as before
-- Returns {'noted'} | {'unknown'} (it is gone).
local approval_key, due_key = KEYS[1], KEYS[2]
local state = redis.call('HGET', approval_key, 'state')
if not state then
  redis.call('ZREM', due_key, ARGV[2])
  return { 'unknown' }
end
for name, value in pairs(cjson.decode(ARGV[3])) do redis.call('HSET', approval_key, name, value) end
if ARGV[5] == '' then return { 'noted' } end
if state ~= ARGV[4] then
  redis.call('ZADD', due_key, ARGV[1], ARGV[2])
elseif ARGV[5] == 'over' or ARGV[5] == 'gone' then
  if ARGV[5] == 'gone' then redis.call('DEL', approval_key) end
  redis.call('ZREM', due_key, ARGV[2])
else
  redis.call('ZADD', due_key, ARGV[5], ARGV[2])
end
return { 'noted' }
