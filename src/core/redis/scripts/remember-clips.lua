-- REMEMBER CLIPS: keeps what one message brought, instead of what it brought before, and forgets the oldest messages.
-- KEYS 1 clips of the channel (hash: message to "<ms> <JSON>")
-- ARGV 1 message, 2 its clips as "<ms> <JSON>", or empty when it has none any more, 3 messages to keep, 4 ms to keep
-- Returns {'remembered'}
local function is_older(time, message, than_time, than_message)
  return time < than_time or (time == than_time and message < than_message)
end

local function forget_oldest()
  local oldest, oldest_time
  local entries = redis.call('HGETALL', KEYS[1])
  for index = 1, #entries, 2 do
    local message, time = entries[index], tonumber(string.match(entries[index + 1], '^%d+') or 0)
    if not oldest or is_older(time, message, oldest_time, oldest) then oldest, oldest_time = message, time end
  end
  redis.call('HDEL', KEYS[1], oldest)
end

if ARGV[2] == '' then
  redis.call('HDEL', KEYS[1], ARGV[1])
else
  redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
end
if redis.call('HLEN', KEYS[1]) > tonumber(ARGV[3]) then forget_oldest() end
redis.call('PEXPIRE', KEYS[1], ARGV[4])
return { 'remembered' }
