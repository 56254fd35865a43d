-- NAME MEMBERS: the pseudonyms of members in a month that is being archived. Who has none gets the one proposed, but not members
-- who were forgotten after the month.
-- KEYS 1 pseudonyms by member, 2 forgotten members
-- ARGV 1 end of the month in ms, then each member and the pseudonym proposed
-- Returns {'named', then a pseudonym for each}
local reply = { 'named' }
for index = 2, #ARGV, 2 do
  local forgotten = redis.call('HGET', KEYS[2], ARGV[index]) or ''
  local until_ms, pseudonym = string.match(forgotten, '^(%d+) (%S+)$')
  if not until_ms or tonumber(until_ms) < tonumber(ARGV[1]) then
    redis.call('HSETNX', KEYS[1], ARGV[index], ARGV[index + 1])
    pseudonym = redis.call('HGET', KEYS[1], ARGV[index])
  end
  table.insert(reply, pseudonym)
end
return reply
