import { lookOnce } from '../../audio-api/look-once.ts'
import { type Check, check, type Finding, ok } from '../../core/doctor-check.ts'
import type { ServiceLook } from '../../core/job/audio-service.ts'
import type { Places } from '../../core/job/concurrency.ts'
import { networkFault } from '../../core/network-faults.ts'
import type { Config } from '../config.ts'
import { insideAddressOf, isOwnOrigin, type NetworkView } from '../public-agent.ts'
import { dial } from './dial.ts'

const service = 'the audio service'

const refusals = {
  balance: { what: service, why: 'Its account needs a top-up', mend: 'Top it up.' },
  key: {
    what: 'AUDIO_API_KEY',
    why: 'The audio service does not accept it',
    mend: 'Set a key that it accepts, and restart.',
  },
  address: {
    what: 'AUDIO_API_URL',
    why: 'The audio service was not found there',
    mend: 'Set its address without a version, and restart.',
  },
} as const

/** Why the audio service was not reached, if known. */
const unreachedFinding = (code: string): Finding | undefined => {
  const fault = networkFault(code, 'AUDIO_API_URL')
  if (fault === undefined) return undefined
  const why = `It could not be reached (${code}): ${fault.why}.`
  return { verdict: 'failed', what: service, why, mend: fault.mend }
}

const serviceFinding = (looked: ServiceLook): Finding => {
  switch (looked.status) {
    case 'accepted':
      return ok(`${service} answers and accepts AUDIO_API_KEY`)
    case 'refused': {
      const { what, why, mend } = refusals[looked.why]
      const unreached = looked.why === 'address' ? unreachedFinding(looked.said) : undefined
      return unreached ?? { verdict: 'failed', what, why: `${why} (${looked.said}).`, mend }
    }
    case 'away':
      return (
        unreachedFinding(looked.reason) ?? {
          verdict: 'failed',
          what: service,
          why: `It does not answer (${looked.reason}).`,
          mend: 'Wait if it has an outage; otherwise check AUDIO_API_URL.',
        }
      )
    case 'later':
      return {
        verdict: 'failed',
        what: service,
        why: `It could not be checked: AUDIO_API_LOOKUPS_PER_MINUTE leaves no look-up for the next ${Math.ceil(looked.waitMs / 1000)} s.`,
        mend: 'Run the doctor again after that.',
      }
  }
}

/** Why a public name that leads into a private network is not used; undefined for any other origin. */
const insideFinding = async (
  origin: string,
  privateOrigins: readonly string[],
  view: NetworkView,
): Promise<Finding | undefined> => {
  if (isOwnOrigin(origin, privateOrigins)) return undefined
  const address = await insideAddressOf(new URL(origin).hostname, view)
  return address === undefined
    ? undefined
    : {
        verdict: 'failed',
        what: `the file host ${origin}`,
        why: `It leads to ${address}, which is not on the public internet, so results from there are only linked.`,
        mend: 'If it is yours, add it to PRIVATE_HOSTS and restart; otherwise check the DNS servers of this machine.',
      }
}

const fileFinding = async (origin: string): Promise<Finding> => {
  const dialled = await dial(origin)
  if (dialled.status === 'reached') return ok(`files can be fetched from ${origin}`)
  const { code } = dialled
  const fault = networkFault(code, 'AUDIO_FILE_HOSTS')
  return {
    verdict: 'failed',
    what: `the file host ${origin}`,
    why: `It could not be reached (${code})${fault === undefined ? '' : `: ${fault.why}`}. Results that were paid for could not be delivered from there.`,
    mend: fault?.mend ?? 'Check AUDIO_FILE_HOSTS.',
  }
}

/** Whether the audio service and its files can be reached, and it accepts our key. */
export const audioChecks = (
  { audio, privateOrigins }: Pick<Config, 'audio' | 'privateOrigins'>,
  spendLookup: Places['spendLookup'],
  view: NetworkView = {},
): readonly Check[] => [
  check('audio.api', async () => {
    return serviceFinding(await lookOnce({ baseUrl: audio.apiUrl, apiKey: audio.apiKey }, spendLookup))
  }),
  {
    id: 'audio.files',
    run: () =>
      Promise.all(
        audio.fileOrigins.map(
          async (origin) => (await insideFinding(origin, privateOrigins, view)) ?? fileFinding(origin),
        ),
      ),
  },
]
