-- FORGET OWN KEYS: deletes replaced and removed keys once their time is over.
-- KEYS 1 own keys, 2 secrets (see own-key.lua)
-- ARGV 1 now in ms
-- Returns {'kept', ...} (`account id` of every key that is left, current or not)
local own_keys, secrets, left = KEYS[1], KEYS[2], { 'kept' }
local all = redis.call('HGETALL', own_keys)
for index = 1, #all, 2 do
  local name, value = all[index], all[index + 1]
  local replaced = string.match(name, '^kept|(.*)$')
  if replaced and tonumber(value) <= tonumber(ARGV[1]) then
    redis.call('HDEL', own_keys, name)
    redis.call('HDEL', secrets, replaced)
  elseif replaced then
    table.insert(left, replaced)
  elseif string.match(name, '^removed|') then
    if tonumber(value) <= tonumber(ARGV[1]) then redis.call('HDEL', own_keys, name) end
  elseif string.sub(name, 1, 3) ~= 'at|' then
    table.insert(left, name .. ' ' .. value)
  end
end
return left
