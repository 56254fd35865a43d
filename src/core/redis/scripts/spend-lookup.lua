-- SPEND LOOKUP: all processes that use one key share its look-ups per minute. Our minute takes two seconds longer:
-- the service's begins when the first of them arrives, which may take longer than the first of the next.
-- KEYS 1 counter of the current minute
-- ARGV 1 look-ups per minute
-- Returns {'spent'} | {'wait', ms until the next minute of ours}
if tonumber(redis.call('GET', KEYS[1]) or '0') >= tonumber(ARGV[1]) then
  return { 'wait', string.format('%.0f', math.max(redis.call('PTTL', KEYS[1]), 1)) }
end
if redis.call('INCR', KEYS[1]) == 1 then redis.call('PEXPIRE', KEYS[1], 62000) end
return { 'spent' }
