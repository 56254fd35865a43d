-- DROP HOLDS: of jobs whose records are removed and whose entries are archived, nothing stays but that they existed: a repeated
-- event must not buy again.
-- KEYS holds
-- ARGV none
-- Returns {'dropped'}
for _, key in ipairs(KEYS) do
  local forgotten = redis.call('HGET', key, 'forgotten')
  if forgotten then
    redis.call('DEL', key)
    redis.call('HSET', key, 'forgotten', forgotten)
  end
end
return { 'dropped' }
