-- BEGIN SUBMIT: accepted -> submitting. Written before the paid request leaves, so that a crash is never
-- mistaken for a request that was not sent. The hold shrinks to the most that the job can cost, if the known
-- length of its clip now lowers that; it is never raised.
-- args: account, scopes, deadline (ms; after it the outcome counts as unknown), callback ('asked' where
-- the request contains a callback address, otherwise empty), clip_ms (length of the clip that it is charged
-- by, or empty), bound (what the job can cost at most, or empty for what is held), place ('none' where it
-- needs none at the service, or empty), key_id (stands for the API key, or empty), stops and unbilled (where an
-- uploaded clip sets the price: prefixes of entries, see clip-stops.ts; or empty), unbilled_max
-- Returns {'moved', wake, due, ...money} | {'refused', state} | {'differs'} | {'not_now'} (the account is
-- stopped for such clips, or has enough of them at the service)
local known = answered_before('begin-submit')
if known then return known end
local arrow = arrow_of('begin-submit')
if not arrow or not is_current_step() then return refused() end
if args.stops ~= '' then
  local function entries_of(prefix)
    return redis.call('ZLEXCOUNT', listed_key, '[' .. prefix, '(' .. prefix .. '~')
  end
  if entries_of(args.stops) > 0 or entries_of(args.unbilled) >= tonumber(args.unbilled_max) then return { 'not_now' } end
  redis.call('HSET', job_key, 'unbilled', args.unbilled .. job_id)
end
redis.call('HSET', job_key, 'submit_epoch', args.epoch, 'submit_deadline', args.deadline, 'callback', args.callback)
redis.call('HINCRBY', job_key, 'submit_tries', 1)
if args.key_id ~= '' then redis.call('HSET', job_key, 'provider_key', args.key_id) end
if args.place ~= '' then redis.call('HSET', job_key, 'place', args.place) end
if args.clip_ms ~= '' then redis.call('HSET', job_key, 'clip_ms', args.clip_ms) end
local held, bound = amount(hold_key, 'amount'), tonumber(args.bound)
if bound and bound < held then
  adjust_hold(bound)
  redis.call('HSET', job_key, 'held', whole(bound))
end
return move('begin-submit', arrow.to, tonumber(args.deadline))
