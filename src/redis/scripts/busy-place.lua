-- BUSY PLACE: the service is too busy for one more request: it has more running than we know of. The job's
-- place ends, and it waits again at its old position. For a while no more jobs run at once than were running
-- now. Another refusal during that time lowers the number but does not extend the time.
-- ARGV 3 entry in the line, 4 job id, 5 epoch, 6 usual seconds, 7 share of that time to wait (0 to 1)
-- Returns {'waiting'} | {'not_held'}
local first_ms, longest_ms = 2000, 60000
local entry, job = ARGV[3], ARGV[4]
if redis.call('ZREM', leases_key, job .. '-' .. ARGV[5]) == 0 then return { 'not_held' } end
end_lapsed_leases()
withdraw_offers()
join_in_front(entry)
redis.call('HSETNX', waiters_key, job, ARGV[6] .. '|')
local running, opens_at = redis.call('ZCARD', leases_key), tonumber(pace('opens_at') or '0')
if opens_at > now then
  redis.call('HSET', pace_key, 'cap', math.min(running, tonumber(pace('cap'))))
else
  local tries = redis.call('HINCRBY', pace_key, 'tries', 1)
  local while_ms = math.min(longest_ms, first_ms * 2 ^ math.min(tries - 1, 20)) * tonumber(ARGV[7])
  redis.call('HSET', pace_key, 'cap', running, 'opens_at', whole(now + while_ms))
end
redis.call('HSETNX', pace_key, 'busy_since', ARGV[1])
redis.call('PEXPIRE', pace_key, pace_kept_ms)
return { 'waiting' }
