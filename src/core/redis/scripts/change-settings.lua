-- CHANGE SETTINGS: an admin changes what an account allows, from now on.
-- KEYS 1 account, 2 journal, 3 mark of this change
-- ARGV 1 ms for which the mark stays, 2 '1' when the budget's window is computed from what changes, else '0',
--      3 how many of the arguments after this one are settings: name, text, ... (an empty text takes the setting out);
--      what is left is the journal's line: name, text, ...
-- Returns {'changed'} | {'repeated'} (the same event came before: nothing done)
if redis.call('EXISTS', KEYS[3]) == 1 then return { 'repeated' } end
local last = 3 + tonumber(ARGV[3])
for index = 4, last, 2 do
  if ARGV[index + 1] == '' then
    redis.call('HDEL', KEYS[1], ARGV[index])
  else
    redis.call('HSET', KEYS[1], ARGV[index], ARGV[index + 1])
  end
end
if ARGV[2] == '1' then redis.call('HINCRBY', KEYS[1], 'revision', 1) end
redis.call('XADD', KEYS[2], '*', unpack(ARGV, last + 1))
redis.call('SET', KEYS[3], '', 'PX', ARGV[1])
return { 'changed' }
