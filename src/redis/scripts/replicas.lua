-- REPLICAS: what the job's node knows of its replicas. Writes nothing.
-- KEYS 1 job
-- Returns {history, count}: the id of the history that its replicas share with it, renewed by a
-- failover, and how many follow it now.
local info = redis.call('INFO', 'replication')
return { string.match(info, 'master_replid:(%x+)') or '', string.match(info, 'connected_slaves:(%d+)') or '0' }
