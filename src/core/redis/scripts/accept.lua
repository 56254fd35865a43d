-- ACCEPT: requested -> accepted, once the member has seen the answer.
-- args: message (JSON of the answer's message, or empty when its id is not known)
-- Returns {'moved', wake} | {'refused', state}. A repeat is refused: the first call's wake-up is on its way.
local state = field('state')
if not may_move(state, 'accepted') or state ~= 'requested' then return { 'refused', state or '' } end
if args.message ~= '' then
  redis.call('HSET', job_key, 'message', args.message)
  redis.call('HDEL', job_key, 'reply_token')
end
return move('accepted', now)
