/**
 * ADMIT. Charges the account and keeps a new task, or does nothing. Sent again, as it is when a connection
 * breaks before the answer, it does nothing more.
 *
 * KEYS 1 task, 2 unfinished tasks, 3 those that take a place of the account, 4
 * balances, 5 counters, 6.. outputs.
 * ARGV 1 task id, 2 task as JSON, 3 places of the account, empty for a task that takes none, 4 account key,
 * 5 microcredits, 6 counter of charges, 7 counter of accepted tasks.
 * Returns accepted | no_credits | too_many.
 */
export const admitScript = `
if redis.call('EXISTS', KEYS[1]) == 1 then return 'accepted' end
local left = tonumber(redis.call('HGET', KEYS[4], ARGV[4]) or 0) - tonumber(ARGV[5])
if left < 0 then return 'no_credits' end
local takes_place = ARGV[3] ~= ''
if takes_place and redis.call('SCARD', KEYS[3]) >= tonumber(ARGV[3]) then return 'too_many' end
redis.call('HSET', KEYS[4], ARGV[4], string.format('%.0f', left))
redis.call('HINCRBY', KEYS[5], ARGV[6], ARGV[5])
redis.call('HINCRBY', KEYS[5], ARGV[7], 1)
redis.call('SET', KEYS[1], ARGV[2])
redis.call('SADD', KEYS[2], ARGV[1])
if takes_place then redis.call('SADD', KEYS[3], ARGV[1]) end
for index = 6, #KEYS do redis.call('SET', KEYS[index], ARGV[1]) end
return 'accepted'
`

/**
 * END. Takes a task off the unfinished ones, and gives back what it did not cost. Sent
 * again it gives back nothing more.
 *
 * KEYS 1 unfinished tasks, 2 those that take a place of the account, 3 balances, 4 counters.
 * ARGV 1 task id, 2 account key, 3 microcredits to give back, 4 counter of refunds.
 * Returns 1, or 0 for a task that had ended.
 */
export const endScript = `
if redis.call('SREM', KEYS[1], ARGV[1]) == 0 then return 0 end
redis.call('SREM', KEYS[2], ARGV[1])
redis.call('HINCRBY', KEYS[3], ARGV[2], ARGV[3])
redis.call('HINCRBY', KEYS[4], ARGV[4], ARGV[3])
return 1
`
