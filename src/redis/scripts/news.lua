-- NEWS: an edit of the job's message begins, or is over. The edit of an overtaken step may have overwritten
-- the job's final message, which is then repeated: at once if it was shown, otherwise when old edits can no
-- longer arrive.
-- args: epoch, event ('begins', 'over', or 'repeated' if the edit showed the final message of `state`), state
-- Returns {'noted'} | {'woken', wake, due} | {'refused', state} (the edit must not begin)
local span_ms = 20000 -- longer than this note, a turn and an edit without files take

local state = field('state')
local is_current = is_current_step()
if args.event == 'begins' then
  if not is_current then return refused() end
  redis.call('HSET', job_key, 'news_until', whole(now + span_ms))
elseif is_current then
  redis.call('HDEL', job_key, 'news_until')
elseif args.event == 'repeated' and state == args.state then
  return { 'noted' }
elseif state and field('told') == state and not is_recovering() and not field('removal') then
  end_other_steps()
  redis.call('HSET', job_key, 'repeat_due', whole(now))
  local wake, due = schedule(now)
  return { 'woken', wake, due }
elseif state then
  redis.call('HSET', job_key, 'old_news_until', whole(now + span_ms))
end
return { 'noted' }
