import {
  type ConversationsListResponse,
  LogLevel,
  type UsersListResponse,
  WebAPIPlatformError,
  WebAPIRateLimitedError,
  WebAPIRequestError,
  WebClient,
  type WebClientOptions,
} from '@slack/web-api'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { manifest, type RawApp, startRawApp, times } from './support.ts'

let app: RawApp
let channel: string

beforeEach(async () => {
  app = await startRawApp({ manifest: manifest({ events: [] }), rates: 'strict' })
  channel = app.slack.addresses.channelId
})

afterEach(async () => {
  vi.useRealTimers()
  await app.stop()
})

const newClient = (options: WebClientOptions = {}): WebClient => {
  const { api, botToken } = app.slack.addresses
  const strict = { retryConfig: { retries: 0 }, rejectRateLimitedCalls: true, logLevel: LogLevel.ERROR }
  return new WebClient(botToken, { slackApiUrl: api, ...strict, ...options })
}

/** Tries again as fast as it can. */
const eager = { retryConfig: { retries: 2, minTimeout: 1, maxTimeout: 1, randomize: false } }

const requests = (summary: string) => app.wire.since(0).filter((entry) => entry.summary.startsWith(summary))

/** What a call failed with. */
const failureOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => undefined,
    (error: unknown) => error,
  )

// https://docs.slack.dev/tools/node-slack-sdk/web-api
describe('the official client of the Web API', () => {
  test('goes through a list page by page', async () => {
    const names: (string | undefined)[] = []
    for await (const page of newClient().paginate('users.list', { limit: 2 }))
      names.push(...((page as UsersListResponse).members ?? []).map(({ name }) => name))
    expect(names).toEqual(['olga', 'ada', 'max', 'mia', 'tunesmith'])
    expect(requests('users.list ok')).toHaveLength(3)
  })

  test('stops on the page on which it found what it looked for', async () => {
    const client = newClient()
    const found = await client.paginate(
      'conversations.list',
      { limit: 1 },
      (page) => (page as ConversationsListResponse).channels?.some(({ name }) => name === 'music') ?? false,
      (_found, page) => (page as ConversationsListResponse).channels?.[0]?.id,
    )
    expect(found).toBe(app.slack.addresses.channelIds[1])
    expect(requests('conversations.list ok')).toHaveLength(2)
  })

  test('uploads several files into a thread, with a comment over them', async () => {
    const client = newClient()
    const { ts = '' } = await client.chat.postMessage({ channel, text: 'parent' })
    const { files } = await client.filesUploadV2({
      channel_id: channel,
      thread_ts: ts,
      initial_comment: 'Two takes',
      file_uploads: [
        { file: Buffer.from('ID3 one'), filename: 'one.mp3', title: 'One' },
        { file: Buffer.from('ID3 two'), filename: 'two.mp3', alt_text: 'The second take' },
      ],
    })
    app.clock.advance(100)
    expect(files).toMatchObject([{ ok: true, files: [{ title: 'One' }, { name: 'two.mp3' }] }])
    expect(app.slack.people.messages({}).at(-1)).toMatchObject({
      text: 'Two takes',
      replyTo: ts,
      files: [{ name: 'one.mp3' }, { name: 'two.mp3', description: 'The second take' }],
    })
    expect(app.refusals()).toEqual([])
  })

  test('is told by an error of its own which code it was refused with, and what is missing', async () => {
    const error = await failureOf(newClient().pins.list({ channel }))
    expect(error).toBeInstanceOf(WebAPIPlatformError)
    expect(error).toMatchObject({ data: { ok: false, error: 'unknown_method' } })
    const poor = await startRawApp({ manifest: manifest({ scopes: ['commands'], events: [] }) })
    const { api: slackApiUrl, botToken } = poor.slack.addresses
    const client = new WebClient(botToken, { slackApiUrl, logLevel: LogLevel.ERROR })
    expect(await failureOf(client.users.list({}))).toMatchObject({
      data: {
        error: 'missing_scope',
        needed: 'users:read',
        provided: 'commands',
        response_metadata: { scopes: ['commands'], acceptedScopes: ['users:read'] },
      },
    })
    await poor.stop()
  })

  test('is told by an error of its own when it may come back', async () => {
    // Time stands still, so that no allowance comes back while the calls are made.
    vi.useFakeTimers({ toFake: ['Date'] })
    const client = newClient()
    for (const _ of times(5, () => undefined)) await client.chat.postMessage({ channel, text: 'x' })
    const error = await failureOf(client.chat.postMessage({ channel, text: 'x' }))
    expect(error).toBeInstanceOf(WebAPIRateLimitedError)
    expect(error).toMatchObject({ retryAfter: 1 })
    expect(app.refusals()).toEqual(['chat.postMessage: ratelimited'])
  })

  test.each(['http 503', 'lost'])('tries again after "%s", until it is well', async (answer) => {
    app.slack.faults.add({ method: 'auth.test', answer, times: 2 })
    expect(await newClient(eager).auth.test()).toMatchObject({ ok: true })
    expect(requests(`auth.test fault: ${answer}`)).toHaveLength(2)
    expect(app.refusals()).toEqual([])
  })

  test('gives up on a connection that is cut each time, and says so', async () => {
    app.slack.faults.add({ method: 'auth.test', answer: 'lost', times: 3 })
    expect(await failureOf(newClient(eager).auth.test())).toBeInstanceOf(WebAPIRequestError)
  })

  // Each of them is on https://docs.slack.dev/reference/methods, and none in the list of what is served.
  test.each<readonly [string, (client: WebClient) => Promise<unknown>]>([
    ['chat.scheduleMessage', (client) => client.chat.scheduleMessage({ channel, text: 'x', post_at: 1 })],
    ['conversations.create', (client) => client.conversations.create({ name: 'songs' })],
    ['conversations.join', (client) => client.conversations.join({ channel })],
    ['reactions.get', (client) => client.reactions.get({ channel, timestamp: '1.2' })],
    [
      'functions.completeSuccess',
      (client) => client.functions.completeSuccess({ outputs: {}, function_execution_id: 'Fx1' }),
    ],
    [
      'assistant.threads.setStatus',
      (client) => client.assistant.threads.setStatus({ channel_id: channel, thread_ts: '1.2', status: 'x' }),
    ],
    ['canvases.create', (client) => client.canvases.create({})],
    [
      'chat.startStream',
      async (client) => {
        const streamer = client.chatStream({ channel, thread_ts: '1.2', buffer_size: 1 })
        await streamer.append({ markdown_text: '**words**' })
      },
    ],
  ])('is told that %s is not served', async (method, call) => {
    const error = await failureOf(call(newClient()))
    expect(error).toMatchObject({ data: { error: 'unknown_method', req_method: method } })
    expect(app.refusals()).toEqual([`${method}: unknown_method`])
  })
})
