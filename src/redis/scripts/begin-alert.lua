-- BEGIN ALERT: takes up an alert that is due, unless another process has it; or removes one that is over.
-- KEYS 1 account, 2 list of all jobs, where alerts have an entry, too
-- ARGV 1 now in ms, 2 ms until others may take it up, 3 its window, 4 its percent, 5 the window that is open, 6 its
--      entry in the list
-- Returns {'begun', contents (JSON), note, channel (where alerts go by now)} | {'in_hand'} | {'over'}
local account_key, listed_key = KEYS[1], KEYS[2]
local now, window, percent = tonumber(ARGV[1]), ARGV[3], tonumber(ARGV[4])
local name = 'alert|' .. window .. ' ' .. ARGV[4]
local contents = redis.call('HGET', account_key, name)
local told = redis.call('HGET', account_key, name .. '|told') or ''
local highest = tonumber(redis.call('HGET', account_key, 'alerted|' .. window) or '0')
local channel = redis.call('HGET', account_key, 'alerts')
local is_wanted = contents and window == ARGV[5] and channel
if not is_wanted or (told == '' and percent < highest) then
  redis.call('HDEL', account_key, name, name .. '|told', name .. '|until')
  redis.call('ZREM', listed_key, ARGV[6])
  return { 'over' }
end
if now < tonumber(redis.call('HGET', account_key, name .. '|until') or '0') then return { 'in_hand' } end
redis.call('HSET', account_key, name .. '|until', string.format('%.0f', now + tonumber(ARGV[2])))
return { 'begun', contents, told, channel }
