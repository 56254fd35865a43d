-- REMEMBER CLIPS: replaces what one message brought, and forgets the oldest messages beyond a number and a size, and those
-- that are too old. A message too large for what the newer ones leave is forgotten alone. Without a message it only forgets.
-- KEYS 1 clips of the channel (hash: message to "<ms> <JSON>"), 2 the account's
-- channels with clips (sorted set: channel by ms of its last use)
-- ARGV 1 message, or empty, 2 its clips as "<ms> <JSON>", or empty if it has none left, 3 now in ms, 4 ms to keep,
--      5 the time (ms) before which a message is too old, 6 the most messages, 7 their most bytes, 8 channel, 9 the most
--      channels
-- Returns {'remembered', a channel too many, another one...}, the longest unused first, at most 1,000
local function is_newer(one, other)
  return one.at > other.at or (one.at == other.at and one.message > other.message)
end

if ARGV[2] == '' then
  redis.call('HDEL', KEYS[1], ARGV[1])
else
  redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
end

local entries = {}
local known = redis.call('HGETALL', KEYS[1])
for index = 1, #known, 2 do
  local text = known[index + 1]
  table.insert(entries, { message = known[index], at = tonumber(string.match(text, '^%d+') or 0), bytes = #text })
end
table.sort(entries, is_newer)
local messages = 0
local bytes = 0
for _, entry in ipairs(entries) do
  local fits = messages < tonumber(ARGV[6]) and bytes + entry.bytes <= tonumber(ARGV[7])
  if fits and entry.at >= tonumber(ARGV[5]) then
    messages = messages + 1
    bytes = bytes + entry.bytes
  else
    redis.call('HDEL', KEYS[1], entry.message)
  end
end

if redis.call('EXISTS', KEYS[1]) == 1 then
  redis.call('PEXPIRE', KEYS[1], ARGV[4])
  redis.call('ZADD', KEYS[2], ARGV[3], ARGV[8])
  redis.call('PEXPIRE', KEYS[2], ARGV[4])
else
  redis.call('ZREM', KEYS[2], ARGV[8])
end
local too_many = math.min(redis.call('ZCARD', KEYS[2]) - tonumber(ARGV[9]), 1000)
if too_many <= 0 then return { 'remembered' } end
return { 'remembered', unpack(redis.call('ZRANGE', KEYS[2], 0, too_many - 1)) }
