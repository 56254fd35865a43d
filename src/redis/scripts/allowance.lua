-- Shared by the scripts that count a use per minute, of a member and of their server, or per another span.
-- keys: when the member's allowance is full again (ms), and the same for the server
-- spacings: ms in which one use comes back to the member, or empty without a limit, and the same for the server
-- span_ms: in which all uses come back; a minute without one
local minute_ms, day_ms = 60000, 86400000

-- When the allowances are full again after one more use, by key; or nothing, and the refusal: {'too_many',
-- 'member' | 'server', ms until the next is allowed}.
local function after_one_more(keys, spacings, at, span_ms)
  local span = span_ms or minute_ms
  local back_at = {}
  for index, owner in ipairs({ 'member', 'server' }) do
    local spacing = tonumber(spacings[index])
    if spacing then
      -- If the clock was set back, no member waits longer than for one use.
      local known = math.min(tonumber(redis.call('GET', keys[index]) or '0'), at + span)
      local back = math.max(known, at) + spacing
      if back > at + span then return nil, { 'too_many', owner, string.format('%.0f', back - at - span) } end
      back_at[keys[index]] = back
    end
  end
  return back_at
end

local function keep_allowances(back_at, at)
  for key, back in pairs(back_at) do
    redis.call('SET', key, string.format('%.0f', back), 'PX', string.format('%.0f', back - at))
  end
end
