-- LEAVE LINE: a finished job stops waiting, and its place or offer goes to the next job.
-- ARGV 3 entry in the line, 4 job id, 5 epoch (places taken under later ones are not its own)
-- Returns {'left', jobs to wake...} | {'was_not_there'}
local entry, job = ARGV[3], ARGV[4]
redis.call('HDEL', waiters_key, job)
local was_waiting = leave(entry)
local freed = redis.call('ZREM', offers_key, entry) + give_up(job, tonumber(ARGV[5]))
if freed == 0 then return { was_waiting and 'left' or 'was_not_there' } end
end_lapsed_leases()
return { 'left', unpack((call_next())) }
