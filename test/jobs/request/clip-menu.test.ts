import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { cut } from '../../../src/commands/features/cut.ts'
import { master } from '../../../src/commands/features/master.ts'
import { music } from '../../../src/commands/features/music.ts'
import { remix } from '../../../src/commands/features/remix.ts'
import { transcribe } from '../../../src/commands/features/transcribe.ts'
import type { UploadedClip } from '../../../src/core/clip/clip.ts'
import type { ClipLinks } from '../../../src/core/clip/link.ts'
import type { Answer } from '../../../src/core/command/answer.ts'
import type { Feature } from '../../../src/core/command/feature.ts'
import type { Invocation } from '../../../src/core/command/invocation.ts'
import { moreWithClip } from '../../../src/core/command/message-actions.ts'
import type { JobRequest } from '../../../src/core/job/job.ts'
import type { JobStore } from '../../../src/core/job/job-store.ts'
import { jobIdFor } from '../../../src/redis/keys.ts'
import { invocation } from '../../support/commands/invocation.ts'
import { dispatchOver } from '../../support/jobs/dispatch-over.ts'
import { jobIn } from '../../support/jobs/job-states.ts'
import { giveBudget, openStoreWorld, type StoreWorld } from '../../support/redis/store-world.ts'

let store: StoreWorld
let requested: JobRequest[]
let gone: boolean

beforeEach(() => {
  store = openStoreWorld()
  requested = []
  gone = false
})
afterEach(() => store.close())

const askWith = (
  { clipLinks }: { clipLinks: ClipLinks },
  asked: Partial<Invocation>,
  ...more: readonly Feature[]
): Promise<Answer> => {
  const request: JobStore['request'] = (held) => {
    requested.push(held)
    return Promise.resolve({ status: 'created', left: 1 })
  }
  const dispatch = dispatchOver(store, {
    commands: [music, remix, cut, ...more],
    isGone: () => Promise.resolve(gone),
    clipLinks,
    store: { ...store.store, request },
  })
  return dispatch.answer(invocation(asked))
}
const ask = (asked: Partial<Invocation>, ...more: readonly Feature[]): Promise<Answer> =>
  askWith({ clipLinks: 'on' }, asked, ...more)

const upload = (name: string): UploadedClip => ({
  kind: 'upload',
  platform: 'discord',
  url: `https://cdn.example/${name}`,
  name,
  bytes: 10,
  message: { platform: 'discord', channel: 'channel-1', message: 'message-1' },
})
const openMenu = (...files: UploadedClip[]) =>
  ask({
    command: moreWithClip,
    values: {},
    pointedAt: [{ message: 'message-1', by: 'member-9', files, isVisible: true, atMs: store.clock.now() }],
  })
const buttonsOf = ({ message }: Answer) =>
  message.blocks.flatMap((block) => (block.kind === 'buttons' ? block.buttons : []))

test('a button each for all that can be done with the clip', async () => {
  const answer = await openMenu(upload('tide.mp3'))
  expect(answer).toMatchObject({ kind: 'message', seenBy: 'member' })
  expect(buttonsOf(answer)).toEqual([
    {
      label: 'Remix this clip',
      style: 'plain',
      commandLink: { command: 'remix', action: undefined, values: { clip: 'message:message-1' } },
    },
    {
      label: 'Trim this clip',
      style: 'plain',
      commandLink: { command: 'cut', action: undefined, values: { clip: 'message:message-1' } },
    },
  ])
})

test('a button opens the form of its command with the clip in it', async () => {
  const [first] = buttonsOf(await openMenu(upload('tide.mp3')))
  const answer = await ask({ command: 'remix', values: first?.commandLink.values ?? {} })
  expect(answer).toMatchObject({ kind: 'form', form: { missing: ['prompt'], values: { clip: 'clip:0' } } })
  await ask({ command: 'remix', values: { ...first?.commandLink.values, prompt: 'as jazz' } })
  expect(requested).toMatchObject([{ values: { prompt: 'as jazz', clip: upload('tide.mp3') } }])
})

