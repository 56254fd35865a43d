-- TEND LINE: repairs what no job's own step notices: expired places, offers that were not taken up (a called
-- job leaves the line, and rejoins in its old order when it is next touched), free places without a called
-- job. A process with a wrong address corrects no message, because it sees the line differently.
-- ARGV 3 age in ms at which an offer's wake-up counts as lost
-- Returns {'tended', jobs to wake...}: those called now, those that have not come yet or came too late, and
-- those near the front whose message shows a wrong position
end_lapsed_leases()
local waking = {}
for _, entry in ipairs(redis.call('ZRANGEBYSCORE', offers_key, '-inf', now + offer_ms - tonumber(ARGV[3]))) do
  table.insert(waking, job_of(entry))
end
for _, entry in ipairs(redis.call('ZRANGEBYSCORE', offers_key, '-inf', now)) do
  redis.call('ZREM', offers_key, entry)
end
for _, job in ipairs((call_next())) do table.insert(waking, job) end
if is_elsewhere() then return { 'tended', unpack(waking) } end
for position, entry in ipairs(next_in_line(shown_max)) do
  local _, said = waiter(job_of(entry))
  if said ~= said_of(position) then table.insert(waking, job_of(entry)) end
end
return { 'tended', unpack(waking) }
