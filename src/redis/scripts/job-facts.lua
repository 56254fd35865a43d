-- JOB FACTS: some fields of jobs, without the rest of their records, which can be long.
-- KEYS the jobs
-- ARGV 1 a text: values without it are returned as an empty object, from 2 on the fields
-- Returns {'read', then for each job its values and the fields, each empty if there is none}
local fields, facts = {}, { 'read' }
for index = 2, #ARGV do fields[index - 1] = ARGV[index] end

for _, key in ipairs(KEYS) do
  local values = redis.call('HGET', key, 'values') or ''
  local is_told = values == '' or string.find(values, ARGV[1], 1, true)
  table.insert(facts, is_told and values or '{}')
  for _, value in ipairs(redis.call('HMGET', key, unpack(fields))) do table.insert(facts, value or '') end
end
return facts
