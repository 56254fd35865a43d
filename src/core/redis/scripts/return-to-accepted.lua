-- RETURN: submitting -> accepted. Nothing was bought: the request did not leave, or the service was too busy for it.
-- args: epoch, retry_at (ms)
-- Returns {'moved', wake} | {'refused', state}
local state = field('state')
if state ~= 'submitting' or not may_move(state, 'accepted') or field('submit_epoch') ~= args.epoch then
  return { 'refused', state or '' }
end
return move('accepted', tonumber(args.retry_at))