test('of several clips one is picked in the form', async () => {
  const [first] = buttonsOf(await openMenu(upload('tide.mp3'), upload('ebb.mp3')))
  const answer = await ask({ command: 'remix', values: { ...first?.commandLink.values, prompt: 'as jazz' } })
  expect(answer).toMatchObject({
    kind: 'form',
    form: {
      missing: ['clip'],
      clips: [{ label: 'tide.mp3 (just now)' }, { label: 'ebb.mp3 (just now)' }],
    },
  })
})

test('the clip of a message stands beside a take that was typed, which is read anyway', async () => {
  await openMenu(upload('tide.mp3'))
  const values = { clip: 'message:message-1', reference: '3f2akd7c.1' }
  const answer = await ask({ command: 'master', values }, master)
  expect(answer.message.text).toMatch(/3f2akd7c/)
  expect(requested).toEqual([])
})

test('where another clip is missing, the latest of the channel are offered beside the clip of the message', async () => {
  await store.clips.remember({ account: 'discord:server-1', channel: 'channel-1' }, 'message-0', [
    { clip: upload('ebb.mp3'), from: 'member', atMs: store.clock.now() - 60_000 },
  ])
  await openMenu(upload('tide.mp3'))
  const answer = await ask({ command: 'master', values: { clip: 'message:message-1' } }, master)
  expect(answer).toMatchObject({
    form: { missing: ['reference'], values: { clip: 'clip:0' } },
  })
  expect(answer.kind === 'form' && answer.form.clips.map(({ label }) => label)).toEqual([
    'tide.mp3 (just now)',
    'ebb.mp3 (1 minute ago)',
  ])
})

test('what the menu remembers is known as that of the member who posted it, so that they can have it forgotten', async () => {
  await openMenu(upload('tide.mp3'))
  expect(await store.clips.of('discord:server-1', 'member-9')).toMatchObject([{ clip: { name: 'tide.mp3' } }])
  expect(await store.clips.forget('discord:server-1', 'member-9')).toBe(1)
  expect(
    await store.clips.inMessage({ account: 'discord:server-1', channel: 'channel-1' }, 'message-1'),
  ).toEqual([])
})

describe('what one press alone would buy', () => {
  const clip = upload('tide.mp3')
  const menu = {
    command: 'Transcribe this clip',
    values: {},
    pointedAt: [{ message: 'message-1', files: [clip], isVisible: true, atMs: 0 }],
  }

  test.each<[string, Partial<Invocation>]>([
    ['an entry of a message’s menu', menu],
    ['a button below a result', { command: 'transcribe', press: 'pressed', values: { clip } }],
  ])('is by %s shown in a form first, with what it costs', async (_, asked) => {
    const answer = await ask(asked, transcribe)
    expect(requested).toEqual([])
    expect(answer).toMatchObject({
      kind: 'form',
      form: { missing: [], price: { whole: '0.07 credits per minute' }, values: { clip: 'clip:0' } },
    })
    expect(answer.message.text).toBe(
      '/transcribe is ready to send. It costs up to 0.07 credits per minute. Nothing has been charged yet.',
    )
    const draft = answer.kind === 'form' ? answer.form.draft : ''
    const sent = { form: { draft, sent: true }, values: { language: 'de' } }
    await ask({ ...asked, ...sent, command: 'transcribe', pointedAt: [] }, transcribe)
    expect(requested).toMatchObject([{ values: { clip, language: 'de' } }])
  })

  test('is bought at once where it was typed', async () => {
    await ask({ command: 'transcribe', values: { clip } }, transcribe)
    expect(requested).toHaveLength(1)
  })
})

test('a message without a clip is told so', async () => {
  const answer = await openMenu()
  expect(answer.message.text).toBe('That message has no audio file. Nothing was charged.')
})

