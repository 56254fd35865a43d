-- CHANGE SETTINGS: an admin changes what an account allows. After allowance.lua.
-- KEYS 1 account, 2 the hash with the settings that change (the account's, or that of its
--      groups), 3 journal, 4 mark of this event, 5 when the member's allowance of changes is full again (ms), 6 the
--      same for the server
-- ARGV 1 now in ms, 2 ms for which the mark stays, 3 fingerprint of the whole request, 4 '1' when the
--      account's revision goes up, 5 settings as a JSON object (an empty text removes a setting), 6
--      settings as a JSON object for which the old ones are kept, and these where there are none, 7 the
--      journal entry as a JSON object, 8 the entry's name for each setting, as a JSON object, 9 the most
--      settings of its kind that the hash may have, empty for no limit, 10 ms in which one change comes back to
--      the member, or empty without a limit, 11 the same for the server
-- Returns {'changed', at, was, now} (the settings before and after, as JSON objects; '' for none) |
--       {'repeated', at, was, now} (the same event came before: its first answer) | {'differs'} (it
--       came before with other contents) | {'full'} (there are as many settings as there may be) | {'too_many',
--       'member' | 'server', ms until the next is allowed}
local account_key, settings_key, journal_key, mark_key = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local known = redis.call('GET', mark_key)
if known then
  local mark = cjson.decode(known)
  if mark.fingerprint ~= ARGV[3] then return { 'differs' } end
  return { 'repeated', mark.at, mark.was, mark.now }
end

local now, was = cjson.decode(ARGV[5]), {}
for name, otherwise in pairs(cjson.decode(ARGV[6])) do
  now[name] = redis.call('HGET', settings_key, name) or otherwise
end
local added = 0
for name, text in pairs(now) do
  was[name] = redis.call('HGET', settings_key, name) or ''
  if was[name] == '' and text ~= '' then added = added + 1 end
end

-- The account's hash also has its figures, of each window there ever was.
local function settings_of_many()
  if settings_key ~= account_key then return redis.call('HLEN', settings_key) end
  local count = 0
  for _, name in ipairs(redis.call('HKEYS', settings_key)) do
    local kind = string.match(name, '^([%a_]+)|') or ''
    local is_one = kind == 'blocked' or kind == 'manager' or kind == 'paused' or string.find(kind, '_limit$')
    if is_one then count = count + 1 end
  end
  return count
end

local most = tonumber(ARGV[9])
if added > 0 and most and redis.call('HLEN', settings_key) + added > most and settings_of_many() + added > most then
  return { 'full' }
end

-- Only what is made counts, so this is the last check.
local at = tonumber(ARGV[1])
local back_at, too_many = after_one_more({ KEYS[5], KEYS[6] }, { ARGV[10], ARGV[11] }, at, day_ms)
if too_many then return too_many end
keep_allowances(back_at, at)

for name, text in pairs(now) do
  if text == '' then
    redis.call('HDEL', settings_key, name)
  else
    redis.call('HSET', settings_key, name, text)
  end
end
if ARGV[4] == '1' then redis.call('HINCRBY', account_key, 'revision', 1) end
local was_text, now_text = cjson.encode(was), cjson.encode(now)
local line, labels = cjson.decode(ARGV[7]), cjson.decode(ARGV[8])
line.at = ARGV[1]
for name, label in pairs(labels) do
  line[label], line[label .. '_before'] = line[label] or now[name], was[name]
end
local entry = { 'XADD', journal_key, '*' }
for label, text in pairs(line) do
  table.insert(entry, label)
  table.insert(entry, text)
end
redis.call(unpack(entry))
local mark = cjson.encode({ fingerprint = ARGV[3], at = ARGV[1], was = was_text, now = now_text })
redis.call('SET', mark_key, mark, 'PX', ARGV[2])
return { 'changed', ARGV[1], was_text, now_text }
