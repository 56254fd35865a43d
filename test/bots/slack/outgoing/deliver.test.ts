import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { SeenMessage } from '../../../../sandbox/control/people.ts'
import { type SlackStandIn, startSlack } from '../../../../sandbox/slack/stand-in.ts'
import type { Wire } from '../../../../sandbox/wire.ts'
import { createMembers } from '../../../../src/bots/slack/incoming/members.ts'
import { createDelivery } from '../../../../src/bots/slack/outgoing/deliver.ts'
import { createPacedWebs, createWeb, type PacedWebs } from '../../../../src/bots/slack/outgoing/web.ts'
import { performed } from '../../../../src/core/effect.ts'
import { AppError, type ErrorCode } from '../../../../src/core/errors.ts'
import type { Attempt } from '../../../../src/core/job/platform.ts'
import type { Block, ResultMessage } from '../../../../src/core/message/message.ts'
import type { MessageRef } from '../../../../src/core/target.ts'
import { type Clock, startClock } from '../../../../studio/kit/clock.ts'
import { manifest } from '../../../sandbox/slack/support.ts'
import { target } from '../../../support/commands/invocation.ts'
import { createRecordingLog } from '../../../support/recording-log.ts'
import { passTime } from '../../../support/sandbox/pass-time.ts'
import { createStrictWire, expectRefusals } from '../../../support/sandbox/strict.ts'

// Against a Slack that remembers and refuses: what people see, and that a repeat
// after any failure shows it once.

const mp3 = Buffer.concat([Buffer.from('ID3\u0003\u0000'), Buffer.alloc(2_000)])
const png = Buffer.from('89504e470d0a1a0a', 'hex')

let clock: Clock
let wire: Wire
let standIn: SlackStandIn
let channel: string
let webs: PacedWebs

beforeAll(async () => {
  clock = startClock()
  wire = createStrictWire(clock)
  standIn = await startSlack({ clock, wire })
  standIn.installManifest(manifest({ events: [] }))
  channel = standIn.addresses.channelId
  const { botToken: token, api: apiUrl } = standIn.addresses
  webs = createPacedWebs({
    token,
    apiUrl,
    effect: performed,
    log: createRecordingLog(),
    now: clock.now,
    wait: passTime(clock),
  })
})
afterAll(async () => {
  await standIn.close()
  clock.stop()
})

/** A world that can break at one point: the next time that this is done, it fails. */
let breaking: string | undefined
let notes: Record<string, string>
let refused: Record<string, ErrorCode>
let read: number
let keys = 0

beforeEach(() => {
  breaking = undefined
  notes = {}
  refused = {}
  read = 0
  keys += 1
})

const breakAt = (point: string): void => {
  if (breaking !== point) return
  breaking = undefined
  throw new Error(`broken at ${point}`)
}

const membersOf = (log: ReturnType<typeof createRecordingLog>) =>
  createMembers({ web: webs.client({ urgency: 'answer', waitMs: 0 }), now: clock.now, log })

const delivery = (log = createRecordingLog()) =>
  createDelivery({
    effect: performed,
    webs,
    members: membersOf(log),
    apiUrl: standIn.addresses.api,
    async download(url) {
      read += 1
      const code = refused[url]
      if (code !== undefined)
        throw new AppError(code, `scripted: ${code}`, { retryable: code === 'service_unreachable' })
      return url.endsWith('.png') ? png : mp3
    },
    log,
    now: clock.now,
    async wait(spanMs) {
      breakAt('wait')
      clock.advance(spanMs)
    },
  })

/** An attempt as a worker makes it: its notes are the job's. */
const attempt = (changes: Partial<Attempt> = {}): Attempt => ({
  key: `key-${keys}`,
  notes,
  async note(name, value) {
    breakAt(`before ${name}`)
    notes[name] = value
    breakAt(`after ${name}`)
  },
  askedAtMs: clock.now(),
  fileBytesMax: 10_000_000,
  linksAllowed: false,
  ...changes,
})

const first = 'https://cdn.example/1.mp3'
const second = 'https://cdn.example/2.mp3'
const picture = 'https://cdn.example/c.png'
const audio = (url: string, title: string): Block => ({
  kind: 'audio',
  title,
  file: { url, name: `${title}.mp3` },
})
const cover: Block = { kind: 'cover', description: 'A cover', file: { url: picture, name: 'cover.png' } }
const lyrics: Block = { kind: 'document', name: 'lyrics.txt', text: 'heave '.repeat(300) }
const song: readonly Block[] = [audio(first, 'Tide'), audio(second, 'Ebb'), cover, lyrics]

