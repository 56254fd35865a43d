-- CLEAR SERVER: deletes the settings of an account that the bot was removed from, with all that waits to be posted
-- there. What the books need stays: amounts, and bonuses, which are taken back when they expire.
-- KEYS 1 account, 2 limits of its groups, 3 list of all jobs; and from 4 on, what is deleted as a whole
-- ARGV prefixes of the account's entries in the list that are removed
-- Returns {'cleared'} (also if there was nothing)
local account_key, groups_key, listed_key = KEYS[1], KEYS[2], KEYS[3]
local stays = { posted = true, pending = true, granted = true, bonus = true, starter = true, revision = true }

local is_changed = redis.call('DEL', groups_key) > 0
for _, name in ipairs(redis.call('HKEYS', account_key)) do
  if not stays[string.match(name, '^[%a_]+')] then
    redis.call('HDEL', account_key, name)
    is_changed = true
  end
end
-- Whatever was read before is outdated.
if is_changed then redis.call('HINCRBY', account_key, 'revision', 1) end

for _, prefix in ipairs(ARGV) do
  for _, entry in ipairs(redis.call('ZRANGEBYLEX', listed_key, '[' .. prefix, '(' .. prefix .. '~')) do
    redis.call('ZREM', listed_key, entry)
  end
end
for index = 4, #KEYS do redis.call('DEL', KEYS[index]) end
return { 'cleared' }
