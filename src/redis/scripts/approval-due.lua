-- APPROVAL-DUE: hands out requests to admins with something left to do; nobody else gets them for a while.
-- KEYS 1 requests with something left to do, by due time
-- ARGV 1 now in ms, 2 when others may have them (ms), 3 prefixes of the entries that are wanted, as a JSON list
-- Returns their entries.
local taken = {}
for _, entry in ipairs(redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', ARGV[1])) do
  for _, prefix in ipairs(cjson.decode(ARGV[3])) do
    if string.sub(entry, 1, #prefix) == prefix then
      redis.call('ZADD', KEYS[1], ARGV[2], entry)
      table.insert(taken, entry)
    end
  end
end
return taken
