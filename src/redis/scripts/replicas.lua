-- REPLICAS: what the job's node knows of its replicas. Writes nothing.
-- KEYS 1 job
-- Returns {history, count}: the id of the history that its replicas share with it, renewed by a
-- failover, and how many follow it now. One that names no port where it listens only fetches a
-- copy, as a backup does: it never becomes a primary, and never confirms a write.
local info = redis.call('INFO', 'replication')
local connected = tonumber(string.match(info, 'connected_slaves:(%d+)')) or 0
local _, copying = string.gsub(info, 'slave%d+:ip=[^,]*,port=0,', '')
return { string.match(info, 'master_replid:(%x+)') or '', tostring(connected - copying) }
