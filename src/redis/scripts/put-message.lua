-- PUT-MESSAGE: replaces the job's answer by its one message elsewhere; the right to edit the answer is no
-- longer needed.
-- args: epoch, message (JSON)
-- Returns {'put'} | {'refused', state}
if not is_current_step() then return refused() end
redis.call('HSET', job_key, 'message', args.message)
redis.call('HDEL', job_key, 'reply_token')
return { 'put' }
