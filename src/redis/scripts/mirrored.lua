-- MIRRORED: the operator's total knows this version of the job's money.
-- args: version
-- Returns {'mirrored'} | {'newer'}: a later version must still be reported
if field('money') ~= args.version then return { 'newer' } end
redis.call('ZREM', unmirrored_key, job_id)
return { 'mirrored' }
