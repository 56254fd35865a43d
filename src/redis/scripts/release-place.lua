-- RELEASE PLACE: gives the place of one epoch back, and calls who is next in
-- line. What was not held calls nobody.
-- ARGV 3 lease
-- Returns {'released', jobs to wake...} | {'not_held'}
if redis.call('ZREM', leases_key, ARGV[3]) == 0 then return { 'not_held' } end
end_lapsed_leases()
return { 'released', unpack((call_next())) }
