-- DROP HOLDS: removes what jobs cost, if their records are removed. Their entries are archived.
-- KEYS holds
-- ARGV none
-- Returns {'dropped', how many}
local dropped = 0
for _, key in ipairs(KEYS) do
  if redis.call('HEXISTS', key, 'forgotten') == 1 then dropped = dropped + redis.call('UNLINK', key) end
end
return { 'dropped', string.format('%.0f', dropped) }
