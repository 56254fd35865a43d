import { type Logger, LogLevel, WebClient } from '@slack/web-api'
import { createEmulator } from 'emulate'
import type { Clock } from '../../../../studio/kit/clock.ts'
import { asForm, manifest, startRawApp } from '../support.ts'

export type Answer = Readonly<Record<string, unknown>>
type Args = Readonly<Record<string, unknown>>

/** One of the two Slacks, with the ids that calls need. */
export type Side = {
  readonly api: string
  readonly token: string
  readonly ids: Readonly<Record<'music' | 'member', string>>
  stop(): Promise<void>
}

/** How a call is sent: exactly as it is written, or by the official client. */
export type Way = 'fetch' | '@slack/web-api'

const byFetch = async ({ api, token }: Side, method: string, args: Args): Promise<Answer> => {
  const headers = { authorization: `Bearer ${token}` }
  const response = await fetch(`${api}${method}`, { method: 'POST', headers, body: asForm(args) })
  return (await response.json()) as Answer
}

const isAnswer = (error: unknown): error is { data: Answer } =>
  typeof error === 'object' && error !== null && 'data' in error

/** Refusals are what is compared here. */
const silent: Logger = {
  debug: () => {},
  info: () => {},
  warn: () => {},
  error: () => {},
  getLevel: () => LogLevel.ERROR,
  setLevel: () => {},
  setName: () => {},
}

const byClient = async ({ api, token }: Side, method: string, args: Args): Promise<Answer> => {
  const client = new WebClient(token, { slackApiUrl: api, retryConfig: { retries: 0 }, logger: silent })
  try {
    return { ...(await client.apiCall(method, { ...args })) }
  } catch (error) {
    if (isAnswer(error)) return error.data
    throw error
  }
}

/** Sends a call to one of them, and gives the answer, a refusal as well. */
export const send = (way: Way, side: Side, method: string, args: Args = {}): Promise<Answer> =>
  way === 'fetch' ? byFetch(side, method, args) : byClient(side, method, args)

const listOf = (answer: Answer, field: string) =>
  answer[field] as readonly { id: string; name: string; is_bot?: boolean }[]

const idsOf = async (side: Omit<Side, 'ids' | 'stop'>, memberName: string): Promise<Side['ids']> => {
  const bare = { ...side, ids: { music: '', member: '' }, stop: async () => {} }
  const channels = listOf(await byFetch(bare, 'conversations.list', {}), 'channels')
  const members = listOf(await byFetch(bare, 'users.list', {}), 'members')
  const id = (list: typeof channels, name: string) => list.find((one) => one.name === name)?.id ?? ''
  return { music: id(channels, 'music'), member: id(members, memberName) }
}

/**
 * Time does not pass, so that a file is not shared before or after it is looked up, depending on the machine.
 */
const stillClock = (): Clock => {
  const nowMs = Date.now()
  return { now: () => nowMs, at: () => () => undefined, advance: () => undefined, stop: () => undefined }
}

/** Our stand-in. */
export const startOurs = async (): Promise<Side> => {
  const app = await startRawApp({ manifest: manifest({ events: [] }), clock: stillClock() })
  const side = { api: app.slack.addresses.api, token: app.slack.addresses.botToken }
  return { ...side, ids: await idsOf(side, 'max'), stop: app.stop }
}

/** The emulator, with the people and channels that ours has too. */
export const startTheirs = async (): Promise<Side> => {
  const emulator = await createEmulator({
    service: 'slack',
    port: 0,
    seed: {
      tokens: { 'xoxb-bot': { login: 'tunesmith' } },
      slack: {
        team: { name: 'Sandbox', domain: 'sandbox' },
        users: [{ name: 'max' }],
        channels: [{ name: 'music' }],
        oauth_apps: [
          {
            client_id: '1.2',
            client_secret: 'secret',
            name: 'Tunesmith',
            redirect_uris: ['https://bot.example/'],
            scopes: ['chat:write'],
          },
        ],
      },
    },
  })
  const side = { api: `${emulator.url}/api/`, token: 'xoxb-bot' }
  return { ...side, ids: await idsOf(side, 'max'), stop: () => emulator.close() }
}
