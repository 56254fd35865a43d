-- PLACE IN LINE: how many jobs are served before this one. Reads only.
-- ARGV 3 entry in the line, 4 job id
-- Returns {'waiting', place from 1, usual seconds of those before it, 'busy' | 'paused' | 'unpaid' | ''} | {'called'} (a
-- place is kept for it) | {'absent'}
local entry, job = ARGV[3], ARGV[4]
if redis.call('ZSCORE', offers_key, entry) then return { 'called' } end
if not redis.call('ZSCORE', line_key, entry) then return { 'absent' } end
local shown, seconds = standing(entry)
if shown then return { 'waiting', whole(shown), whole(seconds), hindrance() } end

local own = account_of(entry)
local own_turn = redis.call('ZRANK', ring_key, own)
local before_own = redis.call('ZLEXCOUNT', line_key, '[' .. own .. ' ', '(' .. entry)
-- An account's first job comes after one job of each account whose turn is earlier.
if before_own == 0 then return { 'waiting', whole(own_turn + 1), whole(own_turn * waiter(job)), hindrance() } end
local before = before_own
for turn, account in ipairs(redis.call('ZRANGE', ring_key, 0, -1)) do
  if account ~= own then
    local count = redis.call('ZLEXCOUNT', line_key, '[' .. account .. ' ', '(' .. account .. ' ~')
    before = before + math.min(count, before_own + (turn - 1 < own_turn and 1 or 0))
  end
end
return { 'waiting', whole(before + 1), whole(before * waiter(job)), hindrance() }
