-- REPLICAS: what the node that has the job knows of its replicas. Writes nothing.
-- KEYS 1 job
-- Returns {history, count}: the id of the history that its replicas share with it, which a failover begins
-- anew, and how many follow it at this moment.
local info = redis.call('INFO', 'replication')
return { string.match(info, 'master_replid:(%x+)') or '', string.match(info, 'connected_slaves:(%d+)') or '0' }
