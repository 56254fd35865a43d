-- PAUSE KEY: the service refuses everything sent with this key. Nothing more is sent until a time, and then
-- by one job alone; a job that is accepted after that time ends the pause. All refusals during a pause count
-- as one. A wrong address pauses only the processes that have it. Unclear answers pause from the third in a row.
-- ARGV 3 until (ms), 4 why (balance | key | address | unclear), 5 by (the lease of the refused request; the same one
--      may prolong the pause)
-- Returns {'opened'} | {'known'}
if ARGV[4] == 'address' then
  redis.call('SET', elsewhere_key, ARGV[3], 'PX', math.max(1, tonumber(ARGV[3]) - now))
  return { 'opened' }
end
if ARGV[4] == 'unclear' then
  redis.call('PEXPIRE', pace_key, pace_kept_ms)
  if redis.call('HINCRBY', pace_key, 'unclear', 1) < 3 then return { 'known' } end
end
local paused_until = tonumber(pace('paused_until') or '')
if paused_until and paused_until > now then
  if pace('paused_by') ~= ARGV[5] then return { 'known' } end
  redis.call('HSET', pace_key, 'paused_until', whole(math.max(paused_until, tonumber(ARGV[3]))))
  return { 'opened' }
end
withdraw_offers()
redis.call('HDEL', pace_key, 'trial', 'trial_until')
redis.call('HSET', pace_key, 'paused_until', ARGV[3], 'paused_for', ARGV[4], 'paused_by', ARGV[5])
redis.call('PEXPIRE', pace_key, pace_kept_ms)
return { 'opened' }