const message = (text: string, blocks: readonly Block[] = []): ResultMessage => ({
  text,
  tone: 'done',
  blocks,
})
const place = (thread?: string) =>
  target({ platform: 'slack', channel, ...(thread !== undefined && { thread }) })
const since = (id: string): readonly SeenMessage[] =>
  standIn.people.messages({ since: id }).filter(({ state }) => state !== 'deleted')
const seen = (id: string) => standIn.people.messages({}).find((candidate) => candidate.id === id)
const namesOf = (messages: readonly SeenMessage[]) =>
  messages.flatMap(({ files }) => files.map(({ name }) => name))

const placeholder = (thread?: string): Promise<MessageRef> =>
  delivery().post(place(thread), message('Working.'), attempt({ notes: {}, note: async () => undefined }))

/** A message of a person's, at the head of a thread. */
const threadHead = async (): Promise<string> => {
  await standIn.people.act(standIn.addresses.memberId, channel, { say: 'a thread' })
  return standIn.people.messages({}).at(-1)?.id ?? ''
}

describe('a result', () => {
  test('is seen as audio and cover in the channel, as a message that says so, and its lyrics below that', async () => {
    const ref = await placeholder()
    await delivery().edit(ref, message('Your song is ready.', song), attempt())
    expect(seen(ref.message)).toMatchObject({ text: ':white_check_mark: Your song is ready.', edits: 1 })
    const [files, below] = since(ref.message)
    expect(files?.files).toMatchObject([
      { name: 'Tide.mp3', contentType: 'audio/mpeg', bytes: mp3.byteLength },
      { name: 'Ebb.mp3', contentType: 'audio/mpeg', bytes: mp3.byteLength },
      { name: 'cover.png', contentType: 'image/png', bytes: png.byteLength, description: 'A cover' },
    ])
    expect(files?.replyTo).toBeUndefined()
    expect(below).toMatchObject({ files: [{ name: 'lyrics.txt' }], replyTo: ref.message })
    expect(since(ref.message)).toHaveLength(2)
  })

  test('without a mark arrives byte for byte', async () => {
    const ref = await placeholder()
    await delivery().edit(ref, message('ready', [audio(first, 'Tide')]), attempt())
    const url = since(ref.message)[0]?.files[0]?.url ?? ''
    expect(Buffer.from(await (await fetch(url)).arrayBuffer())).toEqual(mp3)
  })

  test('of a request in a thread stays in it, lyrics and all', async () => {
    const head = await threadHead()
    const ref = await placeholder(head)
    expect(ref).toMatchObject({ channel, thread: head })
    await delivery().edit(ref, message('ready', song), attempt())
    expect(since(ref.message).map(({ replyTo }) => replyTo)).toEqual([head, head])
  })

  test('is edited twice as if once, files and all', async () => {
    const ref = await placeholder()
    await delivery().edit(ref, message('ready', song), attempt())
    await delivery().edit(ref, message('ready', song), attempt())
    expect(since(ref.message)).toHaveLength(2)
    expect(read).toBe(3)
  })

  test('whose message is gone gets a new one, and its files once', async () => {
    const ref = await placeholder()
    await delivery().remove(ref, {})
    expectRefusals('chat.update: message_not_found')
    const same = attempt()
    await expect(delivery().edit(ref, message('ready', song), same)).rejects.toMatchObject({
      code: 'message_gone',
    })
    const posted = await delivery().post(place(), message('ready', song), same)
    expect(namesOf(since(ref.message))).toEqual(['Tide.mp3', 'Ebb.mp3', 'cover.png', 'lyrics.txt'])
    expect(since(posted.message)).toMatchObject([{ replyTo: posted.message }])
  })
})

