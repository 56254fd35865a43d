import { setTimeout as pause } from 'node:timers/promises'
import { Cluster } from 'ioredis'
import { AppError } from '../core/errors.ts'
import { otherHostsCertificate, untrustedCertificate } from '../core/network-faults.ts'
import type { StoreConnection } from './address.ts'
import { causeOf, mendedTrouble } from './trouble.ts'

/**
 * Errors that waiting does not fix, with the fix; $1 is the pattern's first group, and $db the database. TLS
 * codes: https://nodejs.org/api/tls.html#x509-certificate-error-codes
 */
const mends: readonly (readonly [RegExp, string])[] = [
  [
    /sentinels are unreachable.*NOPERM.*run the '([^']+)' command/is,
    'The Sentinels do not let their user ask for the primary: it lacks +$1.',
  ],
  [
    /sentinel.*(?:WRONGPASS|NOAUTH|without any password)/is,
    'The Sentinels refused the user or the password. Set REDIS_SENTINEL_PASSWORD, and REDIS_SENTINEL_USER for a user of their own.',
  ],
  [
    /sentinels are unreachable.*unknown command .?sentinel/is,
    'REDIS_URL names Sentinels (redis+sentinel://), but a plain Redis answers there. Use redis:// and its port, or the port of a Sentinel.',
  ],
  [
    /^ a Sentinel answers$/,
    'REDIS_URL names a plain Redis (redis://), but a Sentinel answers there. Use redis+sentinel://host:26379/name, or the port of the Redis.',
  ],
  [
    /sentinel.*DENIED/is,
    'A Sentinel is in protected mode (DENIED): without a password it serves only its own machine. Set requirepass there, and REDIS_SENTINEL_PASSWORD here.',
  ],
  [
    /DENIED Redis is running in protected mode/,
    'Redis is in protected mode (DENIED): without a password it serves only its own machine. Set requirepass there, and write the password in REDIS_URL.',
  ],
  [
    /DB index|SELECT is not allowed/,
    'Redis has no database $db, which REDIS_URL names. It counts from 0, up to 15 unless its setting "databases" says otherwise; a cluster has only 0.',
  ],
  [/NOPERM.*run the 'select' command/i, 'The user in REDIS_URL lacks +select, which database $db needs.'],
  [/NOPERM.*run the '(cluster[^']*)' command/i, 'The user in REDIS_URL lacks +$1, which a cluster needs.'],
  [/sentinel.*No such master/is, 'The Sentinels know no primary of the name at the end of REDIS_URL.'],
  [
    /WRONGPASS|NOAUTH|invalid password|without any password/i,
    'Redis refused the user or the password in REDIS_URL.',
  ],
  [
    /cluster support disabled/i,
    'REDIS_URL lists several addresses, but no cluster answers there. Name one server.',
  ],
  [
    untrustedCertificate,
    'The certificate of Redis is not signed by a known authority. Set REDIS_CA_FILE to the certificate of its authority.',
  ],
  [
    otherHostsCertificate,
    'The certificate of Redis is for other hosts than the one that REDIS_URL or its Sentinels name. Use a host that it names.',
  ],
  [
    /CERTIFICATE_REQUIRED|ALERT_HANDSHAKE_FAILURE/,
    'Redis requires a client certificate. Set REDIS_CERT_FILE and REDIS_KEY_FILE.',
  ],
  [
    /ALERT_(?:UNKNOWN_CA|BAD_CERTIFICATE|CERTIFICATE_UNKNOWN)/,
    'Redis does not accept our certificate. Check REDIS_CERT_FILE and REDIS_KEY_FILE.',
  ],
]

const codeOf = (error: Error): string => ('code' in error && typeof error.code === 'string' ? error.code : '')

const mendOf = (error: Error, database: number): string | undefined => {
  const text = `${codeOf(error)} ${error.message}`
  for (const [pattern, mend] of mends) {
    const found = pattern.exec(text)
    if (found !== null) return mend.replace('$1', found[1] ?? '').replace('$db', String(database))
  }
  return undefined
}

