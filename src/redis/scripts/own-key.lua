-- OWN KEY: an account pays with its own API key of the audio service from now on, or no longer.
-- KEYS 1 own keys (hash: account to the id of its key; `at|account` to when that began and by whom, or to when it ended;
--      `kept|account id` to when a key that was replaced or removed is forgotten, in ms; `removed|account` to when
--      those are that were the account's until it last removed one), 2 secrets (hash: `account id` to the
--      encrypted key) (all of one slot)
-- ARGV 1 account, 2 key id (empty for none), 3 time of the change in ms, 4 by whom, 5 when the key before it is
--      forgotten, 6 the encrypted key (empty for none)
-- Returns {'changed'} | {'older'} (a later change was made before)
local own_keys, secrets, account, key = KEYS[1], KEYS[2], ARGV[1], ARGV[2]
local known_at = string.match(redis.call('HGET', own_keys, 'at|' .. account) or '', '^%d+')
if known_at and tonumber(known_at) > tonumber(ARGV[3]) then return { 'older' } end

local before = redis.call('HGET', own_keys, account)
if before and before ~= key then redis.call('HSET', own_keys, 'kept|' .. account .. ' ' .. before, ARGV[5]) end
if key == '' then
  redis.call('HSET', own_keys, 'at|' .. account, ARGV[3])
  redis.call('HDEL', own_keys, account)
  redis.call('HSET', own_keys, 'removed|' .. account, ARGV[5])
else
  redis.call('HSET', own_keys, 'at|' .. account, ARGV[3] .. ' ' .. ARGV[4])
  redis.call('HSET', own_keys, account, key)
  redis.call('HDEL', own_keys, 'kept|' .. account .. ' ' .. key)
  redis.call('HSET', secrets, account .. ' ' .. key, ARGV[6])
end
return { 'changed' }
