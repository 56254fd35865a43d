-- REMEMBER CLIPS: replaces what one message brought, and forgets the oldest messages and those that are too
-- old. Without a message it only forgets.
-- KEYS 1 clips of the channel (hash: message to "<ms> <JSON>"), 2 the account's
-- channels with clips (sorted set)
-- ARGV 1 message, or empty, 2 its clips as "<ms> <JSON>", or empty if it has none left, 3 messages to
--      keep, 4 ms to keep, 5 channel, 6 the time (ms) before which a message is too old
-- Returns {'remembered'}
local function is_older(time, message, than_time, than_message)
  return time < than_time or (time == than_time and message < than_message)
end

local function time_of(entry)
  return tonumber(string.match(entry, '^%d+') or 0)
end

local function forget_oldest()
  local oldest, oldest_time
  local entries = redis.call('HGETALL', KEYS[1])
  for index = 1, #entries, 2 do
    local message, time = entries[index], time_of(entries[index + 1])
    if not oldest or is_older(time, message, oldest_time, oldest) then oldest, oldest_time = message, time end
  end
  redis.call('HDEL', KEYS[1], oldest)
end

local function forget_old()
  local entries = redis.call('HGETALL', KEYS[1])
  for index = 1, #entries, 2 do
    if time_of(entries[index + 1]) < tonumber(ARGV[6]) then redis.call('HDEL', KEYS[1], entries[index]) end
  end
end

if ARGV[2] == '' then
  redis.call('HDEL', KEYS[1], ARGV[1])
else
  redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
end
forget_old()
if redis.call('HLEN', KEYS[1]) > tonumber(ARGV[3]) then forget_oldest() end
if redis.call('EXISTS', KEYS[1]) == 1 then
  redis.call('PEXPIRE', KEYS[1], ARGV[4])
  redis.call('ZADD', KEYS[2], 0, ARGV[5])
  redis.call('PEXPIRE', KEYS[2], ARGV[4])
else
  redis.call('ZREM', KEYS[2], ARGV[5])
end
return { 'remembered' }
