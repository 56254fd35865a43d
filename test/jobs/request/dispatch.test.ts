import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { voicesCommand } from '../../../src/commands/voices/voices.ts'
import type { UploadedClip } from '../../../src/core/clip/clip.ts'
import { type Answer, privately } from '../../../src/core/command/answer.ts'
import { type ReadyCommand, readyUtility } from '../../../src/core/command/command.ts'
import type { Invocation } from '../../../src/core/command/invocation.ts'
import type { SettingsStore } from '../../../src/core/command/settings.ts'
import { AppError } from '../../../src/core/errors.ts'
import type { JobStore, RequestResult } from '../../../src/core/job/job-store.ts'
import { plainMessage } from '../../../src/core/message/message.ts'
import { allCommands, filePrices, noSamples } from '../../support/commands/commands.ts'
import { invocation, target } from '../../support/commands/invocation.ts'
import type { TestLists } from '../../support/commands/lists.ts'
import { listsWith } from '../../support/commands/lists.ts'
import { withoutCharts } from '../../support/commands/surfaces.ts'
import { dispatchOver } from '../../support/jobs/dispatch-over.ts'
import { commands, dispatchIn, queued } from '../../support/jobs/dispatch-world.ts'
import { createRecordingLog } from '../../support/recording-log.ts'
import { openStoreWorld, type StoreWorld } from '../../support/redis/store-world.ts'

let store: StoreWorld
let world: ReturnType<typeof dispatchIn>
beforeAll(() => {
  store = openStoreWorld()
  world = dispatchIn(store)
})
afterAll(() => store.close())

const asker = target()

const textOf = async (answer: Promise<Answer>): Promise<string> => (await answer).message.text
const failed = (words: string): Answer => privately(plainMessage(words, 'failed'))
const failedForNow = (words: string): Answer => ({
  kind: 'message',
  message: plainMessage(words, 'failed'),
  seenBy: 'member',
  isPassing: true,
})

