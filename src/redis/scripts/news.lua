-- NEWS: an edit of the job's message begins, or is over. The edit of a step that was overtaken may have covered the
-- last word of the job, which is then repeated: at once where it is said, else when old news can come no more.
-- args: epoch, event ('begins' or 'over')
-- Returns {'noted'} | {'woken', wake, due} | {'refused', state} (an edit is not to begin)
local span_ms = 20000 -- longer than this note, a turn and an edit take: later it reaches no message

local state = field('state')
local is_current = is_current_step()
if args.event == 'begins' then
  if not is_current then return refused() end
  redis.call('HSET', job_key, 'news_until', whole(now + span_ms))
elseif is_current then
  redis.call('HDEL', job_key, 'news_until')
elseif state and field('told') == state and not is_recovering() and not field('removal') then
  end_other_steps()
  redis.call('HSET', job_key, 'repeat_due', whole(now))
  local wake, due = schedule(now)
  return { 'woken', wake, due }
elseif state then
  redis.call('HSET', job_key, 'old_news_until', whole(now + span_ms))
end
return { 'noted' }
