-- NOTE: keeps how far an attempt at an outside effect came.
-- args: epoch, name, value, was (a step that was overtaken may still replace this value; or empty)
-- Returns {'noted'} | {'refused', state}
local is_current = is_current_step()
local is_own = args.was ~= '' and field('note:' .. args.name) == args.was
if not (is_current or is_own) then return refused() end
redis.call('HSET', job_key, 'note:' .. args.name, args.value)
return is_current and { 'noted' } or refused()
