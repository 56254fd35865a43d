-- BEGIN KEY ALERT: takes up an alert about a server's own key, unless another process has it; or removes it if alerts
-- are off.
-- KEYS 1 account, 2 list of all jobs, where alerts have an entry, too
-- ARGV 1 now in ms, 2 ms until others may take it up, 3 its field, 4 its entry in the list
-- Returns {'begun', note, channel} | {'in_hand'} | {'over'}
local account_key, listed_key = KEYS[1], KEYS[2]
local now, field = tonumber(ARGV[1]), ARGV[3]
local channel, in_hand_until, note =
  unpack(redis.call('HMGET', account_key, 'alerts', field .. '|until', field .. '|told'))
if not channel then
  redis.call('HDEL', account_key, field .. '|until', field .. '|told')
  redis.call('ZREM', listed_key, ARGV[4])
  return { 'over' }
end
if now < tonumber(in_hand_until or '0') then return { 'in_hand' } end
redis.call('HSET', account_key, field .. '|until', string.format('%.0f', now + tonumber(ARGV[2])))
return { 'begun', note or '', channel }
