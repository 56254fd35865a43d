-- RELEASE PLACE: gives a place back and names who is next in line.
-- KEYS 1 leases, 2 waiting
-- ARGV 1 lease, 2 job id
-- Returns {'released', next job id or ''} | {'not_held'}
redis.call('ZREM', KEYS[2], ARGV[2])
if redis.call('ZREM', KEYS[1], ARGV[1]) == 0 then return { 'not_held' } end
return { 'released', redis.call('ZRANGE', KEYS[2], 0, 0)[1] or '' }
