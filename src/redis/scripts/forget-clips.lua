-- FORGET CLIPS: forgets what one member's messages brought to a channel, and what was made for the member
-- there.
-- KEYS 1 clips of the channel (hash: message to "<ms> <JSON>"), 2 the account's
-- channels with clips (sorted set)
-- ARGV 1 member, 2 channel, 3 the member as JSON
-- Returns {'forgotten', number of messages}
local function has_mine(text)
  local is_list, clips = pcall(cjson.decode, string.match(text, '^%d+ (.*)$') or '')
  for _, clip in ipairs(is_list and type(clips) == 'table' and clips or {}) do
    if type(clip) == 'table' and clip.by == ARGV[1] then return true end
  end
  return false
end

local mine = {}
local entries = redis.call('HGETALL', KEYS[1])
for index = 1, #entries, 2 do
  local text = entries[index + 1]
  -- Reading JSON takes far longer than this search, and most messages are other members'.
  if string.find(text, ARGV[3], 1, true) and has_mine(text) then table.insert(mine, entries[index]) end
end
for _, message in ipairs(mine) do redis.call('HDEL', KEYS[1], message) end
if redis.call('EXISTS', KEYS[1]) == 0 then redis.call('ZREM', KEYS[2], ARGV[2]) end
return { 'forgotten', tostring(#mine) }
