-- KEEP SAMPLE: keeps a voice's sample in place of an earlier one, and drops the oldest beyond a number.
-- KEYS 1 samples (hash: voice to "<extension> <bytes>"), 2 their voices (sorted set, score: when it was kept)
-- ARGV 1 voice, 2 sample, 3 now in ms, 4 samples to keep, 5 ms after which all lapse unless one is added
-- Returns {'kept'}
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
redis.call('ZADD', KEYS[2], ARGV[3], ARGV[1])
while redis.call('ZCARD', KEYS[2]) > tonumber(ARGV[4]) do
  redis.call('HDEL', KEYS[1], redis.call('ZPOPMIN', KEYS[2])[1])
end
redis.call('PEXPIRE', KEYS[1], ARGV[5])
redis.call('PEXPIRE', KEYS[2], ARGV[5])
return { 'kept' }
