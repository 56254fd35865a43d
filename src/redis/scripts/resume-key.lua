-- RESUME KEY: the key works again. Ends the pause if this lease opened it, or that of this process's address,
-- and calls the next jobs in line.
-- ARGV 3 by (the lease; empty to end a pause that any lease opened)
-- Returns {'resumed', jobs to wake...} | {'other'}
local is_own = pace('paused_by') and (ARGV[3] == '' or pace('paused_by') == ARGV[3])
if not is_own and redis.call('EXISTS', elsewhere_key) == 0 then return { 'other' } end
redis.call('DEL', elsewhere_key)
if is_own then end_pause() end
end_lapsed_leases()
return { 'resumed', unpack((call_next())) }
