-- OPERATOR ADMIT: lets an account in if it is the first of its platform, and returns how much it can use this
-- month. After operator-allowance.lua.
-- args: is_wanting ('yes' to reserve a part of the limit for it, or empty)
-- Returns {'allowed', ceiling (or empty for none), spent, held} | {'not_allowed'}
local ceiling = ceiling_of()
if not ceiling then return { 'not_allowed' } end
if args.is_wanting == 'yes' then note_active() end
return { 'allowed', ceiling, whole(spent_by(args.account)), whole(held_by(args.account)) }
