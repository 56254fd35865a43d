-- DROP FORGOTTEN: removes what is kept of forgotten members until their entries are archived.
-- KEYS 1 forgotten members
-- ARGV 1 when the oldest entry in Redis was made, in ms: who was forgotten before has none there
-- Returns {'dropped'}
local all = redis.call('HGETALL', KEYS[1])
for index = 1, #all, 2 do
  if tonumber(string.match(all[index + 1], '^%d+')) < tonumber(ARGV[1]) then redis.call('HDEL', KEYS[1], all[index]) end
end
return { 'dropped' }
