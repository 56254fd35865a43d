-- APPROVAL-DUE: hands out one request to admins if it has work due; nobody else gets it for a while.
-- KEYS 1 requests with something left to do, by due time
-- ARGV 1 now in ms, 2 when others may have it (ms), 3 its entry
-- Returns {'taken'} | {'not_due'} (another process has it, or nothing is left to do)
local due = redis.call('ZSCORE', KEYS[1], ARGV[3])
if not due or tonumber(due) > tonumber(ARGV[1]) then return { 'not_due' } end
redis.call('ZADD', KEYS[1], ARGV[2], ARGV[3])
return { 'taken' }
