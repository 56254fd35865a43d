-- TAKE PLACE: the service runs a limited number of tasks at once; a job needs one of these places before it
-- is submitted. It confirms an offer, takes its turn, or waits in its account's line; a later try of the job
-- gives up the place of an earlier one.
-- ARGV 3 entry in the line, 4 job id, 5 epoch, 6 deadline in ms, 7 usual seconds of the job
-- Returns {'taken' | 'waiting', position near the front or '', usual seconds of those before it, 'busy' |
--       'paused' | 'unpaid' | '', 'news' (its message says something else) or '', jobs to wake...}
local entry, job, epoch, deadline, seconds = ARGV[3], ARGV[4], tonumber(ARGV[5]), ARGV[6], ARGV[7]
local lease = job .. '-' .. ARGV[5]
end_lapsed_leases()
give_up(job, epoch - 1)
if redis.call('ZSCORE', leases_key, lease) then
  redis.call('ZADD', leases_key, deadline, lease)
  return { 'taken', '', '0', '', '' }
end

local offer = redis.call('ZSCORE', offers_key, entry)
redis.call('ZREM', offers_key, entry)
local called, is_called = {}, offer and tonumber(offer) > now
local is_served = is_called and not is_elsewhere()
if not is_served then
  if is_called then join_in_front(entry) end
  join(entry)
  called, is_served = call_next(entry)
end
if is_served then
  redis.call('ZADD', leases_key, deadline, lease)
  if pace('paused_until') then redis.call('HSET', pace_key, 'trial', lease, 'trial_until', deadline) end
  return { 'taken', '', '0', '', '', unpack(called) }
end
local position, seconds_before = standing(entry)
local _, said = waiter(job)
local says = said_of(position)
redis.call('HSET', waiters_key, job, seconds .. '|' .. says)
return { 'waiting', tostring(position or ''), whole(seconds_before), hindrance(), says == said and '' or 'news',
  unpack(called) }