describe('an event', () => {
  test('for a feature makes a job of it', async () => {
    const asked = invocation({ command: 'music', values: { prompt: 'x' } })
    expect(await world().dispatch.answer(asked)).toMatchObject(queued)
  })

  test.each([
    ['ping', undefined, 'pong'],
    ['ping', 'whatever', 'pong'],
    ['choir', 'hum', 'mmm'],
    ['budget', undefined, 'all of it'],
  ])('for /%s %s is answered by its action', async (command, action, words) => {
    const asked = invocation({ command, action, isAdmin: true })
    expect(await textOf(world().dispatch.answer(asked))).toBe(words)
  })

  test('whose answer takes longer and fails is told so, like any other', async () => {
    const whole = () =>
      Promise.reject(new AppError('store_unavailable', 'Redis', { memberText: 'Try later.' }))
    const run = () => Promise.resolve({ ...failed('Reading'), whole } as const)
    const read = { name: 'read', summary: 'Read', fields: {}, changesNothing: true, run } as const
    const command: ReadyCommand = {
      kind: 'utility',
      name: 'reads',
      summary: 'Read',
      topic: 'choices',
      audience: 'everyone',
      actions: read,
    }
    const answer = await world({}, {}, {}, [command]).dispatch.answer(invocation({ command: 'reads' }))
    expect(answer.kind === 'message' && (await answer.whole?.(withoutCharts))).toEqual(
      plainMessage('Try later.', 'failed'),
    )
  })

  test.each([
    ['nothing', undefined],
    ['__proto__', undefined],
    ['Music', undefined],
    ['', undefined],
  ])('for /%s %s, which does not exist, says how to see what does', async (command, action) => {
    expect(await world().dispatch.answer(invocation({ command, action }))).toEqual(
      failed('That command no longer exists. See /help.'),
    )
  })

  test.each(['dance', 'Hum'])(
    'for /choir %s, which it does not do, says which things it does, each with a button',
    async (action) => {
      const { dispatch } = world()
      const { message } = await dispatch.answer(invocation({ command: 'choir', action }))
      expect(message.text).toBe('/choir can do several things.\n/choir sing: Sing\n/choir hum: Say mmm')
      const button = (name: string, label: string) => ({
        label,
        style: 'plain',
        commandLink: { command: 'choir', action: name, values: {} },
      })
      const buttons = [button('sing', '/choir sing'), button('hum', '/choir hum')]
      expect(message.blocks).toEqual([{ kind: 'buttons', buttons }])
    },
  )

  const mayAll = ['show', 'mine', 'channel', 'server', 'where', 'words', 'consent']
  test.each([
    ['settings', 'member-1', ['show', 'mine']],
    ['settings', 'named', mayAll],
    ['jobs', 'member-1', expect.not.arrayContaining(['server'])],
    ['jobs', 'named', expect.arrayContaining(['server'])],
  ])(
    'for /%s dance, asked by %s, offers nothing that would refuse them',
    async (command, member, offered) => {
      const { dispatch } = world({}, {}, {}, allCommands)
      const asked = invocation({ command, action: 'dance', target: target({ member }) })
      const { message } = await dispatch.answer(asked)
      const buttons = message.blocks.flatMap((block) => (block.kind === 'buttons' ? block.buttons : []))
      expect(buttons.map(({ commandLink }) => commandLink.action)).toEqual(offered)
    },
  )

  const refusal = 'Only admins and budget managers can use /budget.'

  test.each([
    ['who manages nothing', false, 'member-1', refusal],
    ['who is an admin', true, 'member-1', 'all of it'],
    ['whom somebody named', false, 'named', 'all of it'],
  ])('for an admin’s command, from somebody %s', async (_, isAdmin, member, words) => {
    const asked = invocation({ command: 'budget', action: 'show', isAdmin, target: target({ member }) })
    expect(await textOf(world().dispatch.answer(asked))).toBe(words)
  })

  test.each([
    ['what they have no right to', false, 'show', 'show', 1],
    ['an unknown action, which may be a secret', false, 'hunter2', undefined, 1],
    ['what they may', true, 'show', 'show', 0],
  ])('is logged where a member asks for %s', async (_, isAdmin, typed, action, lines) => {
    const { dispatch, log } = world()
    await dispatch.answer(invocation({ command: 'budget', action: typed, isAdmin }))
    const denied = log.lines.filter(({ message }) => message === 'a request was denied')
    expect(denied).toEqual(
      Array.from({ length: lines }, () => ({
        level: 'info',
        message: 'a request was denied',
        details: { command: 'budget', action, account: 'discord:server-1', member: 'member-1' },
      })),
    )
  })

  const hint = " I couldn't check whether you're an admin or a budget manager here. If you are, try again."

  test.each([
    ['the platform did not say who is an admin', { isAdminUnknown: true }, undefined],
    ['the managers cannot be read', {}, new Error('down')],
  ] as const)('for an admin’s command says so if %s', async (_, told, failure) => {
    const budgets = failure === undefined ? {} : { isManager: () => Promise.reject(failure) }
    const { dispatch } = world({}, {}, budgets)
    const asked = { ...invocation({ command: 'budget', action: 'show' }), ...told }
    expect(await textOf(dispatch.answer(asked))).toBe(`${refusal}${hint}`)
  })

  test('from a named manager is answered even if the platform check failed', async () => {
    const asked = invocation({ command: 'budget', action: 'show', target: target({ member: 'named' }) })
    expect(await textOf(world().dispatch.answer({ ...asked, isAdminUnknown: true }))).toBe('all of it')
  })

  test('for an admin’s command in a direct message says what it is for, no matter who asks', async () => {
    const direct = target({ server: '@named', member: 'named' })
    const asked = invocation({ command: 'budget', action: 'show', isAdmin: true, target: direct })
    expect(await textOf(world().dispatch.answer(asked))).toBe(
      '/budget is for servers and workspaces. Here you use your own credits: see /credits.',
    )
  })

  test('for a command of everybody’s is answered also while nobody can tell who manages', async () => {
    const { dispatch, log } = world({}, {}, { isManager: () => Promise.reject(new Error('down')) })
    expect(await textOf(dispatch.answer(invocation({ command: 'ping' })))).toBe('pong')
    expect(log.warnings()).toEqual(['the managers could not be read'])
  })
})

