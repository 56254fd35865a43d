import { setTimeout as wait } from 'node:timers/promises'
import { createAudioService } from '../audio-api/client.ts'
import { commands } from '../commands/index.ts'
import type { Check, Finding } from '../core/doctor-check.ts'
import { performed } from '../core/effect.ts'
import { AppError } from '../core/errors.ts'
import type { ServiceLook } from '../core/job/audio-service.ts'
import type { Places } from '../core/job/concurrency.ts'
import type { Platform } from '../core/job/platform.ts'
import type { Log } from '../core/log.ts'
import { networkFault } from '../core/network-faults.ts'
import { aloneAtCalling } from '../core/pacing/share.ts'
import { createChats } from './chats.ts'
import type { Config } from './config.ts'
import { reachProblem } from './reach.ts'

/** Parts of the external checks that need Redis. */
export interface OutsideOptions {
  /** Counts a look-up of the audio service by the doctor. */
  spendLookup: Places['spendLookup']
}

const silent: Log = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
}

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
      return { verdict: 'ok', what: `${service} answers and accepts AUDIO_API_KEY` }
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

const serviceCheck = ({ audio }: Config, { spendLookup }: OutsideOptions): Check => ({
  name: service,
  async run() {
    const client = createAudioService({
      baseUrl: audio.apiUrl,
      apiKey: audio.apiKey,
      reads: { spendLookup, random: Math.random, wait },
      warn: () => undefined,
    })
    const looked = await client.look()
    await client.close()
    return [serviceFinding(looked)]
  },
})

const titles = { discord: 'Discord', slack: 'Slack' } as const

/** Splits a text whose first sentence says what is wrong, and the others how to fix it. */
const problemIn = (text: string, otherMend: string) => {
  const end = text.indexOf('. ') + 1
  return end === 0 ? { why: text, mend: otherMend } : { why: text.slice(0, end), mend: text.slice(end + 1) }
}

const chatFindings = async (platform: Platform): Promise<readonly Finding[]> => {
  const what = titles[platform.name]
  try {
    await platform.connect()
    const found = await platform.shortcomings(commands)
    if (found.length === 0) return [{ verdict: 'ok', what: `${what} accepts our token` }]
    return found.map((text) => ({
      verdict: 'warning',
      what,
      ...problemIn(text, 'See docs/operating/troubleshooting.md.'),
    }))
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const mend =
      error.code === 'configuration'
        ? 'See docs/operating/troubleshooting.md.'
        : 'Wait, or check the network.'
    return [{ verdict: 'failed', what, ...problemIn(error.message, mend) }]
  }
}

const chatCheck = (platform: Platform): Check => ({
  name: titles[platform.name],
  async run() {
    try {
      return await chatFindings(platform)
    } finally {
      await platform.stop('all')
    }
  },
})

const addressCheck = (publicUrl: string): Check => ({
  name: 'PUBLIC_URL',
  async run() {
    const problem = await reachProblem(performed, publicUrl)
    if (problem === undefined) return [{ verdict: 'ok', what: 'PUBLIC_URL leads to Tunesmith' }]
    return [
      {
        verdict: 'warning',
        what: 'PUBLIC_URL',
        why: `It ${problem}, as seen from this machine.`,
        mend: 'Start the bot, and let POST /webhooks/audio/ through to its HTTP_PORT.',
      },
    ]
  },
})

/** External checks: the audio service, each chat with a token, and our public address. */
export const outsideChecks = async (config: Config, options: OutsideOptions): Promise<readonly Check[]> => {
  const download = () => Promise.reject(new Error('the doctor downloads nothing'))
  const { platforms } = await createChats(config, {
    download,
    effect: performed,
    log: silent,
    wait,
    callers: () => aloneAtCalling,
  })
  return [
    serviceCheck(config, options),
    ...platforms.map(chatCheck),
    ...(config.outside === undefined ? [] : [addressCheck(config.outside.publicUrl)]),
  ]
}
