import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createPlaceholders } from '../../../src/bots/slack/answers/placeholder.ts'
import { createChannels, isDirectMessage, refusedText } from '../../../src/bots/slack/incoming/channels.ts'
import { createMembers, isOf, type Person } from '../../../src/bots/slack/incoming/members.ts'
import { pointedByMention } from '../../../src/bots/slack/incoming/mentions.ts'
import { createPacedWebs, createWeb } from '../../../src/bots/slack/outgoing/web.ts'
import { createBriefly, createTimedCache } from '../../../src/core/caches.ts'
import { performed } from '../../../src/core/effect.ts'
import { effectKey } from '../../../src/core/job-id.ts'
import { createRecordingLog } from '../../support/recording-log.ts'
import {
  answers,
  breaks,
  type Reply,
  type ScriptedServer,
  startScriptedServer,
} from '../../support/service/scripted-server.ts'

// What Slack tells us, and what we do where it does not.

let server: ScriptedServer
let log: ReturnType<typeof createRecordingLog>
let nowMs: number
const now = () => nowMs
beforeEach(async () => {
  server = await startScriptedServer()
  log = createRecordingLog()
  nowMs = 1_700_000_000_000
})
afterEach(() => server.close())

const web = () => createWeb({ token: 'xoxb-1', apiUrl: `${server.url}/api/` })
const says = (body: object): void => server.answer(answers(200, body))
const refuses = (error: string): void => says({ ok: false, error })
/** One reply after the other. */
const inTurn = (...replies: readonly Reply[]): void => {
  const left = [...replies]
  server.answer((response, request) => left.shift()?.(response, request))
}

describe('a timed cache', () => {
  test('forgets what is old, and the oldest when it is full', () => {
    const cache = createTimedCache<number>({ now, spanMs: 1_000, entriesMax: 2 })
    cache.remember('a', 1)
    nowMs += 999
    expect(cache.recall('a')).toBe(1)
    nowMs += 1
    expect(cache.recall('a')).toBeUndefined()
    cache.remember('b', 2)
    cache.remember('c', 3)
    cache.remember('b', 4)
    cache.remember('d', 5)
    expect(['a', 'b', 'c', 'd'].map((key) => cache.recall(key))).toEqual([undefined, 4, undefined, 5])
  })
})

describe('an answer that is known briefly', () => {
  test('is asked for once meanwhile, and an error or nothing again', async () => {
    const known = createBriefly<number>({ now, spanMs: 1_000, entriesMax: 2 })
    const said = [1, undefined, new Error('late'), 2]
    const ask = async () => {
      const next = said.shift()
      if (next instanceof Error) throw next
      return next
    }
    expect(await Promise.all([known('a', ask), known('a', ask)])).toEqual([1, 1])
    nowMs += 999
    expect(await known('a', ask)).toBe(1)
    nowMs += 1
    expect(await known('a', ask)).toBeUndefined()
    await expect(known('a', ask)).rejects.toThrow('late')
    expect(await known('a', ask)).toBe(2)
  })
})

const membersHere = (patienceMs = 20_000) =>
  createMembers({ web: web(), patienceMs, now, log, track: () => undefined })
const isAdminNow = async (members: ReturnType<typeof membersHere>) => (await members.lookUp('U1'))?.isAdmin
const isOurs = (person: Person | undefined) => person !== undefined && isOf('T1', person)

describe('somebody', () => {
  test.each([
    ['whose account was deactivated is gone', true, true],
    ['else is not', false, undefined],
  ])('%s', async (_, deleted, isGone) => {
    says({ ok: true, user: { team_id: 'T1', deleted } })
    expect((await membersHere().lookUp('U1'))?.isGone).toBe(isGone)
  })

  // https://docs.slack.dev/reference/objects/user-object
  test.each([
    ['of the workspace', { team_id: 'T1' }, true],
    ['of another one, in a channel that is shared', { team_id: 'T2', is_stranger: false }, false],
    ['who shares nothing with us', { team_id: 'T2', is_stranger: true }, false],
    [
      'of an organisation, in this workspace too',
      { team_id: 'T2', enterprise_user: { teams: ['T2', 'T1'] } },
      true,
    ],
    [
      'of an organisation, in its other workspaces',
      { team_id: 'E1', enterprise_user: { teams: ['T2'] } },
      false,
    ],
    ['of whom Slack says nothing', {}, false],
  ])('%s', async (_, user, expected) => {
    says({ ok: true, user })
    expect(isOurs(await membersHere().lookUp('U1'))).toBe(expected)
  })

  test('is asked for once, however often they are wanted at the same time', async () => {
    const members = membersHere()
    says({ ok: true, user: { team_id: 'T1' } })
    const both = await Promise.all([members.lookUp('U1'), members.lookUp('U1'), members.lookUp('U2')])
    expect(both.map(isOurs)).toEqual([true, true, true])
    expect(server.requests).toHaveLength(2)
  })
})

