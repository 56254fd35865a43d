-- CLAIM CHAT: a process reports which bot it runs on a chat. All processes on this Redis must run the same
-- one, because each works on any of the chat's jobs.
-- KEYS 1 bots (member: bot and process, score: until when it counts)
-- ARGV 1 now in ms, 2 bot, 3 process, 4 ms for which it counts
-- Returns {'ours'} | {'other', bot}
local now, counts_ms = tonumber(ARGV[1]), tonumber(ARGV[4])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
for _, member in ipairs(redis.call('ZRANGE', KEYS[1], 0, -1)) do
  local bot = string.match(member, '^(.*) ')
  if bot ~= ARGV[2] then return { 'other', bot } end
end
redis.call('ZADD', KEYS[1], now + counts_ms, ARGV[2] .. ' ' .. ARGV[3])
redis.call('PEXPIRE', KEYS[1], counts_ms)
return { 'ours' }
