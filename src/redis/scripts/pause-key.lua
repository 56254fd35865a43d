-- PAUSE KEY: the service refuses everything sent with this key. Nothing more is sent until a time, and then
-- by one job alone; a job that is accepted after that time ends the pause. All refusals during a pause count
-- as one. A wrong address pauses only the processes that have it. Unclear answers pause from the third in a row,
-- each time for twice as long.
-- ARGV 3 until (ms), 4 why (balance | key | address | unclear), 5 by (the lease of the refused request; the same one
--      may prolong the pause), 6 what the account still has, 7 what the request needs (millionths; empty if the
--      service doesn't say)
-- Returns {'opened'} | {'goes_on'} (the job that tried after it met the same) | {'known'}
if ARGV[4] == 'address' then
  redis.call('SET', elsewhere_key, ARGV[3], 'PX', math.max(1, tonumber(ARGV[3]) - now))
  return { 'opened' }
end
local until_ms, paused_until = tonumber(ARGV[3]), tonumber(pace('paused_until') or '')
local is_paused = paused_until and paused_until > now
if ARGV[4] == 'unclear' then
  if is_paused then return { 'known' } end
  local in_a_row = redis.call('HINCRBY', pace_key, 'unclear', 1)
  redis.call('PEXPIRE', pace_key, pace_kept_ms)
  if in_a_row < 3 then return { 'known' } end
  until_ms = math.min(until_ms, now + 15000 * 2 ^ math.min(in_a_row - 3, 10))
end
if is_paused then
  if pace('paused_by') ~= ARGV[5] then return { 'known' } end
  redis.call('HSET', pace_key, 'paused_until', whole(math.max(paused_until, until_ms)))
  return { 'opened' }
end
local goes_on = pace('paused_until') and pace('paused_for') == ARGV[4]
withdraw_offers()
end_pause()
if ARGV[6] ~= '' then redis.call('HSET', pace_key, 'available', ARGV[6], 'required', ARGV[7]) end
redis.call('HSET', pace_key, 'paused_until', whole(until_ms), 'paused_for', ARGV[4], 'paused_by', ARGV[5])
redis.call('PEXPIRE', pace_key, pace_kept_ms)
return { goes_on and 'goes_on' or 'opened' }
