-- CONFIRM: writes once more that the job is being submitted, if it still is. A replica that has this write also
-- has the one before it; if a failover took that one back, nothing is written.
-- KEYS 1 job; ARGV 1 epoch of the step that submits it
-- Returns {'confirmed'} | {'not_submitting'}
local state, epoch = unpack(redis.call('HMGET', KEYS[1], 'state', 'submit_epoch'))
if state ~= 'submitting' or epoch ~= ARGV[1] then return { 'not_submitting' } end
redis.call('HSET', KEYS[1], 'marked', ARGV[1])
return { 'confirmed' }
