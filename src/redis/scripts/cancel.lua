-- CANCEL: the member, or someone who may cancel it for them, no longer wants the job. If it was not sent, it is voided. A
-- job that may be running can't be stopped, so the wish is noted for the worker that handles its end; but not
-- if the job should be cancelled only while that is free.
-- args: account, scopes, ending, by, if_free (yes or empty)
-- Returns {'moved', wake, due, ...money} | {'flagged'} | {'flagged', wake, due} (to say so in its
--       message) | {'cancelled_before'} or {'differs'} (already cancelled) | {'not_free'} (it may be running,
--       and nothing was changed) | {'already_done'} | {'refused', ''} (there is no such job)
local state = field('state')
if not state then return refused() end
if state == 'requested' or state == 'accepted' then
  local arrow = arrow_of('void')
  redis.call('HSET', job_key, 'ending', args.ending, 'said', '', 'cancelled_by', args.by)
  close_hold('void', 0, 'final')
  return move('cancel', arrow.to, now)
end
local known = answered_before('cancel')
if known then return known end
if state ~= 'submitting' and state ~= 'submitted' and state ~= 'uncertain' then return { 'already_done' } end
if field('cancelled_by') then return { 'cancelled_before' } end
if args.if_free == 'yes' then return { 'not_free' } end
redis.call('HSET', job_key, 'cancelled_by', args.by)
if state == 'submitting' then return { 'flagged' } end
-- A step that has the job in hand may postpone its next look, but not this one.
redis.call('HSET', job_key, 'hint_due', whole(now))
return { 'flagged', schedule(now) }