describe('a look-up of a member', () => {
  test('that outlasts the wait is there for the next one', async () => {
    const held = Promise.withResolvers<void>()
    const person = answers(200, { ok: true, user: { team_id: 'T1', is_admin: true } })
    server.answer((response, request) => void held.promise.then(() => person(response, request)))
    const work: Promise<void>[] = []
    const members = createMembers({ web: web(), patienceMs: 0, now, log, track: (asked) => work.push(asked) })
    expect(await isAdminNow(members)).toBeUndefined()
    held.resolve()
    await Promise.all(work)
    expect(await isAdminNow(members)).toBe(true)
    expect(server.requests).toHaveLength(1)
  })
})

describe('a name', () => {
  const named = (user: object) => {
    says({ ok: true, user })
    return membersHere().nameOf('U1')
  }
  // https://docs.slack.dev/reference/objects/user-object
  test.each([
    [
      { name: 'max', real_name: 'Max M.', profile: { display_name: 'Maxi', real_name: 'Max Muster' } },
      'Maxi',
    ],
    [
      { name: 'max', real_name: 'Max M.', profile: { display_name: ' ', real_name: 'Max Muster' } },
      'Max Muster',
    ],
    [{ name: 'max', real_name: 'Max M.', profile: {} }, 'Max M.'],
    [{ name: 'max' }, 'max'],
    [{}, undefined],
    [{ profile: { display_name: 'Max\n<!channel> \u202Eevil' } }, 'Max <!channel> evil'],
  ])('of %j', async (user, name) => {
    expect(await named(user)).toBe(name)
  })

  test('is cut where it is too long', async () => {
    expect(await named({ name: 'x'.repeat(200) })).toHaveLength(80)
  })

  test.each(['missing_scope', 'user_not_found'])('is left out for a minute after %s', async (error) => {
    const members = membersHere()
    refuses(error)
    expect(await members.nameOf('U1')).toBeUndefined()
    nowMs += 60_000 - 1
    expect(await members.nameOf('U1')).toBeUndefined()
    expect(server.requests).toHaveLength(1)
    says({ ok: true, user: { name: 'max' } })
    nowMs += 1
    expect(await members.nameOf('U1')).toBe('max')
  })
})

describe('an admin', () => {
  test.each([
    [{ is_admin: true }, true],
    [{ is_owner: true }, true],
    [{ is_primary_owner: true }, true],
    [{ is_admin: false, is_restricted: false }, false],
  ])('is known by %j', async (user, isAdmin) => {
    says({ ok: true, user: { team_id: 'T1', ...user } })
    expect(await isAdminNow(membersHere())).toBe(isAdmin)
  })

  test('is asked for again after five minutes', async () => {
    const members = membersHere()
    says({ ok: true, user: { team_id: 'T1', is_admin: true } })
    await members.lookUp('U1')
    says({ ok: true, user: { team_id: 'T1', is_admin: false } })
    nowMs += 5 * 60_000 - 1
    expect(await isAdminNow(members)).toBe(true)
    nowMs += 1
    expect(await isAdminNow(members)).toBe(false)
    expect(server.requests).toHaveLength(2)
  })

  test('is nobody while Slack does not tell, and that is not remembered', async () => {
    const members = membersHere()
    server.answer(breaks)
    expect(await members.lookUp('U1')).toBeUndefined()
    says({ ok: true, user: { team_id: 'T1', is_admin: true } })
    expect(await isAdminNow(members)).toBe(true)
    expect(log.warnings()).toHaveLength(1)
  })
})

