-- SPEND LOOKUP: all processes that use one key share its look-ups per minute. No more are spent within
-- any 62 seconds: where the service's minute begins is not known, and the first of them may take two
-- seconds longer to arrive than the last.
-- KEYS 1 when the latest were spent, as many as there are in a minute, the newest first
-- ARGV 1 now in ms, 2 look-ups per minute, 3 how many of them somebody waits for
-- Returns {'spent'} | {'wait', ms until so many can be spent again}
local now, most, several = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local span_ms = 62000
local oldest = redis.call('LINDEX', KEYS[1], most - 1)
if oldest and now - tonumber(oldest) < span_ms then
  -- Whoever waits comes together with others, so it is worth their while to wait for several.
  local awaited = redis.call('LINDEX', KEYS[1], most - several)
  local wait_ms = tonumber(awaited) + span_ms - now
  -- A clock that was put back makes nobody wait longer: by then the list has expired.
  return { 'wait', string.format('%.0f', math.min(wait_ms, span_ms)) }
end
redis.call('LPUSH', KEYS[1], ARGV[1])
redis.call('LTRIM', KEYS[1], 0, most - 1)
redis.call('PEXPIRE', KEYS[1], span_ms)
return { 'spent' }
