-- BEGIN SUBMIT: accepted -> submitting. Written before the paid request leaves, so that a crash is never mistaken for
-- a request that was not sent.
-- args: epoch, deadline (ms; after it the outcome counts as unknown)
-- Returns {'moved', wake} | {'refused', state}
local state = field('state')
if not may_move(state, 'submitting') or not is_current_step() then return { 'refused', state or '' } end
redis.call('HSET', job_key, 'submit_epoch', args.epoch, 'submit_deadline', args.deadline)
redis.call('HINCRBY', job_key, 'submit_tries', 1)
return move('submitting', tonumber(args.deadline))