describe('a channel', () => {
  const why = () => createChannels(web(), now, log).whyCannotPost('C1')

  test.each([
    ['we are in', { is_member: true, is_archived: false }, undefined],
    ['we are not in', { is_member: false, is_archived: false }, '/invite @Tunesmith'],
    ['that is archived', { is_member: true, is_archived: true }, 'archived'],
  ])('%s', async (_, channel, said) => {
    says({ ok: true, channel })
    expect(await why()).toEqual(said === undefined ? undefined : expect.stringContaining(said))
  })

  test('that Slack hides from us is one that we are not in', async () => {
    refuses('channel_not_found')
    expect(await why()).toContain('/invite @Tunesmith')
  })

  test('that is a direct message of others is told apart from a channel', async () => {
    refuses('channel_not_found')
    expect(await createChannels(web(), now, log).whyCannotPost('D1')).toMatch(
      /^I'm not in this conversation, .*\.$/,
    )
  })

  test('that Slack does not tell about is tried', async () => {
    refuses('missing_scope')
    expect(await why()).toBeUndefined()
    expect(log.warnings()).toHaveLength(1)
  })

  test('is asked for again after a minute, and at once where we could not post', async () => {
    const channels = createChannels(web(), now, log)
    says({ ok: true, channel: { is_member: false } })
    await channels.whyCannotPost('C1')
    says({ ok: true, channel: { is_member: true } })
    expect(await channels.whyCannotPost('C1')).toBeUndefined()
    says({ ok: true, channel: { is_member: false } })
    nowMs += 60_000 - 1
    expect(await channels.whyCannotPost('C1')).toBeUndefined()
    nowMs += 1
    expect(await channels.whyCannotPost('C1')).toBeDefined()
    expect(server.requests).toHaveLength(3)
  })

  test('is told apart from a direct message', () => {
    expect(['D1', 'C1', 'G1'].map(isDirectMessage)).toEqual([true, false, false])
  })

  test.each(['not_in_channel', 'is_archived', 'restricted_action', 'internal_error', undefined])(
    'that refuses with %s says what to do, in whole sentences',
    (code) => {
      expect(refusedText(code)).toMatch(/^[A-Z].*([Tt]ry again|Use another channel).*\.$/)
    },
  )
})

const us = { userId: 'UBOT', botId: 'B1' }