describe('a repeat after a failure shows everything once:', () => {
  const points = [
    ['a file is read and not noted', 'before upload_1'],
    ['the files are noted', 'after upload_3'],
    ['the share is about to be noted', 'before shared_channel'],
    ['the files are shared', 'wait'],
    ['the message is about to be noted', 'before post_tried'],
    ['the message is posted', 'before posted'],
    ['the message is noted', 'after posted'],
    ['the lyrics are about to be shared', 'before shared_thread'],
  ] as const

  test.each(points)('when %s', async (_, point) => {
    const before = await threadHead()
    breaking = point
    await expect(delivery().post(place(), message('ready', song), attempt())).rejects.toThrow()
    expect(breaking).toBeUndefined()
    const ref = await delivery().post(place(), message('ready', song), attempt())
    expect(since(before).filter(({ text }) => text.includes('ready'))).toHaveLength(1)
    expect(namesOf(since(before))).toEqual(['Tide.mp3', 'Ebb.mp3', 'cover.png', 'lyrics.txt'])
    expect(seen(ref.message)?.text).toContain('ready')
  })

  test('when a message in a thread is posted', async () => {
    const head = await threadHead()
    breaking = 'before posted'
    await expect(delivery().post(place(head), message('ready'), attempt())).rejects.toThrow()
    const ref = await delivery().post(place(head), message('ready'), attempt())
    expect(since(head)).toMatchObject([{ id: ref.message, replyTo: head }])
  })

  test('when the job’s first message is there and nobody learnt of it', async () => {
    const before = await threadHead()
    const unknown = await placeholder()
    expect(await delivery().post(place(), message('ready', song), attempt())).toEqual(unknown)
    expect(since(before).map(({ text }) => text)).toEqual([':white_check_mark: ready', '', ''])
  })

  test('when nobody learnt of the first message, and hundreds were written since', async () => {
    const before = await threadHead()
    const unknown = await placeholder()
    for (let index = 0; index < 450; index += 1)
      await standIn.people.act(standIn.addresses.memberId, channel, { say: `other ${index}` })
    expect(await delivery().post(place(), message('ready'), attempt())).toEqual(unknown)
    expect(since(before).filter(({ text }) => text.includes('ready'))).toHaveLength(1)
  })

  test('when what is posted already says less', async () => {
    breaking = 'before posted'
    const before = await threadHead()
    await expect(delivery().post(place(), message('nearly'), attempt())).rejects.toThrow()
    await delivery().post(place(), message('ready'), attempt())
    expect(since(before).map(({ text }) => text)).toEqual([':white_check_mark: ready'])
  })

  test('when many others have spoken since', async () => {
    breaking = 'before posted'
    const before = await threadHead()
    await expect(delivery().post(place(), message('ready'), attempt())).rejects.toThrow()
    for (let index = 0; index < 120; index += 1)
      await standIn.people.act(standIn.addresses.memberId, channel, { say: `other ${index}` })
    await delivery().post(place(), message('ready'), attempt())
    expect(since(before).filter(({ text }) => text.includes('ready'))).toHaveLength(1)
  })

  // The bytes of an upload that is never completed do not lie at Slack for ever.
  test('when Slack has forgotten the files', async () => {
    const ref = await placeholder()
    notes = { upload_0: 'F0000000000' }
    expectRefusals('files.completeUploadExternal: file_not_found', 'files.info: file_not_found')
    await expect(
      delivery().edit(ref, message('ready', [audio(first, 'Tide')]), attempt()),
    ).rejects.toMatchObject({ code: 'platform_unavailable', retryable: true })
    await delivery().edit(ref, message('ready', [audio(first, 'Tide')]), attempt())
    expect(namesOf(since(ref.message))).toEqual(['Tide.mp3'])
  })

  test('when Slack shared only some of the files', async () => {
    const ref = await placeholder()
    breaking = 'before shared_channel'
    await expect(delivery().edit(ref, message('ready', song), attempt())).rejects.toThrow()
    const web = webs.client({ urgency: 'answer', waitMs: 0 })
    await web.files.completeUploadExternal({ files: [{ id: notes.upload_1 ?? '' }], channel_id: channel })
    clock.advance(1_000)
    notes.shared_channel = notes.upload_0 ?? ''
    expectRefusals('files.info: file_not_found', 'files.info: file_not_found')
    await delivery().edit(ref, message('ready', song), attempt())
    expect(namesOf(since(ref.message)).toSorted()).toEqual(['Ebb.mp3', 'Tide.mp3', 'cover.png', 'lyrics.txt'])
  })

  test.each(['shared_channel', 'shared_thread'])('when the answer to %s was lost', async (note) => {
    const ref = await placeholder()
    standIn.faults.add({ method: 'files.completeUploadExternal', answer: 'lost', after: 'acting' })
    const blocks = note === 'shared_thread' ? [lyrics] : [audio(first, 'Tide')]
    const work = delivery().edit(ref, message('ready', blocks), attempt())
    await expect(work).rejects.toMatchObject({ code: 'platform_unavailable' })
    await delivery().edit(ref, message('ready', blocks), attempt())
    expect(since(ref.message).flatMap(({ files }) => files)).toHaveLength(1)
  })

  // https://docs.slack.dev/reference/methods/files.info#errors
  test('as far as Slack tells: what was taken counts as shown, and what may have been is not shared again', async () => {
    const ref = await placeholder()
    const blocks = [audio(first, 'Tide')]
    standIn.faults.add({ method: 'files.info', answer: 'missing_scope', times: 2 })
    await delivery().edit(ref, message('ready', blocks), attempt())
    expect(namesOf(since(ref.message))).toEqual(['Tide.mp3'])
    await expect(delivery().edit(ref, message('ready', blocks), attempt())).rejects.toMatchObject({
      code: 'cannot_post',
    })
    expect(namesOf(since(ref.message))).toEqual(['Tide.mp3'])
  })

  test('when the new message is deleted, too', async () => {
    const before = await threadHead()
    await delivery().post(place(), message('ready'), attempt())
    const [ref] = since(before)
    await delivery().remove({ platform: 'slack', channel, message: ref?.id ?? '' }, {})
    expectRefusals('chat.update: message_not_found')
    await expect(delivery().post(place(), message('ready'), attempt())).rejects.toMatchObject({
      code: 'platform_unavailable',
      retryable: true,
    })
    await delivery().post(place(), message('ready'), attempt())
    expect(since(before)).toHaveLength(1)
  })

  test('and a file that was deleted meanwhile stays away', async () => {
    const ref = await placeholder()
    await delivery().edit(ref, message('ready', [audio(first, 'Tide')]), attempt())
    const { botToken: token, api: apiUrl } = standIn.addresses
    await createWeb({ token, apiUrl }).files.delete({ file: notes.upload_0 ?? '' })
    expectRefusals('files.info: file_deleted')
    await delivery().edit(ref, message('ready', [audio(first, 'Tide')]), attempt())
    expect(namesOf(since(ref.message))).toEqual([])
  })
})

