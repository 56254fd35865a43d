-- APPROVAL-PARK: a member asks the admins to let a request exceed its limits. Once per request.
-- KEYS 1 request to admins, 2 those with something left to do, by due time, 3 how many the member withdrew, by when
--      they would have expired, then other requests of the account
-- ARGV 1 now in ms, 2 its fields as a JSON object of strings, 3 its entry, 4 prefix of the member's entries, 5 prefix
--      of the account's entries, 6 how many of the member's may be open, 7 how many of the account's, 8 ms for
--      which it is kept, 9 entries of the other requests, as a JSON list
-- Returns {'parked'} | {'known'} (parked before: nothing done) | {'too_many', 'member' | 'withdrawn' | 'server',
--         limit}
local approval_key, due_key, withdrawn_key = KEYS[1], KEYS[2], KEYS[3]
if redis.call('EXISTS', approval_key) == 1 then return { 'known' } end

-- Those that are over and only have messages left to send. What was parked since the keys were read counts as open.
local over = {}
for index, entry in ipairs(cjson.decode(ARGV[9])) do
  over[entry] = redis.call('HGET', KEYS[3 + index], 'state') ~= 'open'
end
local entries = redis.call('ZRANGE', due_key, 0, -1)

local function count_of(prefix)
  local count = 0
  for _, entry in ipairs(entries) do
    if not over[entry] and string.sub(entry, 1, #prefix) == prefix then count = count + 1 end
  end
  return count
end

-- Those withdrawn count until they would have expired: each may have been shown to admins.
local function withdrawn()
  local count = 0
  local counts = redis.call('HGETALL', withdrawn_key)
  for index = 1, #counts, 2 do
    if tonumber(counts[index]) > tonumber(ARGV[1]) then count = count + tonumber(counts[index + 1]) end
  end
  return count
end

local of_member, member_max = count_of(ARGV[4]), tonumber(ARGV[6])
if of_member >= member_max then return { 'too_many', 'member', ARGV[6] } end
if of_member + withdrawn() >= member_max then return { 'too_many', 'withdrawn', ARGV[6] } end
if count_of(ARGV[5]) >= tonumber(ARGV[7]) then return { 'too_many', 'server', ARGV[7] } end

redis.call('HSET', approval_key, 'state', 'open')
for name, value in pairs(cjson.decode(ARGV[2])) do redis.call('HSET', approval_key, name, value) end
redis.call('PEXPIRE', approval_key, ARGV[8])
redis.call('ZADD', due_key, ARGV[1], ARGV[3])
return { 'parked' }
