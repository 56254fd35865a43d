import { formatCredits } from '../../core/credits.ts'
import { type Check, type Finding, ok } from '../../core/doctor-check.ts'
import type { AccountCredits, PauseReason } from '../../core/job/concurrency.ts'
import type { StoreConnection } from '../address.ts'
import { fromStore } from '../connection.ts'
import type { Keys } from '../keys.ts'
import { readPause } from '../places.ts'
import { encryptionKeyId, sealedWith } from '../sealer.ts'
import { type OpenJobsChecks, readOpenJobs } from './open-jobs.ts'

interface KeyCheckOptions {
  redis: StoreConnection
  keys: Keys
  now: () => number
  /** Identifies the provider's API key without revealing it. */
  providerKeyId: string
  /** Identifies the provider's address. */
  addressId: string
}

const refusals = {
  balance: { why: 'Its account needs a top-up', mend: 'Top it up; requests then go on by themselves.' },
  key: { why: 'It does not accept AUDIO_API_KEY', mend: 'Set a key that it accepts, and restart.' },
  unclear: {
    why: 'Its last answers did not say whether it took the requests',
    mend: 'If its status page reports an outage, wait. Otherwise check the proxy and the network between it and this machine.',
  },
  address: { why: 'It was not found at AUDIO_API_URL', mend: 'Set its address, and restart.' },
} as const satisfies Record<PauseReason, object>

/** What the service says of its account where it refuses a request. */
const leftText = (credits: AccountCredits | undefined): string => {
  if (credits === undefined) return ''
  const { available, required } = credits
  const needed = required === undefined ? '' : `, ${formatCredits(required)} needed`
  return ` (credits left: ${formatCredits(available)}${needed})`
}

const findingOf = async (options: KeyCheckOptions): Promise<Finding> => {
  const pause = await readPause(options)
  const what = 'the audio service'
  if (pause === undefined) return ok(`${what} has refused nothing for its account or key`)
  const { why, mend } = refusals[pause.why]
  const waitMs = pause.untilMs - options.now()
  const trial = pause.why === 'address' ? '' : ', and then one request as a try'
  const next =
    waitMs > 0
      ? `nothing is sent for another ${Math.ceil(waitMs / 60_000)} min${trial}`
      : 'the next request is sent alone, as a try'
  return { verdict: 'failed', what, why: `${why}${leftText(pause.credits)}: ${next}.`, mend }
}

/** Whether the audio service accepts requests with our key, by its latest answers. Asks only Redis. */
export const keyCheck = (options: KeyCheckOptions): Check => ({
  id: 'audio.account',
  run: async () => [await findingOf(options)],
})

interface JobKeysOptions extends OpenJobsChecks {
  /** Ids of the configured keys. */
  keyIds: readonly string[]
}

/** Whether every running job can be looked up with the key that paid for it. */
export const jobKeysCheck = (options: JobKeysOptions): Check => ({
  id: 'jobs.keys',
  isLong: true,
  async run() {
    const { openJobs = () => readOpenJobs(options), keyIds } = options
    const { length: count } = (await openJobs()).filter(
      ({ keyId, state, payer }) =>
        keyId !== null && !keyIds.includes(keyId) && state !== 'accepted' && payer !== 'server',
    )
    if (count === 0) return [ok('the API key of every running job is set')]
    return [
      {
        verdict: 'warning',
        what: 'AUDIO_API_KEYS_OLD',
        why: `Jobs that were paid for with a key that is not set: ${count}.`,
        mend: 'Put that key there, so that their results can be fetched.',
      },
    ]
  },
})

interface EncryptionOptions extends OpenJobsChecks {
  /** All keys in ENCRYPTION_KEY, the newest first. */
  encryptionKeys: readonly Uint8Array[]
}

const notEncrypted: Finding = {
  verdict: 'warning',
  what: 'ENCRYPTION_KEY',
  why: 'It is not set, so the secrets of running jobs are in Redis as plain text.',
  mend: 'Set it, and restart; "openssl rand -base64 32" makes one.',
}

