-- APPROVAL-WITHDRAW: forgets a request to admins for its member. If it may have messages, it stays without words until
-- these are closed. One that was open counts until it would have expired.
-- KEYS 1 request to admins, 2 those with something left to do, by due time, 3 how many the member withdrew, by when
--      they would have expired
-- ARGV 1 now in ms, 2 its entry, 3 the request as JSON without words, or empty if it can't be read, 4 ms for which one
--      counts at most
-- Returns {'withdrawn'} | {'unknown'} (it is gone, or was withdrawn before)
local approval_key, due_key, withdrawn_key = KEYS[1], KEYS[2], KEYS[3]
local now = tonumber(ARGV[1])
local state, expires_at = unpack(redis.call('HMGET', approval_key, 'state', 'expires_at'))

if state == 'open' and tonumber(expires_at) > now then
  for _, expiry in ipairs(redis.call('HKEYS', withdrawn_key)) do
    if tonumber(expiry) <= now then redis.call('HDEL', withdrawn_key, expiry) end
  end
  redis.call('HINCRBY', withdrawn_key, expires_at, 1)
  redis.call('PEXPIRE', withdrawn_key, ARGV[4])
end

local has_messages = false
for _, name in ipairs(redis.call('HKEYS', approval_key)) do
  has_messages = has_messages or name == 'card' or string.sub(name, 1, 5) == 'note:'
end
if has_messages and ARGV[3] ~= '' then
  redis.call('HSET', approval_key, 'state', 'withdrawn', 'by', '', 'request', ARGV[3])
  redis.call('ZADD', due_key, ARGV[1], ARGV[2])
else
  redis.call('DEL', approval_key)
  redis.call('ZREM', due_key, ARGV[2])
end
return { (state and state ~= 'withdrawn') and 'withdrawn' or 'unknown' }
