-- FORGET RATINGS: takes all ratings of a member back, also from the counts.
-- KEYS 1 the member's ratings (hash: take to a JSON object), 2 the account's counts (hash)
-- Returns {'forgotten'}
local ratings = redis.call('HGETALL', KEYS[1])
for index = 2, #ratings, 2 do
  local rating = cjson.decode(ratings[index])
  for _, name in ipairs(rating.names) do
    local field = rating.value .. ' ' .. name
    if redis.call('HINCRBY', KEYS[2], field, -1) <= 0 then redis.call('HDEL', KEYS[2], field) end
  end
end
redis.call('DEL', KEYS[1])
return { 'forgotten' }
