-- RELEASE PLACE: gives the place of one epoch back, and calls the next job in line. If none was held, no job
-- is called.
-- ARGV 3 lease
-- Returns {'released', jobs to wake...} | {'not_held'}
if redis.call('ZREM', leases_key, ARGV[3]) == 0 then return { 'not_held' } end
end_lapsed_leases()
return { 'released', unpack((call_next())) }
