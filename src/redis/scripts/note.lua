-- NOTE: keeps how far an attempt at an external effect came.
-- args: epoch, name, value
-- Returns {'noted'} | {'refused', state}
if not is_current_step() then return refused() end
redis.call('HSET', job_key, 'note:' .. args.name, args.value)
return { 'noted' }
