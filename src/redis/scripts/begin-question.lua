-- BEGIN QUESTION: takes up a question to the owner of a clip, unless another process has it; or removes one that is
-- over.
-- KEYS 1 what owners say in the account (hash), 2 list of all jobs, where questions have an entry, too
-- ARGV 1 now in ms, 2 ms until others may take it up, 3 owner, 4 its entry
-- Returns {'begun', question (JSON), since when (ms), note} | {'in_hand'} | {'over'}
local consents_key, now, owner = KEYS[1], tonumber(ARGV[1]), ARGV[3]
local answer, question, asked_at, note, in_hand_until = unpack(redis.call('HMGET', consents_key,
  'answer|' .. owner, 'question|' .. owner, 'asked|' .. owner, 'told|' .. owner, 'until|' .. owner))
if answer or not question then
  redis.call('HDEL', consents_key, 'question|' .. owner, 'told|' .. owner, 'until|' .. owner)
  redis.call('ZREM', KEYS[2], ARGV[4])
  return { 'over' }
end
if now < tonumber(in_hand_until or '0') then return { 'in_hand' } end
redis.call('HSET', consents_key, 'until|' .. owner, string.format('%.0f', now + tonumber(ARGV[2])))
return { 'begun', question, asked_at or '', note or '' }
