-- RATE: a member rates a take, or rates it differently; the counts follow.
-- KEYS 1 the member's ratings (hash: take to a JSON object), 2 the account's counts (hash)
-- ARGV 1 take, 2 value ('good' or 'bad'), 3 JSON list of the names under which it counts, 4 ms for which the
--      member's ratings are kept, or '0' forever
-- Returns {'rated'} | {'same'} (it was rated so before, and nothing was changed)
local function count(names, value, by)
  for _, name in ipairs(names) do
    local field = value .. ' ' .. name
    if redis.call('HINCRBY', KEYS[2], field, by) <= 0 then redis.call('HDEL', KEYS[2], field) end
  end
end

local known = redis.call('HGET', KEYS[1], ARGV[1])
local before = known and cjson.decode(known)
if before and before.value == ARGV[2] then return { 'same' } end
local names = before and before.names or cjson.decode(ARGV[3])
if before then count(names, before.value, -1) end
count(names, ARGV[2], 1)
redis.call('HSET', KEYS[1], ARGV[1], cjson.encode({ value = ARGV[2], names = names }))
if ARGV[4] ~= '0' then redis.call('PEXPIRE', KEYS[1], ARGV[4]) end
return { 'rated' }
