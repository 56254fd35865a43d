import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ActResult, Chat, Message, WireLine } from '../../../sandbox/demo/control-client.ts'
import { play, type Stage } from '../../../sandbox/demo/play.ts'
import { ownClip, type Step, stepsOn } from '../../../sandbox/demo/story.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tunesmith-test-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const message = (shown: Partial<Message>): Message => ({
  id: '10',
  author: 'tunesmith',
  authorId: 'bot',
  text: '',
  files: [],
  images: [],
  buttons: [],
  menus: [],
  createdAtMs: 1_040,
  state: 'shown',
  ...shown,
})

const line = (id: number, kind: WireLine['kind'], atMs: number): WireLine => ({
  id,
  atMs,
  platform: 'discord',
  kind,
  summary: '',
  detail: { id: '7' },
})

interface Script {
  /** What is seen, look by look; the last view stays. */
  views?: readonly (readonly Message[])[]
  wire?: readonly WireLine[]
  /** How the platform takes each deed, by its kind. */
  results?: Readonly<Record<string, Partial<ActResult>>>
}

/** What the bot is asked by; what a person does before it goes to others. */
const isRequest = (deed: object): boolean =>
  'command' in deed || 'submit' in deed || 'replyTo' in deed || 'press' in deed

/** A chat in which everything is said already, and that keeps what was done. */
const scripted = ({ views = [[]], wire, results = {} }: Script) => {
  const done: object[] = []
  let looks = 0
  const onWire = wire ?? [line(1, 'event', 1_000), line(2, 'ack', 1_040)]
  const chat: Chat = {
    platform: 'discord',
    act: async (as, deed) => {
      done.push({ as, ...deed })
      const [kind = ''] = Object.keys(deed)
      return { event: '7', ...results[kind] }
    },
    messages: async (viewer) => {
      if (viewer === undefined) return []
      looks += 1
      return [...(views[Math.min(looks, views.length) - 1] ?? [])]
    },
    wireSince: async () => (done.some(isRequest) ? [...onWire] : []),
    wireChange: async () => undefined,
    refusals: async () => [],
    booksSince: async () => [],
    switchBot: async (what) => void done.push({ bot: what }),
  }
  const stage: Stage = {
    chat,
    clip: new Uint8Array([1, 2, 3]),
    answers: new Map(),
    used: 0,
    limit: 0,
    cast: { admin: 'ada', member: 'max', people: new Set(['ada', 'max']) },
  }
  return { stage, done }
}

const answered = (left: Message) => ({ message: left, sinceMessage: '4', held: '0.20' })

const hello: Step = {
  name: 'hello',
  by: 'member',
  deed: { kind: 'command', command: '/hello', options: { to: 'all' } },
  expects: { kind: 'words', says: /Hello/ },
}

const playIn = async (script: Script, step: Step = hello) => {
  const { stage, done } = scripted(script)
  return { ...(await play(stage, step, folder)), stage, done }
}

test('a step is fine when one message says what it should, and is told with its times', async () => {
  const said = message({ text: 'Hello', buttons: [{ label: 'Again' }], editedAtMs: 1_500 })
  const { step, problems, done } = await playIn({ views: [[said]] })
  expect(problems).toEqual([])
  expect(done).toEqual([{ as: 'max', command: '/hello', options: { to: 'all' } }])
  expect(step).toEqual({
    platform: 'discord',
    by: 'member',
    command: '/hello to:all',
    ackMs: 40,
    doneMs: 500,
    credits: {},
    messages: [{ text: 'Hello', files: [], buttons: ['Again'] }],
  })
})

test('the bot is waited for while it thinks', async () => {
  const thinking = message({ state: 'thinking' })
  const { problems } = await playIn({ views: [[], [thinking], [message({ text: 'Hello' })]] })
  expect(problems).toEqual([])
})

test('files that come beside their message belong to it', async () => {
  const url = `data:text/plain,${'x'.repeat(5)}`
  const file = { name: 'lyrics.txt', url, contentType: 'text/plain', bytes: 5 }
  const { step, problems } = await playIn({
    views: [[message({ text: 'Hello' }), message({ id: '11', files: [file] })]],
  })
  expect(problems).toEqual(['a few words brought files'])
  expect(step.messages.map(({ files }) => files.map(({ name }) => name))).toEqual([['lyrics.txt']])
})

describe('a step is wrong', () => {
  const said = message({ text: 'Hello' })

  test.each<[string, Script, string]>([
    ['when two messages come', { views: [[said, message({ id: '11', text: 'Hello' })]] }, '2 messages came'],
    ['when something else is said', { views: [[message({ text: 'Good bye' })]] }, 'does not say /Hello/'],
    ['when the bot was silent', { views: [[message({ state: 'did not respond' })]] }, '"did not respond"'],
    [
      'when the first answer takes three seconds',
      { views: [[said]], wire: [line(1, 'event', 1_000), line(2, 'ack', 4_000)] },
      'the first answer took 3000 ms',
    ],
    [
      'when nothing answers on the wire',
      { views: [[said]], wire: [line(1, 'event', 1_000)] },
      'the request or its answer is not on the wire',
    ],
    [
      'when the client does not let them',
      { results: { command: { event: '', refused: 'no such command' } } },
      'discord did not let the member do it: no such command',
    ],
  ])('%s', async (_, script, problem) => {
    expect((await playIn(script)).problems.join('\n')).toContain(problem)
  })
})

