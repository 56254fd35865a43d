-- LEARN PRICE: keeps what the service says that one unit of a price cost by one job, once; a final cost replaces the
-- job's estimate, and keeps it beside itself.
-- KEYS 1 what was seen, newest first (list of "<millionths> <job> x<units>", with " by <mark of an account>" after the units
--      where its uploaded clip set the price, " final" at the end for a final cost and "~<estimate>" after its job; older
--      versions wrote no units, mark or estimate)
-- ARGV 1 job id, 2 millionths, 3 the rest of the entry, 4 whether it is final ('yes' or empty), 5 how many to keep
-- Returns {'learned'} | {'known'}
local estimates, estimate = {}, nil
for _, seen in ipairs(redis.call('LRANGE', KEYS[1], 0, -1)) do
  local amount, job, more = string.match(seen, '^(%d+) ([^ ~]+)(.*)$')
  if job == ARGV[1] then
    if ARGV[4] == '' or string.match(more, ' final$') then return { 'known' } end
    table.insert(estimates, seen)
    estimate = amount
  end
end
for _, seen in ipairs(estimates) do redis.call('LREM', KEYS[1], 0, seen) end
local name = estimate and ARGV[1] .. '~' .. estimate or ARGV[1]
redis.call('LPUSH', KEYS[1], ARGV[2] .. ' ' .. name .. ' ' .. ARGV[3])
redis.call('LTRIM', KEYS[1], 0, tonumber(ARGV[5]) - 1)
return { 'learned' }