describe('a file that has a smaller form', () => {
  const wave = 'https://cdn.example/1.wav'
  const waveOrSmaller: Block = {
    kind: 'audio',
    title: 'Tide',
    file: { url: wave, name: 'Tide.wav' },
    smaller: { url: first, name: 'Tide.mp3' },
  }

  test('comes as it is where there is room', async () => {
    const ref = await placeholder()
    await delivery().edit(ref, message('ready', [waveOrSmaller]), attempt())
    expect(namesOf(since(ref.message))).toEqual(['Tide.wav'])
    expect(seen(ref.message)?.text).toBe(':white_check_mark: ready')
  })

  test('comes smaller where there is too little and is linked, however often it is tried', async () => {
    refused = { [wave]: 'file_too_large' }
    const ref = await placeholder()
    breaking = 'after upload_0'
    const again = () => delivery().edit(ref, message('ready', [waveOrSmaller]), attempt())
    await expect(again()).rejects.toThrow()
    await again()
    expect(namesOf(since(ref.message))).toEqual(['Tide.mp3'])
    expect(seen(ref.message)?.text).toBe(`:white_check_mark: ready\nTide.wav: ${wave}`)
  })
})

describe('a file that cannot come along', () => {
  test.each(['file_too_large', 'file_refused'] as const)(
    '(%s) is linked, and the others come',
    async (code) => {
      refused = { [first]: code }
      const ref = await placeholder()
      await delivery().edit(ref, message('ready', [audio(first, 'Tide'), audio(second, 'Ebb')]), attempt())
      expect(seen(ref.message)?.text).toBe(`:white_check_mark: ready\nTide: ${first}`)
      expect(namesOf(since(ref.message))).toEqual(['Ebb.mp3'])
    },
  )

  test('since it is gone is said to be so without a link, however often it is tried', async () => {
    refused = { [first]: 'file_gone' }
    const ref = await placeholder()
    breaking = 'after upload_1'
    const ready = message('ready', [audio(first, 'Tide'), audio(second, 'Ebb')])
    const again = () => delivery().edit(ref, ready, attempt({ linksAllowed: true }))
    await expect(again()).rejects.toThrow()
    await again()
    expect(seen(ref.message)?.text).toBe(
      ':white_check_mark: ready\nTide: no longer available from the audio service',
    )
    expect(namesOf(since(ref.message))).toEqual(['Ebb.mp3'])
  })

  test('for now is waited for, and nothing is shown', async () => {
    refused = { [second]: 'service_unreachable' }
    const ref = await placeholder()
    const work = delivery().edit(
      ref,
      message('ready', [audio(first, 'Tide'), audio(second, 'Ebb')]),
      attempt(),
    )
    await expect(work).rejects.toMatchObject({ code: 'service_unreachable', retryable: true })
    expect(seen(ref.message)?.edits).toBe(0)
    expect(since(ref.message)).toEqual([])
  })

  test('for long is linked, once links are allowed', async () => {
    refused = { [first]: 'service_unreachable' }
    const ref = await placeholder()
    await delivery().edit(ref, message('ready', [audio(first, 'Tide')]), attempt({ linksAllowed: true }))
    expect(seen(ref.message)?.text).toContain(`Tide: ${first}`)
  })

  test('because nothing is in it is linked', async () => {
    const ref = await placeholder()
    const log = createRecordingLog()
    const empty = createDelivery({
      effect: performed,
      webs,
      members: membersOf(log),
      apiUrl: standIn.addresses.api,
      log,
      now: clock.now,
      download: async () => new Uint8Array(),
      wait: async () => undefined,
    })
    await empty.edit(ref, message('ready', [audio(first, 'Tide')]), attempt())
    expect(seen(ref.message)?.text).toContain(`Tide: ${first}`)
  })

  test.each(['upload_0', 'shared_channel'])(
    'does not come along for a step that is over at %s, links or not',
    async (point) => {
      const over = attempt({
        linksAllowed: true,
        async note(name) {
          if (name === point) throw new AppError('step_over', 'another worker has it')
        },
      })
      const ref = await placeholder()
      await expect(
        delivery().edit(ref, message('ready', [audio(first, 'Tide')]), over),
      ).rejects.toMatchObject({ code: 'step_over' })
      expect(since(ref.message)).toEqual([])
      expect(seen(ref.message)?.edits).toBe(0)
    },
  )
})

