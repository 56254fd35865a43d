import { check, type SecurityCheck } from './check.ts'

const path = 'commands/privacy/delete.ts'
const test = 'commands/privacy/delete'

/** Deleting one's own data floods nobody, and finds all that shows it again. */
export const deletionChecks: readonly SecurityCheck[] = [
  check(path, "if (left === 0) return 'later'", '', test),
  check(path, 'const atOnceMax = 20', 'const atOnceMax = 100', test),
  check(path, 'after = copies.length < atOnceMax ? undefined : copies.at(-1)', 'after = undefined', test),
  check(path, "if (ofCopies !== 'removed') return ofCopies", '', test, 'commands/privacy/privacy'),
  check(path, 'outcomes.get(jobId) ?? removeAfterCopies(jobId)', 'removeAfterCopies(jobId)', test),
  check(path, 'if (waitMs > 0) return tooSoon(waitMs)', '', test),
  check(
    path,
    'await underWay(name, () => turns(account, deleteAll(ports, invocation)))',
    'await turns(account, deleteAll(ports, invocation))',
    test,
  ),
  check(
    path,
    'await underWay(name, () => turns(account, deleteAll(ports, invocation)))',
    'await underWay(name, deleteAll(ports, invocation))',
    test,
  ),
  check(
    'redis/scripts/forget-clips.lua',
    'if string.find(text, ARGV[3], 1, true) and has_mine(text) then',
    'if has_mine(text) then',
    'redis/clip-index',
  ),
  check(
    'redis/clip-index.ts',
    'const forgottenAtOnce = 5',
    'const forgottenAtOnce = channelsMax',
    'redis/clip-index',
  ),
  check(
    'redis/scripts/approval-park.lua',
    "if of_member + withdrawn() >= member_max then return { 'too_many', 'withdrawn', ARGV[6] } end",
    '',
    'redis/approvals',
    'jobs/request/approve',
  ),
  check(
    'redis/scripts/approval-withdraw.lua',
    "redis.call('PEXPIRE', withdrawn_key, ARGV[4])",
    '',
    'redis/approvals',
  ),
  check(
    'redis/consents.ts',
    'if (answer !== undefined) await requireLetIn({ allowlist }, account)',
    '',
    'redis/consents',
  ),
]
