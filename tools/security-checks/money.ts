import { check, type SecurityCheck } from './check.ts'

/** A server that removed the bot: what it used, and what was read of its settings before. */
const leftServers: readonly SecurityCheck[] = [
  check('redis/scripts/clear-server.lua', 'starter = true, ', '', 'redis/left-servers'),
  check('redis/scripts/clear-server.lua', 'posted = true, ', '', 'jobs/worker/upkeep/left-servers'),
  check(
    'redis/scripts/clear-server.lua',
    "if is_changed then redis.call('HINCRBY'",
    "if false then redis.call('HINCRBY'",
    'redis/left-servers',
  ),
  check(
    'jobs/worker/upkeep/left-servers.ts',
    'if (!(await place.port.isRemovedFrom(place))) {',
    'if (false as boolean) {',
    'jobs/worker/upkeep/left-servers',
  ),
  check(
    'redis/left-servers.ts',
    'if (leftAtMs.has(account) && partKinds.has(kind))',
    'if (partKinds.has(kind))',
    'jobs/worker/upkeep/left-servers',
  ),
  check('redis/left-servers.ts', 'await takeBackKey(options, server)', '', 'jobs/worker/upkeep/left-servers'),
  check(
    'bots/discord/incoming/joined.ts',
    'every(({ status }) => status === Status.Ready)',
    'every(() => true)',
    'bots/discord/incoming/gateway',
  ),
]

/** A server's own limits. */
const budgets: readonly SecurityCheck[] = [
  check(
    'redis/scripts/request.lua',
    "if not is_free and args.blocked_as ~= '' and redis.call('HEXISTS', account_key, args.blocked_as) == 1 then",
    'if false then',
    'redis/requests-per-minute',
  ),
  check(
    'redis/scripts/request.lua',
    "if pause and not is_free then return { 'paused', pauses[index], pause } end",
    '',
    'redis/pauses',
  ),
  check(
    'redis/scripts/request.lua',
    "if not own_limit and not is_free and not approval then return { 'no_budget' } end",
    '',
    'redis/ledger',
  ),
  check(
    'redis/scripts/request.lua',
    'if not is_free and not approval and cost > tightest.rest then',
    'if false then',
    'redis/ledger',
  ),
  check(
    'redis/scripts/request.lua',
    'if not rest or (tightest and rest >= tightest.rest) then return end',
    'if not rest or tightest then return end',
    'redis/ledger',
    'redis/shares',
  ),
  check(
    'redis/scripts/request.lua',
    "if approval and is_above_most(short, cost, window) then return { 'above_most' } end",
    '',
    'redis/approvals',
  ),
  check(
    'redis/scripts/request.lua',
    "if decided_as() then return { 'decided', decided_as() } end",
    '',
    'redis/approvals',
  ),
  check(
    'redis/scripts/request.lua',
    "~= args.revision then return { 'stale' } end",
    '~= args.revision and false then return end',
    'redis/shares',
  ),
  check(
    'redis/scripts/request.lua',
    "if redis.call('HEXISTS', hold_key, 'forgotten') == 1 then return { 'differs' } end",
    '',
    'redis/records',
  ),
  check(
    'redis/scripts/request.lua',
    "fingerprint == args.fingerprint and 'exists' or 'differs'",
    "'exists'",
    'redis/ledger',
  ),
  check(
    'redis/scripts/grant.lua',
    'if credits > 0 and rest + credits > most then',
    'if false then',
    'redis/grants',
    'redis/allowlist',
  ),
  check(
    'redis/scripts/grant.lua',
    'if credits < 0 and rest + credits < 0 then',
    'if false then',
    'redis/grants',
  ),
  check(
    'redis/scripts/sponsor.lua',
    "if not setting('sponsoring') then return { 'not_allowed' } end",
    '',
    'redis/sponsoring',
  ),
  check(
    'redis/scripts/sponsor.lua',
    "if setting(args.blocked_as) then return { 'blocked' } end",
    '',
    'redis/sponsoring',
  ),
  check(
    'redis/scripts/sponsor.lua',
    "if credits > left then return { 'too_little', whole(math.max(0, left)) } end",
    '',
    'redis/sponsoring',
  ),
  check(
    'redis/scripts/sponsor.lua',
    "if credits > rest then return { 'too_much', whole(math.max(0, rest)) } end",
    '',
    'redis/sponsoring',
  ),
]

