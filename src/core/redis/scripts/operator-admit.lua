-- OPERATOR ADMIT: lets an account in if it is the first of its platform, and says how much it can use this month.
-- After operator-allowance.lua.
-- Returns {'allowed', ceiling (or empty for none), used} | {'not_allowed'}
args.trial = ''
local ceiling = ceiling_of()
if not ceiling then return { 'not_allowed' } end
return { 'allowed', ceiling, whole(used_by(args.account)) }
