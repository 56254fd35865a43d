-- UNCERTAIN: submitting -> uncertain. The service may or may not have accepted the request; it is never sent
-- again.
-- Returns {'moved', wake, due} | {'refused', state} | {'differs'}
local known = answered_before('uncertain')
if known then return known end
local arrow = arrow_of('uncertain')
if not arrow or not is_current_step() then return refused() end
return move('uncertain', arrow.to, now)
