-- PUT-MESSAGE: the job's one message stands elsewhere than its answer: from now on it is that one, and the right to edit
-- the answer is needed no more.
-- args: epoch, message (JSON)
-- Returns {'put'} | {'refused', state}
if not is_current_step() then return refused() end
redis.call('HSET', job_key, 'message', args.message)
redis.call('HDEL', job_key, 'reply_token')
return { 'put' }