test('a message with only a link is told how that can be the clip, unless it would be refused', async () => {
  const pointedAt = [{ message: 'message-1', files: [], hasLink: true as const, isVisible: true, atMs: 0 }]
  const textOf = async (command: string, clipLinks: ClipLinks = 'on') =>
    (await askWith({ clipLinks }, { command, values: {}, pointedAt })).message.text
  expect(await textOf(moreWithClip)).toBe(
    'That message has no audio file. To use a link, paste it as the clip for a command. Nothing was charged.',
  )
  expect(await textOf('Remix this clip')).toBe(
    'That message has no audio file. To use the link, paste it as the clip for /remix. Nothing was charged.',
  )
  expect(await textOf('Remix this clip', 'flat')).toContain('paste it as the clip for /remix')
  expect(await textOf('Trim this clip', 'on')).toContain('paste it as the clip for /cut')
  expect(await textOf('Trim this clip', 'flat')).toBe('That message has no audio file. Nothing was charged.')
  for (const command of [moreWithClip, 'Remix this clip'])
    expect(await textOf(command, 'off')).toBe('That message has no audio file. Nothing was charged.')
})

test('a message whose files are of a kind that is not taken is told which, with no button', async () => {
  const refused = [{ name: 'band.caf', kind: 'CAF' }]
  const pointedAt = [{ message: 'message-1', files: [], refused, isVisible: true, atMs: 0 }]
  const answer = await ask({ command: moreWithClip, values: {}, pointedAt })
  expect(answer.message.text).toBe(
    "band.caf: CAF files can't be used. Send it as MP3, WAV, FLAC, OGG, M4A or WebM. Nothing was charged.",
  )
  expect(buttonsOf(answer)).toEqual([])
})

test('a message whose only file may be anything is told so by its name', async () => {
  const pointedAt = [{ message: 'message-1', files: [], unknown: ['song.xyz'], isVisible: true, atMs: 0 }]
  const answer = await ask({ command: moreWithClip, values: {}, pointedAt })
  expect(answer.message.text).toMatch(/^song\.xyz doesn't look like an audio file\. Send it as MP3/)
})

test('a clip that is remembered no more is asked for again', async () => {
  const answer = await ask({ command: 'remix', values: { clip: 'message:message-9', prompt: 'x' } })
  expect(answer.message.text).toBe(
    "I no longer remember that message's audio. Open the message's menu again. Nothing was charged.",
  )
  expect(requested).toEqual([])
})

describe('the take that a button names', () => {
  const openTake = (take: string) => ask({ command: moreWithClip, values: { take } })

  test('is handed on as it is', async () => {
    await giveBudget(store, 1_000_000)
    const take = `${(await jobIn(store, 'posted')).id}.2`
    expect(buttonsOf(await openTake(take)).map(({ commandLink }) => commandLink.values)).toEqual([
      { clip: take },
      { clip: take },
    ])
  })

  test.each([
    [
      'whose record was deleted',
      () => `${jobIdFor('discord:server-1', 'long ago')}.1`,
      'That job is no longer stored',
    ],
    ['of a job that is not known here', () => '3f2akd7c.2', 'No job called "3f2akd7c" here'],
  ])('%s is refused at once, as each button of the menu would', async (_, name, said) => {
    const answer = await openTake(name())
    expect(answer.message.text).toContain(said)
    expect(answer.message.text).toMatch(/Nothing was charged\.$/)
    expect(buttonsOf(answer)).toEqual([])
    const pressed = await ask({ command: 'remix', values: { clip: name() } })
    expect(pressed.message.text).toBe(answer.message.text)
  })

  test('that the service does not keep any more is offered to be made again', async () => {
    await giveBudget(store, 1_000_000)
    const { id } = await jobIn(store, 'posted')
    gone = true
    const answer = await openTake(`${id}.1`)
    expect(answer.message.text).toMatch(/^The audio service no longer has take 1 of job/)
    expect(buttonsOf(answer).map(({ label }) => label)).toEqual(['Make it again'])
  })
})
