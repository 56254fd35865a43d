-- TEND LINE: makes good what nobody else sees: places whose time is over, offers that were not
-- taken up (who was called leaves the line, and joins it in its old order when it is next touched),
-- room that nobody was called for. A process with a wrong address corrects no message: what it would say of a place is not
-- what the others say.
-- ARGV 3 age in ms at which an offer's wake-up counts as lost
-- Returns {'tended', jobs to wake...}: who was called now, who has not come yet or too late, and who among
-- the first has another place than its message says
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