describe('an entry of a message’s menu', () => {
  const step: Step = {
    ...hello,
    deed: { kind: 'action', name: 'Greet', says: 'here', fills: { To: 'all' } },
  }
  const form = { id: 'f1', title: 'Greet', fields: [{ name: 'to', label: 'To' }] }

  test('is picked on a message with the clip, and its form is filled in', async () => {
    const { done, problems } = await playIn(
      { views: [[message({ text: 'Hello' })]], results: { say: { event: 'm1' }, action: { form } } },
      step,
    )
    expect(problems).toEqual([])
    expect(done).toMatchObject([
      { say: 'here', files: [{ name: 'on-the-way-home.mp3', base64: 'AQID' }] },
      { action: { name: 'Greet', message: 'm1' } },
      { submit: { form: 'f1', values: { To: 'all' } } },
    ])
  })

  test.each<[string, Script['results'], string]>([
    ['opens no form', {}, 'no form opened'],
    [
      'has a form that comes back with what is wrong in it',
      {
        action: { form },
        submit: { form: { ...form, fields: [{ name: 'to', label: 'To', error: 'too short' }] } },
      },
      'To: too short',
    ],
  ])('is wrong when it %s', async (_, results, problem) => {
    const script = results === undefined ? {} : { results }
    expect((await playIn(script, step)).problems.join('\n')).toContain(problem)
  })
})

describe('a reply', () => {
  const step: Step = { ...hello, deed: { kind: 'reply', to: 'hello', says: '@Tunesmith hello' } }

  test('goes to the answer of an earlier step, and is answered by the message itself', async () => {
    const { stage, done } = scripted({
      views: [[message({ text: 'Hello' })]],
      wire: [line(1, 'event', 1_000)],
    })
    stage.answers.set('hello', answered(message({ id: '5' })))
    const played = await play(stage, step, folder)
    expect(played.problems).toEqual([])
    expect(played.step.ackMs).toBe(40)
    expect(done).toEqual([{ as: 'max', say: '@Tunesmith hello', replyTo: '5' }])
  })

  test('is wrong when there is nothing to reply to', async () => {
    expect((await playIn({}, step)).problems.join('\n')).toContain('there is no answer to "hello"')
  })
})

describe('news on the way', () => {
  const step: Step = { ...hello, expects: { kind: 'news', says: /Working/, button: 'Cancel' } }
  const working = message({ text: 'Working', buttons: [{ label: 'Cancel' }] })

  test('are waited for, and end the step with more to come', async () => {
    const { problems } = await playIn({ views: [[message({ text: 'Queued' })], [working]] }, step)
    expect(problems).toEqual([])
  })

  test('are not waited for when all is over', async () => {
    const { problems } = await playIn({ views: [[message({ text: 'It is ready' })]] }, step)
    expect(problems.join('\n')).toContain('does not say /Working/')
  })
})

describe('a button', () => {
  const step: Step = { ...hello, deed: { kind: 'press', on: 'hello', button: 'Cancel' } }

  test('is pressed on the message of an earlier step', async () => {
    const { stage, done } = scripted({ views: [[message({ text: 'Hello' })]] })
    stage.answers.set('hello', answered(message({ id: '5' })))
    expect((await play(stage, step, folder)).problems).toEqual([])
    expect(done).toEqual([{ as: 'max', press: { message: '5', button: 'Cancel' } }])
  })

  test('may open a form, into which the clip goes as well', async () => {
    const form = { id: 'f2', title: 'Greet', fields: [] }
    const { stage, done } = scripted({ views: [[message({ text: 'Hello' })]], results: { press: { form } } })
    stage.answers.set('hello', answered(message({ id: '5' })))
    const deed = { ...step.deed, fills: { To: 'all', With: ownClip } } as const
    const { step: played, problems } = await play(stage, { ...step, deed }, folder)
    expect(problems).toEqual([])
    expect(played.command).toBe('[Cancel] (on hello) To:all With:on-the-way-home.mp3')
    expect(done).toMatchObject([
      { press: { message: '5', button: 'Cancel' } },
      { submit: { form: 'f2', values: { To: 'all', With: [{ base64: 'AQID' }] } } },
    ])
  })

  test('cannot be pressed on a message that is not there', async () => {
    expect((await playIn({}, step)).problems.join('\n')).toContain('there is no answer to "hello"')
  })
})

test('advice is taken once a message gives it, and what comes of it is looked for in that message', async () => {
  const deed = { kind: 'advised', by: 'hello', command: '/show', option: 'name' } as const
  const old = (text: string) => message({ id: '5', text })
  const aside = message({ id: '6', text: 'In a moment' })
  const { stage, done } = scripted({
    views: [
      [old('Not shown')],
      [old('/show max01 shows it')],
      [old('/show max01 shows it'), aside],
      [old('It is ready'), aside],
    ],
  })
  stage.answers.set('hello', answered(old('Working')))
  const { step, problems } = await play(
    stage,
    { ...hello, deed, expects: { kind: 'result', takes: 0, covers: 0, hasLyrics: false } },
    folder,
  )
  expect(done).toEqual([{ as: 'max', command: '/show', options: { name: 'max01' } }])
  expect(step.messages.map(({ text }) => text)).toEqual(['It is ready'])
  expect(step.credits).toEqual({ held: '0.20' })
  expect(problems.join('\n')).toContain('the credits do not add up')
})

test('a step for one platform alone is played there, in its place', () => {
  const other = { ...hello, name: 'other', only: 'slack' } as const
  expect(stepsOn([other, hello], 'slack')).toEqual([other, hello])
  expect(stepsOn([other, hello], 'discord')).toEqual([hello])
})
