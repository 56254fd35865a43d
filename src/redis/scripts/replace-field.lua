-- REPLACE FIELD: writes a field of a hash again, or deletes it, unless it was changed or deleted meanwhile. Repeated,
-- it finds that it was done.
-- KEYS 1 the hash
-- ARGV 1 field, 2 its expected value, 3 the new one, empty to delete the field
-- Returns {'replaced'} | {'changed'}
local found = redis.call('HGET', KEYS[1], ARGV[1])
local wanted = ARGV[3] ~= '' and ARGV[3]
if found == wanted then return { 'replaced' } end
if found ~= ARGV[2] then return { 'changed' } end
if wanted then redis.call('HSET', KEYS[1], ARGV[1], wanted) else redis.call('HDEL', KEYS[1], ARGV[1]) end
return { 'replaced' }