/** What the operator lets servers spend. */
const operators: readonly SecurityCheck[] = [
  check(
    'redis/scripts/operator-hold.lua',
    "if not ceiling then return { 'not_allowed' } end",
    "ceiling = ceiling or ''",
    'redis/allowlist',
  ),
  check(
    'redis/scripts/operator-hold.lua',
    "if paused then return { 'paused', paused } end",
    '',
    'redis/allowlist',
    'redis/pauses',
  ),
  check(
    'redis/scripts/operator-hold.lua',
    "if cost > left then return { 'exceeds_ceiling'",
    "if false then return { 'exceeds_ceiling'",
    'redis/allowlist',
  ),
  check(
    'redis/scripts/operator-hold.lua',
    "if cost > left then return { 'exceeds', whole(left) } end",
    '',
    'redis/operator-total',
  ),
  check(
    'redis/scripts/operator-hold.lua',
    "if not is_within_share(cost, left) then return { 'exceeds_share' } end",
    '',
    'redis/allowlist',
    'redis/fair-shares',
  ),
  check(
    'redis/scripts/operator-hold.lua',
    "if hold.asked and hold.asked ~= args.amount then return { 'differs' } end",
    '',
    'redis/operator-total',
  ),
  check(
    'redis/scripts/operator-allowance.lua',
    "if known == 'removed' then return nil end",
    "if known == 'removed' then known = '' end",
    'redis/allowlist',
  ),
  check(
    'redis/scripts/operator-allowance.lua',
    "redis.call('HEXISTS', allowed_key, first) == 0 then",
    'true then',
    'redis/allowlist',
  ),
  check(
    'redis/changes.ts',
    'if (isForAll !== true) await requireLetIn(options, account)',
    '',
    'redis/allowlist',
  ),
  check('redis/alerts.ts', 'await requireLetIn(options, change.account)', '', 'redis/allowlist'),
  check('commands/budget/statement.ts', "status === 'not_allowed'", 'false', 'commands/budget/statement'),
  check('jobs/worker/sending.ts', 'if (await isShutOut(deps, job)) return false', '', 'jobs/worker/shut-out'),
  check('jobs/worker/sending.ts', "if (isBlocked) ending = 'blocked'", '', 'jobs/worker/shut-out'),
  check(
    'jobs/worker/sending.ts',
    "if (allowance.status === 'not_allowed') ending = 'not_let_in'",
    '',
    'jobs/worker/shut-out',
  ),
]

/** Servers' own API keys. */
const keys: readonly SecurityCheck[] = [
  check(
    'app/own-keys.ts',
    "if (services.isOperators(keyId)) return { status: 'not_taken', why: 'operators' }",
    '',
    'app/own-keys',
  ),
  check(
    'app/own-keys.ts',
    "if (!isEncrypted) return { status: 'not_taken', why: 'unencrypted' }",
    '',
    'app/own-keys',
  ),
  check('app/own-keys.ts', "if (counted.status === 'too_many') return counted", '', 'app/own-keys'),
  check(
    'redis/scripts/try-key.lua',
    'if too_many then return too_many end',
    'back_at = back_at or {}',
    'redis/own-keys',
    'app/own-keys',
  ),
  check(
    'app/own-keys.ts',
    "if (found === 'refused') return { status: 'not_taken', why: found }",
    '',
    'app/own-keys',
  ),
  check(
    'app/own-services.ts',
    'return found?.maySend ? send(connectedTo(key.keyId, found.apiKey)) : noKey',
    'return found ? send(connectedTo(key.keyId, found.apiKey)) : noKey',
    'app/own-keys',
  ),
  check('redis/own-keys.ts', 'await requireLetIn(options, account)', '', 'redis/own-keys', 'app/own-keys'),
  check(
    'redis/own-keys.ts',
    'maySend: isCurrent || keptUntilMs > Number(removed ?? 0)',
    'maySend: true',
    'redis/own-keys',
    'app/own-keys',
  ),
  check(
    'redis/own-keys.ts',
    'if (sealed === null || !(isCurrent || keptUntilMs > now()))',
    'if (sealed === null)',
    'redis/own-keys',
    'app/own-keys',
  ),
  check(
    'redis/own-keys.ts',
    'placeOf = (key: OwnKeyRef)',
    "placeOf = (_key: OwnKeyRef, key: OwnKeyRef = { account: 'discord:1', keyId: '' })",
    'redis/own-keys',
    'app/own-keys',
  ),
]

/** Who may spend how much. */
export const moneyChecks: readonly SecurityCheck[] = [...leftServers, ...budgets, ...operators, ...keys]
