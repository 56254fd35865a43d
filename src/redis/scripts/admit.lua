-- ADMIT: counts one more command of a member, unless they are blocked or too quick; after allowance.lua.
-- KEYS 1 account; 2 when the member's allowance is full again (ms), 3 the same for the server
-- ARGV 1 now in ms, 2 the field of the account that blocks the member, or empty if blocks do not apply, 3 ms
--      in which one command comes back to the member, or empty without a limit, 4 the same for the server
-- Returns {'admitted'} | {'blocked'} | {'too_many', 'member' | 'server', ms until the next is allowed}
local now = tonumber(ARGV[1])
if ARGV[2] ~= '' and redis.call('HEXISTS', KEYS[1], ARGV[2]) == 1 then return { 'blocked' } end
local back_at, too_many = after_one_more({ KEYS[2], KEYS[3] }, { ARGV[3], ARGV[4] }, now)
if too_many then return too_many end
keep_allowances(back_at, now)
return { 'admitted' }
