-- DROP: refuses a request that was quoted and not sent, for as long as its buttons work.
-- KEYS 1 job, 2 hold
-- ARGV 1 ms for which it is refused
-- Returns {'dropped'} | {'sent'} (its job exists, or existed)
local is_sent = redis.call('EXISTS', KEYS[1]) == 1 or redis.call('HEXISTS', KEYS[2], 'state') == 1 or
  redis.call('HEXISTS', KEYS[2], 'forgotten') == 1
if is_sent then return { 'sent' } end
redis.call('HSET', KEYS[2], 'dropped', '1')
redis.call('PEXPIRE', KEYS[2], ARGV[1])
return { 'dropped' }
