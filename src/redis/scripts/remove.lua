-- REMOVE: the message of a job that is over is to be taken away for good: from now on nothing is shown
-- of the job, and whoever has it in hand shows nothing more either. The job is open until that is
-- done; what it cost stays as it is.
-- args: by
-- Returns {'woken', wake, due} | {'on_its_way'} | {'removed_before'} | {'refused', state} (it is not over,
--       or its last word is not said yet)
local state = field('state')
if not state or field('told') ~= state then return refused() end
if field('removal') == 'done' then return { 'removed_before' } end
if field('removal') then return { 'on_its_way' } end
if is_recovering() then return refused() end
redis.call('HSET', job_key, 'removal', 'asked', 'removed_by', args.by, 'deliver_tries', '0')
end_other_steps()
return { 'woken', schedule(now) }
