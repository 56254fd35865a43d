-- RULE CHANNEL: an admin sets or clears whether members may make requests in a channel, or in all of a kind.
-- KEYS 1 whereabouts of the account (hash: channel, or 'kind:' and a kind, to 'allow' or 'refuse')
-- ARGV 1 channel or kind, as in the hash, 2 'allow', 'refuse', or empty to clear it, 3 most rules that there can be
-- Returns {'changed'} | {'full'} (nothing was changed)
if ARGV[2] == '' then
  redis.call('HDEL', KEYS[1], ARGV[1])
  return { 'changed' }
end
local is_new = redis.call('HEXISTS', KEYS[1], ARGV[1]) == 0
if is_new and redis.call('HLEN', KEYS[1]) >= tonumber(ARGV[3]) then return { 'full' } end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
return { 'changed' }