const hasTls = (redis: StoreConnection): boolean =>
  (redis instanceof Cluster ? redis.options.redisOptions?.tls : redis.options.tls) !== undefined

/** A port without TLS waits for the rest of a handshake, which it takes for a command. */
const areSentinelsMute = (error: Error, redis: StoreConnection): boolean =>
  !(redis instanceof Cluster) &&
  redis.options.sentinelTLS !== undefined &&
  /sentinels are unreachable.*timed out/is.test(error.message)

/** Possible reasons for no answer. */
const reasonText = (error: Error | undefined, redis: StoreConnection): string => {
  if (error !== undefined && areSentinelsMute(error, redis))
    return ' Are the Sentinels running, and do they speak TLS? Those that do not need REDIS_SENTINEL_TLS=off.'
  if (error === undefined && hasTls(redis))
    return ' Is it running, and does that port speak TLS? One that does not needs redis://.'
  const code = error === undefined ? '' : codeOf(error)
  if (/^CERT_(?:HAS_EXPIRED|NOT_YET_VALID)$/.test(code))
    return ` Its certificate has expired or is not valid yet (${code}). Renew it, or set the clock of this machine if that is wrong.`
  if (error === undefined || code === 'ECONNREFUSED' || /Connection is closed/.test(error.message))
    return ' Is it running?'
  if (code === 'ECONNRESET' || code === 'ETIMEDOUT')
    return ` It broke off (${code}). Is it reached over TLS (rediss://) or without (redis://), and does it accept our certificate (REDIS_CERT_FILE)?`
  return ` The last error was: ${code === '' ? error.message : code}.`
}

const timeoutText = (error: Error | undefined, redis: StoreConnection, timeoutMs: number): string => {
  const trouble = mendedTrouble(error)
  return trouble === undefined
    ? `Redis did not answer within ${timeoutMs / 1000} s.${reasonText(error, redis)} Check REDIS_URL.`
    : `Redis ${trouble} The last error was: ${error?.message}.`
}

const nextPingMs = 100

/** ioredis connects to a cluster node with the first command for it, and refuses commands until then. */
const connectNodes = async (redis: StoreConnection, isOver: () => boolean): Promise<void> => {
  if (!(redis instanceof Cluster)) return
  const isThere = () =>
    Promise.all(redis.nodes('master').map((node) => node.ping())).then(
      () => true,
      () => false,
    )
  while (!isOver() && !(await isThere())) await pause(nextPingMs)
}

/**
 * Connects unless already connecting, and waits until Redis serves; of a cluster, until every primary does:
 * without limit, or up to `timeoutMs`. Throws AppError `configuration` after that, and at once if waiting would
 * not help, with the reason.
 */
export const waitForRedis = async (redis: StoreConnection, timeoutMs?: number): Promise<void> => {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  let isOver = false
  let last: Error | undefined
  const fail = (text: string) => {
    isOver = true
    reject(new AppError('configuration', text))
  }
  const timer =
    timeoutMs === undefined
      ? undefined
      : setTimeout(() => fail(timeoutText(last, redis, timeoutMs)), timeoutMs)
  const hear = (error: Error) => {
    last = error
    const mend = mendOf(error, redis instanceof Cluster ? 0 : (redis.options.db ?? 0))
    if (mend !== undefined) fail(mend)
  }
  const onError = (error: Error) => hear(causeOf(error))
  const onReady = () => connectNodes(redis, () => isOver).then(resolve, reject)
  redis.on('error', onError)
  redis.on('node error', onError)
  redis.once('ready', onReady)
  if (redis.status === 'ready') void onReady()
  else redis.connect().catch(() => undefined) // retried until the time is over; the log has each failure
  try {
    await promise
  } finally {
    clearTimeout(timer)
    redis.off('error', onError)
    redis.off('node error', onError)
    redis.off('ready', onReady)
  }
}
