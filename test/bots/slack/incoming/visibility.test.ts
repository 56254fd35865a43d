import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Person } from '../../../../src/bots/slack/incoming/members.ts'
import { createVisibility } from '../../../../src/bots/slack/incoming/visibility.ts'
import { createWeb } from '../../../../src/bots/slack/outgoing/web.ts'
import type { Target } from '../../../../src/core/target.ts'
import { createRecordingLog } from '../../../support/recording-log.ts'
import {
  answers,
  type ScriptedServer,
  startScriptedServer,
} from '../../../support/service/scripted-server.ts'

// Who sees which channel: https://docs.slack.dev/reference/objects/conversation-object

let server: ScriptedServer
let nowMs: number
beforeEach(async () => {
  server = await startScriptedServer()
  nowMs = 1_700_000_000_000
})
afterEach(() => server.close())

const says = (body: object): void => server.answer(answers(200, body))
const channelIs = (channel: object): void => says({ ok: true, channel })

const own: Person = { workspaces: ['T1'], isGuest: false, isAdmin: false, isBot: false, name: 'Max' }
const viewer = { platform: 'slack', server: 'T1', member: 'U1' } as const
const place: Target = { ...viewer, channel: 'C1', member: 'U2' }

const isIn = { ok: true, channels: [{ id: 'C1' }], response_metadata: { next_cursor: '' } }

const lookUps = (person: Person | undefined) => ({
  lookUp: () => Promise.resolve(person),
  lookUpAnew: () => Promise.resolve(person),
})
const visibilityOf = (person: Person | undefined = own) =>
  createVisibility({
    web: createWeb({ token: 'xoxb-1', apiUrl: `${server.url}/api/` }),
    members: lookUps(person),
    now: () => nowMs,
    log: createRecordingLog(),
  })

test.each([
  ['a public channel', { is_channel: true, is_private: false }, true],
  ['a public channel that is archived', { is_private: false, is_archived: true }, true],
  ['a public channel that is shared with others', { is_private: false, is_ext_shared: true }, true],
  ['a private channel', { is_group: true, is_private: true, is_member: true }, false],
  ['a direct message', { is_im: true }, false],
  ['a direct message that claims to be public', { is_im: true, is_private: false }, false],
  ['a group direct message that claims to be public', { is_mpim: true, is_private: false }, false],
  ['a direct message of several', { is_mpim: true, is_private: true }, false],
  ['a channel of which nothing is said', {}, false],
])('%s', async (_, channel, sees) => {
  channelIs(channel)
  expect(await visibilityOf().canSee(viewer, place)).toBe(sees)
})

test.each<[string, Person]>([
  ['a guest, who sees their own channels alone', { ...own, isGuest: true }],
  ['somebody of another workspace', { ...own, workspaces: ['T2'] }],
  ['a deactivated member', { ...own, isGone: true }],
])('is hidden from %s', async (_, person) => {
  channelIs({ is_private: false })
  expect(await visibilityOf(person).canSee(viewer, place)).toBe(false)
})

test('is hidden from somebody Slack says nothing about', async () => {
  channelIs({ is_private: false })
  const visibility = createVisibility({
    web: createWeb({ token: 'xoxb-1', apiUrl: `${server.url}/api/` }),
    members: lookUps(undefined),
    now: () => nowMs,
    log: createRecordingLog(),
  })
  expect(await visibility.canSee(viewer, place)).toBe(false)
})

test.each(['channel_not_found', 'missing_scope', 'ratelimited'])(
  'nobody sees anything after %s',
  async (error) => {
    says({ ok: false, error })
    expect(await visibilityOf().canSee(viewer, place)).toBe(false)
  },
)

test('Slack is asked once for what is wanted at the same time, and again after a minute', async () => {
  const visibility = visibilityOf()
  channelIs({ is_private: false })
  expect(await Promise.all([1, 2, 3].map(() => visibility.canSee(viewer, place)))).toEqual([true, true, true])
  expect(server.requests).toHaveLength(1)
  channelIs({ is_private: true })
  nowMs += 60_000 - 1
  expect(await visibility.canSee(viewer, place)).toBe(true)
  nowMs += 1
  expect(await visibility.canSee(viewer, place)).toBe(false)
  expect(server.requests).toHaveLength(2)
})

