-- REPLACE FIELD: writes a field of a hash again, unless it was changed or deleted meanwhile.
-- KEYS 1 the hash
-- ARGV 1 field, 2 its expected value, 3 the new one
-- Returns {'replaced'} | {'changed'}
if redis.call('HGET', KEYS[1], ARGV[1]) ~= ARGV[2] then return { 'changed' } end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
return { 'replaced' }