describe('an event for a feature, where something is set', () => {
  const account = 'discord:server-7'
  const place = target({ server: 'server-7', channel: 'channel-1' })
  const asked = (overrides: Partial<Invocation> = {}) =>
    invocation({ values: { prompt: 'x' }, target: place, ...overrides })

  test('brings the defaults along', async () => {
    await store.settings.change(account, { kind: 'member', id: 'member-1' }, { cover: true })
    await store.settings.change(account, { kind: 'server' }, { model: 'v7' })
    const brought: unknown[] = []
    const { dispatch } = world({
      request: ({ values }) => {
        brought.push(values)
        return Promise.resolve({ status: 'created', left: 1 })
      },
    })
    expect(await dispatch.answer(asked())).toMatchObject(queued)
    expect(brought).toEqual([{ prompt: 'x', model: 'v7', cover: true }])
  })

  test('is refused in a channel that is not allowed, to admins too and before any form, but not elsewhere', async () => {
    await store.settings.rule(account, { channel: 'channel-2' }, 'allow')
    const { dispatch } = world()
    const refused = dispatch.answer(asked({ isAdmin: true, values: {} }))
    expect(await textOf(refused)).toMatch(/^Tunesmith isn't allowed in this channel\./)
    expect(await textOf(dispatch.answer(asked({ command: 'ping', values: {} })))).toBe('pong')
    const elsewhere = target({ server: 'server-7', channel: 'channel-2' })
    expect(await dispatch.answer(asked({ target: elsewhere }))).toMatchObject(queued)
    const direct = target({ server: '@member-1' })
    expect(await dispatch.answer(asked({ target: direct }))).toMatchObject(queued)
  })

  test('is refused where nobody can tell whether it is allowed there', async () => {
    const { dispatch } = world({}, {}, {}, commands, {
      read: () => Promise.reject(new AppError('store_unavailable', 'Redis: down')),
    })
    expect(await textOf(dispatch.answer(asked()))).toMatch(/^I can't check right now/)
  })
})

describe('a message with clips', () => {
  const clip: UploadedClip = {
    kind: 'upload',
    platform: 'discord',
    url: 'https://cdn.example/a',
    name: 'a.mp3',
    bytes: 1,
    message: undefined,
  }
  const place = { account: 'discord:server-1', channel: 'channel-1' } as const
  const target = { platform: 'discord', server: 'server-1', channel: 'channel-1', member: 'm1' } as const
  const sighting = { target, message: 'message-1', atMs: 5, clips: [clip] }

  test('is remembered', async () => {
    await world().dispatch.saw(sighting)
    expect(await store.clips.inMessage(place, 'message-1')).toEqual([
      { clip: { ...clip, by: 'm1' }, from: 'member', atMs: 5, by: 'm1' },
    ])
  })

  test('that forwards one is remembered as its first owner’s', async () => {
    const { dispatch } = world()
    const elsewhere = { account: place.account, channel: 'channel-2' }
    const there = { ...target, channel: elsewhere.channel }
    await dispatch.saw({ ...sighting, target: there, message: 'message-0' })
    const forwardOf = { channel: elsewhere.channel, message: 'message-0' }
    await dispatch.saw({ ...sighting, target: { ...there, member: 'm2' }, forwardOf })
    expect(await store.clips.inMessage(elsewhere, 'message-1')).toMatchObject([
      { clip: { by: 'm1' }, by: 'm1' },
    ])
  })

  test('is forgotten once it is deleted, and what else there is is not', async () => {
    const { dispatch } = world()
    for (const message of ['message-1', 'message-2', 'message-3'])
      await dispatch.saw({
        ...sighting,
        message,
        clips: [{ ...clip, url: `https://cdn.example/${message}` }],
      })
    await dispatch.lost({ ...place, messages: ['message-1', 'message-3', 'message-4'] })
    const left = await store.clips.latest(place, 9)
    expect(left.map((known) => known.clip)).toMatchObject([{ url: 'https://cdn.example/message-2' }])
  })

  const expectUnknown = async () => expect(await store.clips.inMessage(place, 'message-1')).toEqual([])

  test.each([
    ['a member blocked by the operator', 'discord:@m1'],
    ['a server that the operator blocked', 'discord:server-1'],
  ])('is not remembered of %s', async (_, blocked) => {
    await dispatchOver(store, { commands, operatorBlocked: [blocked] }).saw(sighting)
    await expectUnknown()
  })

  test('is not remembered of a member blocked by an admin', async () => {
    const by = { account: place.account, actor: 'admin', eventId: 'block' }
    await store.blocks.set({ ...by, member: 'm1', isBlocked: true })
    await dispatchOver(store, { commands }).saw(sighting)
    await expectUnknown()
  })

  test('is not remembered where the operator lets nobody spend', async () => {
    await store.allowlist.remove('discord:server-2')
    await dispatchOver(store, { commands }).saw({ ...sighting, target: { ...target, server: 'server-2' } })
    expect(await store.clips.inMessage({ ...place, account: 'discord:server-2' }, 'message-1')).toEqual([])
  })

  test('that cannot be remembered is only logged', async () => {
    const away = openStoreWorld()
    away.close()
    const log = createRecordingLog()
    const dispatch = dispatchOver(away, { commands, log })
    await dispatch.saw(sighting)
    await dispatch.lost({ ...place, messages: ['message-1'] })
    expect(log.warnings()).toEqual(['clips could not be remembered', 'clips could not be forgotten'])
  })
})

describe('when something goes wrong', () => {
  test.each([
    [
      'that was foreseen',
      new AppError('store_unavailable', 'Redis: secret details', { memberText: 'Try later.' }),
      'Try later.',
    ],
    [
      'that was foreseen without words for it',
      new AppError('file_refused', 'secret details'),
      'Something broke on our side. Try again in a minute.',
    ],
    [
      'that nobody foresaw',
      new TypeError('secret details'),
      'Something broke on our side. Try again in a minute.',
    ],
    ['that is not even an error', 'secret details', 'Something broke on our side. Try again in a minute.'],
  ])('%s, the member is told plainly and the log exactly', async (_, error, words) => {
    const { dispatch, log } = world({ request: () => Promise.reject(error) })
    expect(await dispatch.answer(invocation({ eventId: 'event-7', values: { prompt: 'x' } }))).toEqual(
      failedForNow(words),
    )
    expect(log.lines).toEqual([
      { level: 'error', message: 'a request failed', details: { error, command: 'music', event: 'event-7' } },
    ])
  })

  test.each([
    ['the operator lets nobody spend there', 'not_let_in'],
    ['as much was set as there may be', 'settings_full'],
    ['as much was changed as a day allows', 'too_many_changes'],
  ] as const)('because %s, the member is told, and the log is silent', async (_, code) => {
    const error = new AppError(code, 'discord:server-1 has had enough', { memberText: 'Ask them.' })
    const { dispatch, log } = world({ request: () => Promise.reject(error) })
    expect(await dispatch.answer(invocation({ values: { prompt: 'x' } }))).toMatchObject({
      kind: 'message',
      isDenied: true,
      message: { text: 'Ask them.' },
    })
    expect(log.lines).toEqual([])
  })

  test('after the answer, the log says so and nobody else', async () => {
    const { dispatch, log } = world({ read: () => Promise.reject(new Error('gone')) })
    await dispatch.acknowledged('job-1', { kind: 'given', message: undefined })
    expect(log.warnings()).toEqual(['an answered job could not be started; the sweeper will start it'])
  })
})

describe('a page that a button of another page asks for', () => {
  const voices = Array.from({ length: 11 }, (_, index) => ({ value: `${index}`, label: `Voice ${index}` }))
  const voicesWith = (settings: Pick<SettingsStore, 'read'>): ReadyCommand =>
    readyUtility(voicesCommand, {
      voiceList: {
        read: () => Promise.resolve({ known: { voices, atMs: 0 }, isOld: false, nextTryMs: undefined }),
      },
      lists: listsWith({ voices: () => Promise.resolve({ choices: voices, isPart: false }) }),
      settings,
      voiceSamples: noSamples,
      prices: filePrices,
      now: store.clock.now,
    })
  const press = invocation({ command: 'voices', values: { page: '2' }, press: 'Next' })

  test('takes the place of that one', async () => {
    const { dispatch } = world({}, {}, {}, [voicesWith(store.settings)])
    expect(await dispatch.answer(press)).toHaveProperty('turnsPage', true)
  })

  test('leaves it where it is while Redis does not answer, and says so', async () => {
    const down = () => Promise.reject(new AppError('store_unavailable', 'Redis is down'))
    const { dispatch } = world({}, {}, {}, [voicesWith({ read: down })])
    const answer = await dispatch.answer(press)
    expect(answer).toMatchObject({ kind: 'message', seenBy: 'member', isPassing: true })
    expect(answer).not.toHaveProperty('turnsPage')
  })
})

describe('when nobody answers in time', () => {
  const impatient = (
    overrides: Partial<JobStore>,
    lists: TestLists = {},
    offered: readonly ReadyCommand[] = commands,
  ) => world(overrides, lists, {}, offered, store.settings, 1)

  const lateText = "I couldn't answer in time. Try again in a minute. Nothing was charged."

  test('the member is told before the platform gives up', async () => {
    const late = Promise.withResolvers<RequestResult>()
    const { dispatch, log } = impatient({ request: () => late.promise })
    const answer = dispatch.answer(invocation({ values: { prompt: 'x' } }))
    expect(await answer).toEqual(failedForNow(lateText))
    expect(log.warnings()).toEqual(['no answer in time'])
    late.reject(new Error('far too late'))
    await expect(late.promise).rejects.toThrow('far too late')
  })

  test('suggestions are none', async () => {
    const { dispatch } = impatient({}, { voices: () => new Promise(() => undefined) })
    const suggestions = dispatch.suggest({
      command: 'choir',
      action: 'sing',
      field: 'voice',
      typed: '',
      asker,
    })
    expect(await suggestions).toEqual([])
  })
})

describe('what a member is typing', () => {
  test.each([
    ['choir', 'sing', 'voice', 'ad', ['Ada', 'Adam']],
    ['choir', 'sing', 'voice', '', ['Ada', 'Bob', 'Adam']],
    ['music', undefined, 'voice', 'b', ['Bob']],
    ['music', undefined, 'style', 'bos', ['bossa nova']],
    ['music', undefined, 'title', 'o', ['One', 'Song of two']],
    ['music', undefined, 'prompt', 'o', []],
    ['choir', 'sing', 'song', 'a', []],
    ['choir', 'hum', 'voice', 'a', []],
    ['choir', 'dance', 'voice', 'a', []],
    ['ping', undefined, 'voice', 'a', []],
    ['music', undefined, '__proto__', 'a', []],
    ['music', undefined, 'constructor', 'a', []],
    ['nothing', undefined, 'voice', 'a', []],
  ])(
    'in /%s %s %s: %j is completed from its list, if it has one',
    async (command, action, field, typed, labels) => {
      const choices = await world().dispatch.suggest({ command, action, field, typed, asker })
      expect(choices.map(({ label }) => label)).toEqual(labels)
    },
  )

  test('gets no more than a platform can show', async () => {
    const many = Array.from({ length: 300 }, (_, index) => ({ value: `${index}`, label: `Voice ${index}` }))
    const { dispatch } = world({}, { voices: () => Promise.resolve(many) })
    expect(
      await dispatch.suggest({ command: 'music', action: undefined, field: 'voice', typed: 'v', asker }),
    ).toHaveLength(25)
  })

  const failing = async (error: Error) => {
    const { dispatch, log } = world({}, { voices: () => Promise.reject(error) })
    for (const typed of ['v', 'vo', 'voi'])
      expect(
        await dispatch.suggest({ command: 'music', action: undefined, field: 'voice', typed, asker }),
      ).toEqual([])
    return log.lines
  }

  test('gets nothing while the list is away, which is one line without a stack', async () => {
    expect(await failing(new Error('down'))).toEqual([
      { level: 'warn', message: 'no suggestions', details: { reason: 'down' } },
    ])
  })

  test('gets nothing by a bug on our side, which is an error each time', async () => {
    const error = new TypeError('no function')
    expect(await failing(error)).toEqual(
      Array.from({ length: 3 }, () => ({ level: 'error', message: 'no suggestions', details: { error } })),
    )
  })
})
