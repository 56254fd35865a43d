-- RECOVER: a withheld result should be shown after all. The job stays withheld, and open, until that is done;
-- further requests meanwhile count as the same. Nothing is shown if its message was removed. Earlier tries
-- and private notifications no longer count.
-- args: pause (ms between two requests, because the chat may refuse each of them several times)
-- Returns {'woken', wake, due} | {'on_its_way'} | {'too_soon', wait} (ms) | {'refused', state}
if field('state') ~= 'withheld' or field('removal') then return refused() end
if is_recovering() then return { 'on_its_way' } end
local pause = tonumber(args.pause)
local wait = tonumber(field('recovered_at') or -pause) + pause - now
if wait > 0 and wait <= pause then return { 'too_soon', whole(wait) } end
end_other_steps()
redis.call('HSET', job_key, 'recovered_at', whole(now))
redis.call('HDEL', job_key, 'repeat_due')
redis.call('HSET', job_key, 'deliver_tries', '0')
for _, name in ipairs(redis.call('HKEYS', job_key)) do
  if string.sub(name, 1, 22) == 'note:private_withheld_' then redis.call('HDEL', job_key, name) end
end
return { 'woken', schedule(now) }
