-- TRY KEY: counts one more try of an API key that an account doesn't pay with yet; after allowance.lua.
-- KEYS 1 when the account's tries are full again (ms)
-- ARGV 1 now in ms, 2 ms in which one try comes back, 3 ms in which all do
-- Returns {'counted'} | {'too_many', 'server', ms until the next is allowed}
local now = tonumber(ARGV[1])
local back_at, too_many = after_one_more({ '', KEYS[1] }, { '', ARGV[2] }, now, tonumber(ARGV[3]))
if too_many then return too_many end
keep_allowances(back_at, now)
return { 'counted' }
