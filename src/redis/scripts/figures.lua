-- Shared by every script that changes what is held, spent or granted. The figures of an account, and of each
-- of its scopes (such as a channel or a member), are the fields pending|<window>, posted|<window> and
-- granted|<window> of one hash.

-- Lua writes -0 as "-0", which is not an integer to Redis.
local function whole(number)
  return number == 0 and '0' or string.format('%.0f', number)
end

local function amount(key, name)
  return tonumber(redis.call('HGET', key, name) or '0')
end

local function left_of(key, limit, window)
  local figures = redis.call('HMGET', key, 'granted|' .. window, 'posted|' .. window, 'pending|' .. window)
  local granted, spent, held = tonumber(figures[1] or '0'), tonumber(figures[2] or '0'), tonumber(figures[3] or '0')
  return tonumber(limit) + granted - spent - held
end

local function check_clock(now, tolerance)
  local time = redis.call('TIME')
  local ahead = now - tonumber(time[1]) * 1000 - tonumber(time[2]) / 1000
  if math.abs(ahead) <= tolerance then return nil end
  local apart = whole(math.floor(math.abs(ahead))) .. ' ms ' .. (ahead > 0 and 'ahead of' or 'behind')
  return redis.error_reply('CLOCK the clock of this machine is ' .. apart .. " Redis'; set both by NTP")
end

-- The following helpers write; a script calls them only after all its checks.

local function add(key, name, credits)
  redis.call('HINCRBY', key, name, whole(credits))
end

-- Figures of a scope expire long after their window (`lapses_at` in ms, or '' for
-- never); those of an account stay. A new window drops the figures of old ones.
local function open_figures(key, window, now, lapses_at)
  if redis.call('HEXISTS', key, 'pending|' .. window) == 1 then return end
  local fields = redis.call('HGETALL', key)
  for index = 1, #fields, 2 do
    local old = string.match(fields[index], '^until|(.*)$')
    if old and tonumber(fields[index + 1]) < now then
      redis.call('HDEL', key, 'until|' .. old, 'posted|' .. old, 'pending|' .. old, 'granted|' .. old)
    end
  end
  local is_new = redis.call('EXISTS', key) == 0
  redis.call('HSET', key, 'pending|' .. window, '0')
  if lapses_at == '' then
    redis.call('PERSIST', key)
    return
  end
  redis.call('HSET', key, 'until|' .. window, lapses_at)
  local lapse = { 'PEXPIRE', key, whole(tonumber(lapses_at) - now) }
  if not is_new then table.insert(lapse, 'GT') end
  redis.call(unpack(lapse))
end
