-- LEARN PRICE: keeps the service's estimate for one unit of a price, once per job.
-- KEYS 1 what was seen, newest first (list of "<millionths> <job>")
-- ARGV 1 job id, 2 millionths, 3 how many to keep
-- Returns {'learned'} | {'known'}
for _, seen in ipairs(redis.call('LRANGE', KEYS[1], 0, -1)) do
  if string.match(seen, '^%d+ (.*)$') == ARGV[1] then return { 'known' } end
end
redis.call('LPUSH', KEYS[1], ARGV[2] .. ' ' .. ARGV[1])
redis.call('LTRIM', KEYS[1], 0, tonumber(ARGV[3]) - 1)
return { 'learned' }
