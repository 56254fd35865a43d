-- ARCHIVE: removes the entries of a journal that are in a file by now, and keeps the books at their end.
-- KEYS 1 journal, 2 which months are archived, 3 the books there, 4 checkpoint
-- ARGV 1 the last entry archived so far, or empty, 2 the first entry that stays may have this id, 3 and 4 fields of keys 2
--      and 3, as JSON objects
-- Returns {'archived'} | {'changed'} (another process archived meanwhile)
if (redis.call('HGET', KEYS[2], 'last') or '') ~= ARGV[1] then return { 'changed' } end
local function set(key, json)
  for name, value in pairs(cjson.decode(json)) do redis.call('HSET', key, name, value) end
end
redis.call('DEL', KEYS[3], KEYS[4])
set(KEYS[2], ARGV[3])
set(KEYS[3], ARGV[4])
redis.call('XTRIM', KEYS[1], 'MINID', ARGV[2])
return { 'archived' }