const encryptedWith = ([newest, ...older]: readonly string[], used: readonly string[]): Finding => {
  const olderUsed = used.filter((key) => key !== newest).length
  const stillNeeded = older.length === 0 ? '' : `; running jobs whose answers need an older key: ${olderUsed}`
  return ok(`secrets in Redis are encrypted with the key ${newest}${stillNeeded}`)
}

/** The keys under which secrets of running jobs are stored. */
const usedKeys = async (options: OpenJobsChecks): Promise<readonly string[]> => {
  const { openJobs = () => readOpenJobs(options) } = options
  return (await openJobs()).flatMap(({ replyToken }) => sealedWith(replyToken ?? '') ?? [])
}

/** Whether the secrets of running jobs are encrypted. */
export const encryptionCheck = ({ encryptionKeys, ...options }: EncryptionOptions): Check => ({
  id: 'jobs.encryption',
  isLong: true,
  async run() {
    const known = encryptionKeys.map(encryptionKeyId)
    if (known.length === 0) return [notEncrypted]
    const used = await usedKeys(options)
    return [
      encryptedWith(
        known,
        used.filter((key) => known.includes(key)),
      ),
    ]
  },
})

/** Whether the secrets of running jobs can be read by the keys that are set. */
export const jobSecretsCheck = ({ encryptionKeys, ...options }: EncryptionOptions): Check => ({
  id: 'jobs.secrets',
  isLong: true,
  async run() {
    const known = encryptionKeys.map(encryptionKeyId)
    const lost = (await usedKeys(options)).filter((key) => !known.includes(key))
    if (lost.length === 0) return [ok('the secrets of every running job can be decrypted')]
    return [
      {
        verdict: 'warning',
        what: 'ENCRYPTION_KEY',
        why: `Running jobs with secrets under a key that is not set (${[...new Set(lost)].join(', ')}): ${lost.length}.`,
        mend: 'Put that key behind the newest one. Without it, an answer that only its requester sees is not updated any more.',
      },
    ]
  },
})

const operatorsKeys = (count: number): Finding => ({
  verdict: 'failed',
  what: "servers' own API keys that are also yours",
  why: `Servers that pay with one of your keys, outside OPERATOR_LIMIT: ${count}.`,
  mend: 'Ask their admins to remove it with /budget key.',
})

/** Whether servers' own API keys can be decrypted, even without older encryption keys, and none is the operator's. */
export const ownKeysCheck = ({
  redis,
  keys,
  encryptionKeys,
  keyIds,
}: EncryptionOptions & JobKeysOptions): Check => ({
  id: 'money.keys',
  async run() {
    const secrets = Object.values(await fromStore(redis.hgetall(keys.ownSecrets)))
    const used = Object.values(await fromStore(redis.hgetall(keys.ownKeys)))
    if (secrets.length === 0) return [ok('no server pays with a key of its own')]
    const [newest, ...older] = encryptionKeys.map(encryptionKeyId)
    const needed = secrets.flatMap((text) => sealedWith(text) ?? [])
    const lost = needed.filter((key) => key !== newest && !older.includes(key))
    const olderCount = needed.filter((key) => older.includes(key)).length
    const operatorsCount = used.filter((id) => keyIds.includes(id)).length
    const what = `servers' own API keys: ${secrets.length}`
    const findings: Finding[] = operatorsCount === 0 ? [] : [operatorsKeys(operatorsCount)]
    if (lost.length > 0)
      findings.push({
        verdict: 'failed',
        what,
        why: `Keys that can't be decrypted, because ENCRYPTION_KEY lacks a key (${[...new Set(lost)].join(', ')}): ${lost.length}.`,
        mend: 'Put that key behind the newest one, or ask the admins of these servers to set theirs again with /budget key.',
      })
    if (olderCount > 0)
      findings.push({
        verdict: 'warning',
        what,
        why: `Keys that need an older ENCRYPTION_KEY: ${olderCount}.`,
        mend: 'Restart a worker, which re-encrypts them, before you remove that key.',
      })
    return findings.length > 0 ? findings : [ok(what)]
  },
})
