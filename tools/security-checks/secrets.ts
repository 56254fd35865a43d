import { check, type SecurityCheck } from './check.ts'

/** Secrets: in the log, in Redis and on disk. */
const secrets: readonly SecurityCheck[] = [
  check('app/log.ts', 'write(withoutSecrets(blotted))', 'write(blotted)', 'app/log'),
  check(
    'app/log.ts',
    "for (const secret of written) blotted = blotted.replaceAll(secret, '[secret]')",
    '',
    'app/log',
  ),
  check(
    'redis/sealer.ts',
    'createCipheriv(cipher, key, iv).setAAD(Buffer.from(place))',
    'createCipheriv(cipher, key, iv)',
    'redis/sealer',
  ),
  check(
    'redis/job-record.ts',
    'request.replyToken && seal(',
    'request.replyToken || seal(',
    'jobs/worker/sealed-token',
  ),
  check('app/config-secrets.ts', '    adminToken,', '', 'app/config'),
  check('app/config-secrets.ts', '    metricsToken,', '', 'app/config'),
  check('app/config-secrets.ts', '    ...audio.olderKeys,', '', 'app/older-keys'),
  check('app/config-secrets.ts', '    ...encryptionKeys,', '', 'app/config'),
  check('app/config-secrets.ts', '    ...redisSecrets(redis),', '', 'app/config'),
  check('app/config-secrets.ts', '...headerSecrets(traces?.headers),', '', 'app/config'),
  check('app/config-secrets.ts', "c2pa?.key ?? '',", '', 'app/c2pa/credential'),
  check('app/setup/env-file.ts', '= 0o600', '= 0o644', 'app/setup/env-file'),
]

/** Backups and restores. */
const backups: readonly SecurityCheck[] = [
  check('app/backup-writing.ts', '= 0o600', '= 0o644', 'app/tasks/backup'),
  check(
    'app/backup-writing.ts',
    "if (codeOf(error) === 'EEXIST') throw taken(file)",
    '',
    'app/tasks/backup',
    'app/tasks/backup-ways',
  ),
  check(
    'app/backup-file.ts',
    'if (!hasOwn) throw broken',
    'if (false) throw broken',
    'app/tasks/backup',
    'app/tasks/restore-broken',
  ),
  check('redis/backup/restoring.ts', '    if (count > 0)', '    if (false)', 'app/tasks/restore'),
  check(
    'redis/backup/restoring.ts',
    'if (sizes.reduce((sum, size) => sum + size, 0) === 1) continue',
    'if (true) continue',
    'app/tasks/restore-broken',
  ),
  check(
    'redis/backup/restoring.ts',
    'if (expiresAtMs !== undefined && expiresAtMs <= nowMs) return false',
    '',
    'app/tasks/restore',
  ),
  check(
    'redis/backup/rdb.ts',
    "throw unreadable('bytes that changed: its checksum is wrong')",
    '{}',
    'redis/backup/rdb',
    'app/tasks/restore-broken',
  ),
]

/** Secrets and backups. */
export const secretChecks: readonly SecurityCheck[] = [...secrets, ...backups]
