-- RESUME KEY: the key's trouble is over. Ends the pause if this lease opened it, and calls the next jobs in line.
-- ARGV 3 by (the lease)
-- Returns {'resumed', jobs to wake...} | {'other'}
if pace('paused_by') ~= ARGV[3] then return { 'other' } end
redis.call('HDEL', pace_key, 'paused_until', 'paused_for', 'paused_by', 'trial', 'trial_until')
end_lapsed_leases()
return { 'resumed', unpack((call_next())) }
