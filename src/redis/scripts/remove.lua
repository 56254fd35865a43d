-- REMOVE: permanently removes the message of a finished job: nothing more is shown of the job, not even by a
-- step that has it in hand. The job is open until that is done; its cost is unchanged.
-- args: by
-- Returns {'woken', wake, due} | {'on_its_way'} | {'removed_before'} | {'refused', state} (it is not over,
--       or its final message is not shown yet)
local state = field('state')
if not state or field('told') ~= state then return refused() end
if field('removal') == 'done' then return { 'removed_before' } end
if field('removal') then return { 'on_its_way' } end
if is_recovering() then return refused() end
redis.call('HSET', job_key, 'removal', 'asked', 'removed_by', args.by, 'deliver_tries', '0')
end_other_steps()
return { 'woken', schedule(now) }
