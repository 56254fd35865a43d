-- OWN KEY: an account pays with its own API key of the audio service from now on, or no longer.
-- KEYS 1 own keys (hash), 2 secrets (hash: `account id` to the encrypted key) (all of one slot). The own keys have:
--      account: the id of the key that pays; `at|account`: the time (ms) of the last change, followed by the admin who
--      set the key, if there is one; `kept|account id`: when an old key is deleted (ms); `removed|account`: the latest
--      time (ms) at which a key is deleted that must send nothing more
-- ARGV 1 account, 2 key id (empty to remove the key), 3 time of the change in ms, 4 the admin, 5 when the old key is
--      deleted (ms), 6 the encrypted key (empty to remove the key)
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
