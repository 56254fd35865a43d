-- ADMIT: counts one more request of a member, unless they are blocked or too quick.
-- KEYS 1 account; 2 when the member's allowance is full again (ms), 3 the same for the server
-- ARGV 1 now in ms, 2 the field of the account that blocks the member, or empty if blocks do not apply, 3 ms
--      in which one request comes back to the member, or empty without a limit, 4 the same for the server
-- Returns {'admitted'} | {'blocked'} | {'too_many', 'member' | 'server', ms until the next is allowed}
local now, minute_ms = tonumber(ARGV[1]), 60000
if ARGV[2] ~= '' and redis.call('HEXISTS', KEYS[1], ARGV[2]) == 1 then return { 'blocked' } end

local back_at = {}
for index, owner in ipairs({ 'member', 'server' }) do
  local spacing = tonumber(ARGV[2 + index])
  if spacing then
    -- If the clock was set back, no member waits longer than for one request.
    local known = math.min(tonumber(redis.call('GET', KEYS[1 + index]) or '0'), now + minute_ms)
    local back = math.max(known, now) + spacing
    if back > now + minute_ms then return { 'too_many', owner, string.format('%.0f', back - now - minute_ms) } end
    back_at[KEYS[1 + index]] = back
  end
end
for key, back in pairs(back_at) do
  redis.call('SET', key, string.format('%.0f', back), 'PX', string.format('%.0f', back - now))
end
return { 'admitted' }
