-- SET LIMIT: an admin sets what a server may spend per window, from now on.
-- KEYS 1 account, 2 journal
-- ARGV 1 now in ms, 2 account id, 3 event id, 4 actor, 5 limit, 6 period, 7 zone
-- Returns {'set'} | {'repeated'} (the same event came before: nothing done)
local event = 'event|' .. ARGV[3]
if redis.call('HEXISTS', KEYS[1], event) == 1 then return { 'repeated' } end
redis.call('HSET', KEYS[1], 'limit', ARGV[5], 'period', ARGV[6], 'zone', ARGV[7], event, ARGV[1])
redis.call('HINCRBY', KEYS[1], 'revision', 1)
redis.call('XADD', KEYS[2], '*', 'operation', 'limit', 'account', ARGV[2], 'at', ARGV[1], 'credits', ARGV[5],
  'window', ARGV[6], 'zone', ARGV[7], 'actor', ARGV[4])
return { 'set' }
