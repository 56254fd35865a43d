-- BEGIN WEEKLY: takes up the summary of a week, unless another process has it; or removes an entry that is over.
-- KEYS 1 account, 2 list of all jobs, where summaries have an entry, too
-- ARGV 1 now in ms, 2 ms until others may take it up, 3 the first day of the week, 4 its entry in the list, 5 that of
--      the next one
-- Returns {'begun', note, channel (where alerts go by now)} | {'in_hand'} | {'over'} (it is not wanted, or the week has
--       one: then the next is entered)
local account_key, listed_key = KEYS[1], KEYS[2]
local now, day, entry = tonumber(ARGV[1]), ARGV[3], ARGV[4]
local channel, wanted, told, in_hand_until, note =
  unpack(redis.call('HMGET', account_key, 'alerts', 'weekly', 'weekly_told', 'weekly_until', 'weekly_note'))
if not channel or not wanted or told == day then
  redis.call('ZREM', listed_key, entry)
  if channel and wanted then redis.call('ZADD', listed_key, 0, ARGV[5]) end
  return { 'over' }
end
if now < tonumber(in_hand_until or '0') then return { 'in_hand' } end
redis.call('HSET', account_key, 'weekly_day', day, 'weekly_until', string.format('%.0f', now + tonumber(ARGV[2])))
return { 'begun', note or '', channel }