test.each(['in the channel', 'in a thread'])(
  'an answer %s that nobody learnt of is changed, instead of a second one beside it',
  async (where) => {
    const head = await threadHead()
    const inThread = where === 'in a thread' ? { thread: head } : {}
    const unknown = await placeholder(inThread.thread)
    const replyToken = new URL('/commands/T1/1/unused', standIn.addresses.api).href
    await delivery().edit({ platform: 'slack', channel, replyToken, ...inThread }, message('over'), attempt())
    expect(since(head)).toMatchObject([{ id: unknown.message, text: ':white_check_mark: over' }])
  },
)

test('a message that is taken back twice is gone, and an edit says so', async () => {
  const ref = await placeholder()
  await delivery().remove(ref, {})
  expectRefusals('chat.delete: message_not_found', 'chat.update: message_not_found')
  await delivery().remove(ref, {})
  expect(seen(ref.message)?.state).toBe('deleted')
  await expect(delivery().edit(ref, message('y'), attempt())).rejects.toMatchObject({ code: 'message_gone' })
})

test('a result that is taken back goes with its files, and once more does no harm', async () => {
  const head = await threadHead()
  const ref = await placeholder()
  const album = [...song, audio(first, 'Flow'), audio(second, 'Neap')]
  await delivery().edit(ref, message('Your songs are ready.', album), attempt())
  const names = namesOf(since(head))
  expect(names).toHaveLength(6)
  await delivery().remove(ref, notes)
  expect(since(head)).toEqual([])
  expectRefusals(...names.map(() => 'files.info: file_deleted'), 'chat.delete: message_not_found')
  await delivery().remove(ref, notes)
  expect(since(head)).toEqual([])
})

describe('who asked', () => {
  const asked = () => ({ ...message('Here you are.'), askedBy: standIn.addresses.memberId })

  test('is named in every message, and not called', async () => {
    const ref = await delivery().post(place(), asked(), attempt())
    expect(seen(ref.message)?.text).toContain('Asked for by Max.')
    await delivery().edit(ref, { ...asked(), text: 'Here it is.' }, attempt())
    expect(seen(ref.message)?.text).toMatch(/Here it is\.\nAsked for by Max\./)
  })

  test.each(['missing_scope', 'user_not_found', 'ratelimited'])('is left out after %s', async (answer) => {
    standIn.faults.add({ method: 'users.info', answer })
    const ref = await delivery().post(place(), asked(), attempt())
    expect(seen(ref.message)?.text).toContain('Here you are.')
    expect(seen(ref.message)?.text).not.toContain('Asked for by')
  })
})
