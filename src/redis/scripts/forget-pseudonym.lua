-- FORGET PSEUDONYM: cuts a pseudonym off from its member. Entries that the member has by now get it when they are archived, so
-- it is kept until then.
-- KEYS 1 pseudonyms by member, 2 forgotten members, 3 pseudonyms that stand for nobody
-- ARGV 1 the member, 2 now in ms, 3 a new pseudonym, in case that there is none
-- Returns {'forgotten'}
local known = redis.call('HGET', KEYS[1], ARGV[1])
local earlier = redis.call('HGET', KEYS[2], ARGV[1])
local pseudonym = known or (earlier and string.match(earlier, '%S+$')) or ARGV[3]
redis.call('HDEL', KEYS[1], ARGV[1])
redis.call('HSET', KEYS[2], ARGV[1], ARGV[2] .. ' ' .. pseudonym)
redis.call('SADD', KEYS[3], pseudonym)
return { 'forgotten' }