describe('for a member who is away, Slack is asked', () => {
  const away = { ...viewer, isAway: true } as const
  const nowhere = { ok: true, channels: [], response_metadata: { next_cursor: '' } }
  let asked: string[] = []

  const seesAway = (persons: readonly (Person | undefined)[], where: object = nowhere, isPrivate = false) => {
    asked = []
    server.answer((response, request) => {
      const method = request.url.replace(/^.*\//, '')
      asked.push(method)
      const body = method === 'users.conversations' ? where : { ok: true, channel: { is_private: isPrivate } }
      answers(200, body)(response, request)
    })
    const left = [...persons]
    const { canSee } = createVisibility({
      web: createWeb({ token: 'xoxb-1', apiUrl: `${server.url}/api/` }),
      members: {
        lookUp: () => Promise.resolve(own),
        lookUpAnew: async () => {
          asked.push('users.info')
          return left.shift()
        },
      },
      now: () => nowMs,
      log: createRecordingLog(),
    })
    return () => canSee(away, place)
  }

  test.each<[string, Person | undefined, object, boolean, boolean]>([
    ['a member sees a public channel', own, nowhere, false, true],
    ['a guest sees a channel that they are in', { ...own, isGuest: true }, isIn, false, true],
    ['a guest sees no other', { ...own, isGuest: true }, nowhere, false, false],
    ['a member sees a private channel that they are in', own, isIn, true, true],
    ['a member sees no other private channel', own, nowhere, true, false],
    ['nobody sees anything whose account was deactivated', { ...own, isGone: true }, isIn, false, false],
    ['a member about whom Slack says nothing sees nothing', undefined, nowhere, false, false],
    ['nobody sees anything if Slack says nothing of their channels', own, { ok: false }, true, false],
  ])('%s', async (_, person, where, isPrivate, isSeen) => {
    expect(await seesAway([person], where, isPrivate)()).toBe(isSeen)
  })

  test('once for what is wanted at the same time, and again within seconds', async () => {
    const canSee = seesAway([own, { ...own, workspaces: [] }])
    expect(await Promise.all([canSee(), canSee(), canSee()])).toEqual([true, true, true])
    expect(asked.toSorted()).toEqual(['conversations.info', 'users.conversations', 'users.info'])
    nowMs += 3_000 - 1
    expect(await canSee()).toBe(true)
    expect(asked).toHaveLength(3)
    nowMs += 1
    expect(await canSee()).toBe(false)
    expect(asked).toHaveLength(6)
  })
})

describe('a private channel that a member is in with us', () => {
  const page = (ids: readonly string[], next_cursor = '') =>
    answers(200, { ok: true, channels: ids.map((id) => ({ id })), response_metadata: { next_cursor } })
  const unsaid = answers(200, { ok: false, error: 'ratelimited' })
  const closed = answers(200, { ok: true, channel: { is_private: true } })
  const open = answers(200, { ok: true, channel: { is_private: false } })

  /** Slack's answers to what the channel is, and to which channels the member is in. */
  const answering = (info: typeof unsaid, ...pages: (typeof unsaid)[]): void =>
    server.answer((response, request) =>
      (request.url.includes('users.conversations') ? pages.shift() : info)?.(response, request),
    )
  const sees = () => visibilityOf().sees(viewer, 'C1')

  test('is found on any page, and Slack is asked for that member', async () => {
    answering(closed, page(['C2'], 'two'), page(['C1']))
    expect(await sees()).toBe(true)
    const asked = server.requests
      .filter(({ url }) => url.includes('users.conversations'))
      .map(({ body }) => Object.fromEntries(new URLSearchParams(body)))
    expect(asked).toMatchObject([{ user: 'U1' }, { user: 'U1', cursor: 'two' }])
  })

  test.each([
    ['they are not in it', closed, page(['C2']), false],
    ['it is gone', answers(200, { ok: false, error: 'channel_not_found' }), page(['C2']), false],
    ['Slack does not say where they are', closed, unsaid, undefined],
    ['they are in more channels than are read', closed, page(['C2'], 'next'), undefined],
    ['Slack does not say what it is', unsaid, page(['C2']), undefined],
    ['Slack does not say what it is, but they are in it', unsaid, page(['C1']), true],
    ['it is public, and Slack does not say where they are', open, unsaid, true],
  ])('is seen, or not, if %s', async (_, info, where, isSeen) => {
    answering(info, where, where, where)
    expect(await sees()).toBe(isSeen)
  })
})