describe('the first message of a job', () => {
  const waits: number[] = []
  const place = { channel: 'C1', thread: undefined, member: 'U1' }
  const shown = { text: 'Queued', blocks: [] }
  const placeholders = () =>
    createPlaceholders({
      log,
      now,
      us: () => us,
      web: createPacedWebs({
        effect: performed,
        log,
        token: 'xoxb-1',
        apiUrl: `${server.url}/api/`,
        now,
        wait: async (spanMs) => {
          waits.push(spanMs)
          nowMs += spanMs
        },
      }).client({ urgency: 'answer', waitMs: 4_000 }),
    })
  const posted = answers(200, { ok: true, channel: 'C1', ts: '1.000001' })
  // https://docs.slack.dev/reference/methods/conversations.history
  const inHistory = (key: string, by: object = { user: 'UBOT', bot_id: 'B1', app_id: 'A1' }) =>
    answers(200, {
      ok: true,
      messages: [
        { ts: '2.0', ...by, metadata: { event_type: 'other', event_payload: { key } } },
        { ts: '1.000001', ...by, metadata: { event_type: 'tunesmith_job', event_payload: { key } } },
      ],
    })
  const nothingThere = answers(200, { ok: true, messages: [] })
  const limited = (seconds: number) => answers(429, { ok: false }, { 'retry-after': String(seconds) })
  const given = (thread?: string) => ({
    kind: 'given',
    message: {
      platform: 'slack',
      channel: 'C1',
      message: '1.000001',
      ...(thread !== undefined && { thread }),
    },
  })
  const methods = () => server.requests.map(({ url }) => url.split('/').at(-1))
  beforeEach(() => {
    waits.length = 0
  })

  test('is posted once, however often it is asked for at the same time', async () => {
    server.answer(posted)
    const ours = placeholders()
    const both = [ours.post('b00xone', place, shown, false), ours.post('b00xone', place, shown, false)]
    expect(await Promise.all(both)).toEqual([given(), given()])
    await ours.post('b00xtwo', place, shown, false)
    expect(methods()).toEqual(['chat.postMessage', 'chat.postMessage'])
    expect(decodeURIComponent(server.requests[0]?.body ?? '')).toContain('"event_type":"tunesmith_job"')
  })

  test('goes into its thread', async () => {
    server.answer(posted)
    const thread = '0.5'
    expect(await placeholders().post('b00xone', { ...place, thread }, shown, false)).toEqual(given(thread))
    expect(server.requests[0]?.body).toContain('thread_ts=0.5')
  })

  test('waits a moment where the channel is busy', async () => {
    inTurn(limited(1), limited(2), posted)
    expect(await placeholders().post('b00xone', place, shown, false)).toEqual(given())
    expect(waits).toEqual([1_000, 2_000])
  })

  test.each([
    ['the channel is busy for long', [limited(5)], { kind: 'refused', text: refusedText(undefined) }],
    ['it is busy again and again', [limited(2), limited(2), limited(2)], { kind: 'refused' }],
    [
      'Slack refuses',
      [answers(200, { ok: false, error: 'is_archived' })],
      { kind: 'refused', text: refusedText('is_archived') },
    ],
    ['no answer comes and Slack has no message', [breaks, nothingThere], { kind: 'unknown' }],
    ['no answer comes and Slack does not tell', [breaks, breaks], { kind: 'unknown' }],
  ])('says so where %s', async (_, replies, outcome) => {
    inTurn(...replies)
    expect(await placeholders().post('b00xone', place, shown, false)).toMatchObject(outcome)
    expect(server.requests).toHaveLength(replies.length)
  })

  test('is refused for our fault where a bug on our side keeps it from being sent', async () => {
    const block = { type: 'divider' } as const
    const unsayable = { ...shown, blocks: [Object.assign(block, { itself: block })] }
    expect(await placeholders().post('b00xone', place, unsayable, false)).toMatchObject({
      kind: 'refused',
      text: expect.stringContaining('broke on our side'),
    })
    expect(log.lines).toContainEqual(expect.objectContaining({ level: 'error' }))
    expect(server.requests).toEqual([])
  })

  test.each([
    ['no answer comes', breaks],
    ['the answer proves nothing', answers(500, 'oops')],
    // https://docs.slack.dev/reference/methods/chat.postMessage#errors: "some
    // aspect of the operation succeeded".
    ['Slack broke down over it', answers(200, { ok: false, error: 'fatal_error' })],
  ])('is looked for where %s, and never posted again', async (_, reply) => {
    inTurn(reply, inHistory(effectKey('b00xone')))
    expect(await placeholders().post('b00xone', place, shown, false)).toEqual(given())
    expect(methods()).toEqual(['chat.postMessage', 'conversations.history'])
  })

  test('that another process posted is found by its job', async () => {
    inTurn(inHistory(effectKey('b00xone')))
    expect(await placeholders().post('b00xone', place, shown, true)).toEqual(given())
    inTurn(inHistory(effectKey('b00xone')))
    const thread = '0.5'
    expect(await placeholders().post('b00xone', { ...place, thread }, shown, true)).toEqual(given(thread))
    expect(methods()).toEqual(['conversations.history', 'conversations.replies'])
  })

  test.each([
    ['of another job', inHistory(effectKey('b00xtwo'))],
    ['that another app marked as ours', inHistory(effectKey('b00xone'), { user: 'UOTHER', bot_id: 'B2' })],
    ['that names no author', inHistory(effectKey('b00xone'), {})],
    ['that Slack does not tell of', answers(200, { ok: false, error: 'missing_scope' })],
  ])('%s is posted', async (_, history) => {
    inTurn(history, posted)
    expect(await placeholders().post('b00xone', place, shown, true)).toEqual(given())
    expect(methods()).toEqual(['conversations.history', 'chat.postMessage'])
  })
})

