-- ASK CONSENT: makes a question to the owner of a clip due, unless they have answered or were asked lately.
-- KEYS 1 what owners say in the account (hash), 2 list of all jobs, where questions have an entry, too
-- ARGV 1 now in ms, 2 ms within which nobody is asked twice, 3 owner, 4 the question (JSON), 5 its entry
-- Returns {'due'} | {'known'} (nothing was changed)
local consents_key, now, owner = KEYS[1], tonumber(ARGV[1]), ARGV[3]
local answer, asked_at = unpack(redis.call('HMGET', consents_key, 'answer|' .. owner, 'asked|' .. owner))
if answer or now < tonumber(asked_at or '0') + tonumber(ARGV[2]) then return { 'known' } end
redis.call('HDEL', consents_key, 'told|' .. owner, 'until|' .. owner)
redis.call('HSET', consents_key, 'asked|' .. owner, string.format('%.0f', now), 'question|' .. owner, ARGV[4])
redis.call('ZADD', KEYS[2], 0, ARGV[5])
return { 'due' }
