-- UNCERTAIN: submitting -> uncertain. The service may or may not have taken the request; it is never sent again.
-- args: epoch (of the step that found out)
-- Returns {'moved', wake} | {'refused', state}
local state = field('state')
if not may_move(state, 'uncertain') or not is_current_step() then return { 'refused', state or '' } end
return move('uncertain', now)