describe('a mention in a thread', () => {
  const mention = { channel: 'C1', ts: '5.0', thread_ts: '1.0' }

  const replyWith = (ts: string, name: string) => {
    const files = [{ name, mimetype: 'audio/mpeg', url_private: `https://files.slack.com/${name}` }]
    return { ts, thread_ts: '1.0', files }
  }
  const page = (next_cursor: string, ...messages: readonly object[]) =>
    answers(200, { ok: true, messages, response_metadata: { next_cursor } })
  const first = page('two', replyWith('1.0', 'old.mp3'), { ts: '2.0', thread_ts: '1.0' })

  test('of several pages points at the newest clip, which Slack shows last', async () => {
    inTurn(first, page('', replyWith('3.0', 'new.mp3'), replyWith('4.0', 'newer.mp3')))
    const pointed = await pointedByMention({ web: web(), log, us }, mention)
    expect(pointed.map(({ message }) => message)).toEqual(['4.0', '3.0', '1.0'])
    const asked = server.requests.map(({ body }) => Object.fromEntries(new URLSearchParams(body)))
    const inThread = { channel: 'C1', ts: '1.0', latest: '5.0' }
    expect(asked).toMatchObject([inThread, { ...inThread, cursor: 'two' }])
  })

  test.each<[string, readonly Reply[]]>([
    ['with more pages than we read', [first, first, first]],
    ['whose later pages Slack does not show', [first, answers(429, { ok: false, error: 'ratelimited' })]],
    ['that Slack does not show', [answers(200, { ok: false, error: 'missing_scope' })]],
    [
      'with more clips than are looked at',
      [
        page(
          '',
          ...['1.0', ...Array.from({ length: 11 }, (_, at) => `2.${at}`)].map((ts) => replyWith(ts, 'a.mp3')),
        ),
      ],
    ],
  ])('%s never points at its first message', async (_, replies) => {
    inTurn(...replies)
    const pointed = await pointedByMention({ web: web(), log, us }, mention)
    expect(pointed.map(({ message }) => message)).not.toContain('1.0')
    expect(server.requests).toHaveLength(replies.length)
  })

  test('points at the nearest reply with a link, however many bring clips', async () => {
    const link = { thread_ts: '1.0', text: '<https://music.example/tide.mp3>' }
    const clips = Array.from({ length: 10 }, (_, at) => replyWith(`2.${at}`, 'a.mp3'))
    says({ ok: true, messages: [{ ts: '1.0' }, { ...link, ts: '1.5' }, { ...link, ts: '1.6' }, ...clips] })
    const pointed = await pointedByMention({ web: web(), log, us }, mention)
    expect(pointed.map(({ message, hasLink }) => [message, hasLink])).toEqual([
      ...clips.map(({ ts }) => [ts, undefined]).reverse(),
      ['1.6', true],
      ['1.0', undefined],
    ])
  })

  test('passes over what is no audio, hidden or gone', async () => {
    const url = 'https://files.slack.com/a'
    const files = [
      { id: 'F1', mode: 'tombstone' },
      { id: 'F2', name: 'a.txt', mimetype: 'text/plain', url_private: url },
      { id: 'F3', name: 'a.mp3', mimetype: 'audio/mpeg', url_private: url, size: 3 },
      { id: 'F4', mode: 'hidden_by_limit', name: 'b.mp3', mimetype: 'audio/mpeg' },
    ]
    says({ ok: true, messages: [{ ts: '1.0', files }, { ts: '2.0' }] })
    expect(await pointedByMention({ web: web(), log, us }, mention)).toMatchObject([
      { message: '1.0', files: [{ name: 'a.mp3', url, bytes: 3 }] },
    ])
  })

  test.each([
    ['in itself', mention, ['5.0', '1.0']],
    ['at its head', { ...mention, files: [] }, ['1.0']],
  ])('names a file of a refused kind, %s', async (_, asked, messages) => {
    const caf = { name: 'band.caf', mimetype: 'audio/x-caf', url_private: 'https://files.slack.com/a' }
    says({ ok: true, messages: [{ ts: '1.0', files: [caf] }] })
    const refused = [{ name: 'band.caf', kind: 'CAF' }]
    expect(await pointedByMention({ web: web(), log, us }, { files: [caf], ...asked })).toMatchObject(
      messages.map((message) => ({ message, files: [], refused })),
    )
  })

  test('names a file that may be anything', async () => {
    const strange = { name: 'song.xyz', mimetype: 'application/octet-stream', url_private: 'https://x' }
    says({ ok: true, messages: [] })
    expect(await pointedByMention({ web: web(), log, us }, { ...mention, files: [strange] })).toMatchObject([
      { message: '5.0', files: [], unknown: ['song.xyz'] },
    ])
  })

  test('points at the nearest clips first, whatever the order that Slack shows them in', async () => {
    const clip = { name: 'a.mp3', mimetype: 'audio/mpeg', url_private: 'https://files.slack.com/a' }
    const messages = ['1.0', '2.0', '4.0', '3.0', '6.0'].map((ts) => ({
      ts,
      thread_ts: '1.0',
      files: [clip],
    }))
    says({ ok: true, messages })
    const pointed = await pointedByMention({ web: web(), log, us }, mention)
    expect(pointed.map(({ message }) => message)).toEqual(['4.0', '3.0', '2.0', '1.0'])
  })

  test('at its head asks for nothing', async () => {
    expect(await pointedByMention({ web: web(), log, us }, { channel: 'C1', ts: '1.0' })).toEqual([])
    expect(server.requests).toEqual([])
  })
})
