-- LEARN PRICE: keeps what the service says that one unit of a price cost by one job, once; a final cost replaces the
-- job's estimate.
-- KEYS 1 what was seen, newest first (list of "<millionths> <job> x<units>", with " final" after it for a final cost;
--      older versions wrote no units)
-- ARGV 1 job id, 2 the entry, 3 whether it is final ('yes' or empty), 4 how many to keep
-- Returns {'learned'} | {'known'}
local estimates = {}
for _, seen in ipairs(redis.call('LRANGE', KEYS[1], 0, -1)) do
  local job, more = string.match(seen, '^%d+ (%S+)(.*)$')
  if job == ARGV[1] then
    if ARGV[3] == '' or string.match(more, ' final$') then return { 'known' } end
    table.insert(estimates, seen)
  end
end
for _, seen in ipairs(estimates) do redis.call('LREM', KEYS[1], 0, seen) end
redis.call('LPUSH', KEYS[1], ARGV[2])
redis.call('LTRIM', KEYS[1], 0, tonumber(ARGV[4]) - 1)
return { 'learned' }
