-- KEEP DRAFT: keeps a draft and enters it among those of its member, whose oldest are dropped beyond a number and a size.
-- KEYS 1 the member's drafts (sorted set: key by ms), 2 the draft, 3... the others among them, newest first
-- ARGV 1 now in ms, 2 ms to keep the draft, 3 ms to keep its entry, 4 the time (ms) before which entries have lapsed,
--      5 its text, 6 the most drafts, 7 their most bytes
-- Returns {'kept'}. A draft that was entered since KEYS were read counts the next time.
redis.call('SET', KEYS[2], ARGV[5], 'PX', ARGV[2], 'NX')
redis.call('ZADD', KEYS[1], ARGV[1], KEYS[2])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', '(' .. ARGV[4])
redis.call('PEXPIRE', KEYS[1], ARGV[3])
local count, bytes = 1, #ARGV[5]
for index = 3, #KEYS do
  local text = redis.call('GET', KEYS[index])
  if text then
    count, bytes = count + 1, bytes + #text
    if count > tonumber(ARGV[6]) or bytes > tonumber(ARGV[7]) then
      redis.call('DEL', KEYS[index])
      redis.call('ZREM', KEYS[1], KEYS[index])
    end
  end
end
return { 'kept' }
