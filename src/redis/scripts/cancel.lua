-- CANCEL: the member, or somebody who may, does not want the job any more. What has not been sent is voided;
-- what may be running cannot be stopped, so the wish is kept for whoever learns of its end; but not where
-- it was only to be cancelled if that saves its cost.
-- args: account, scopes, ending, by, if_free (yes or empty)
-- Returns {'moved', wake, due, ...money} | {'flagged'} | {'flagged', wake, due} (to say so in its
--       message) | {'cancelled_before'} or {'differs'} (somebody did) | {'not_free'} (it may be running,
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
-- A step that has the job in hand may put off its next look, but not this.
redis.call('HSET', job_key, 'hint_due', whole(now))
return { 'flagged', schedule(now) }
