-- APPROVAL-END: a request to admins ends without a job, once. After allowance.lua.
-- KEYS 1 request to admins, 2 those with something left to do, by due time, 3 journal, 4 record of its job, 5 hold of
--      its job, 6 when the allowance of changes of who declined it is full again (ms), 7 the same for the server
-- ARGV 1 now in ms, 2 its end, 3 who declined it, or empty, 4 its entry, 5 the journal entry of a decline as a JSON
--      object, or empty, 6 ms in which one change comes back to who declined it, or empty without a limit, 7 the same
--      for the server
-- Returns {'ended', state} (as overtaken if its job exists, whatever the end; a decline that comes too late ends as
--       expired) | {'decided', state, by} (over before) | {'still_open'} (it has not expired yet, or there is no job
--       that could have overtaken it) | {'too_many', 'member' | 'server', ms until the next is allowed} | {'unknown'}
local approval_key, due_key, journal_key, job_key, hold_key = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5]
local state, expires_at = unpack(redis.call('HMGET', approval_key, 'state', 'expires_at'))
if not state then return { 'unknown' } end
if state ~= 'open' then return { 'decided', state, redis.call('HGET', approval_key, 'by') or '' } end

local now, to, by = tonumber(ARGV[1]), ARGV[2], ARGV[3]
local is_over = now >= tonumber(expires_at)
-- A removed record leaves its mark in the hold.
local is_sent = redis.call('EXISTS', job_key) == 1 or redis.call('HEXISTS', hold_key, 'forgotten') == 1
if is_sent then
  to, by = 'overtaken', ''
elseif to == 'overtaken' or (to == 'expired' and not is_over) then
  return { 'still_open' }
elseif to == 'declined' and is_over then
  to, by = 'expired', ''
end

local is_entered = to == 'declined' and ARGV[5] ~= ''
if is_entered then
  local back_at, too_many = after_one_more({ KEYS[6], KEYS[7] }, { ARGV[6], ARGV[7] }, now, day_ms)
  if too_many then return too_many end
  keep_allowances(back_at, now)
end

redis.call('HSET', approval_key, 'state', to, 'by', by, 'decided_at', ARGV[1])
redis.call('ZADD', due_key, ARGV[1], ARGV[4])
if is_entered then
  local line = { 'XADD', journal_key, '*', 'at', ARGV[1] }
  for label, text in pairs(cjson.decode(ARGV[5])) do
    table.insert(line, label)
    table.insert(line, text)
  end
  redis.call(unpack(line))
end
return { 'ended', to }
