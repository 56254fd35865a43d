import { check, type SecurityCheck } from './check.ts'

/** Who is named in archived entries, and that nothing leaves Redis that can't be read again. */
export const archiveChecks: readonly SecurityCheck[] = [
  check('redis/archiver.ts', 'yield hide(entry)', 'yield entry', 'redis/archiver-names'),
  check(
    'redis/archiver.ts',
    '      ? withoutPerson',
    '      ? (entry: StreamEntry) => entry',
    'redis/archiver-names',
  ),
  check('redis/archiver.ts', 'if (books === undefined) return', 'if (false) return', 'redis/archiver'),
  check('redis/audit.ts', '    whenRead() {', '    neverCalled() {', 'redis/archiver'),
  check(
    'redis/scripts/name-members.lua',
    'if not until_ms or tonumber(until_ms) < tonumber(ARGV[1]) then',
    'if true then',
    'redis/archiver-names',
  ),
  check(
    'redis/pseudonyms.ts',
    "begunMs.get(jobOf(entry) ?? '') ?? msOf(entry)",
    'msOf(entry)',
    'redis/archiver-names',
  ),
  check(
    'redis/scripts/forget.lua',
    'if archived_ms and changed_at < archived_ms + 600000 then',
    'if false then',
    'redis/archiver',
  ),
  check('redis/archiver.ts', 'if (known !== null && known !== there)', 'if (false)', 'redis/archiver'),
  check('redis/archiver.ts', 'jobs.delete(job)', 'jobs.has(job)', 'redis/archiver'),
  check(
    'redis/scripts/archive.lua',
    "if (redis.call('HGET', KEYS[2], 'last') or '') ~= ARGV[1] then",
    'if false then',
    'redis/archiver',
  ),
  check('redis/scripts/drop-holds.lua', '  if forgotten then', '  if true then', 'redis/archiver'),
  check(
    'redis/scripts/forget-pseudonym.lua',
    "redis.call('HDEL', KEYS[1], ARGV[1])",
    '',
    'redis/archiver-names',
  ),
  check(
    'redis/scripts/forget-pseudonym.lua',
    "redis.call('SADD', KEYS[3], pseudonym)",
    '',
    'redis/archiver-names',
  ),
  check(
    'commands/privacy/delete.ts',
    'await ports.pseudonyms.forget(account, target.member)',
    '',
    'commands/privacy/privacy',
  ),
  check(
    'app/tasks/backup.ts',
    'if (archive !== undefined) await forgetRetired(target, buckets, await archive.retired())',
    '',
    'app/tasks/restore',
  ),
  check('app/archive-folder.ts', 'if (isSame(next.value, expected)) return', 'return', 'redis/archiver'),
  check(
    'redis/archived.ts',
    'if (archive === undefined) throw unread()',
    'if (archive === undefined) return',
    'redis/archiver',
  ),
]
