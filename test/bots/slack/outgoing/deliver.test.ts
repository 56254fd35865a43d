import { describe, expect, test } from 'vitest'
import { expectRefusals } from '../../../support/sandbox/strict.ts'
import {
  attempt,
  audio,
  channel,
  delivery,
  edit,
  first,
  message,
  mp3,
  namesOf,
  openDeliveryStage,
  place,
  placeholder,
  png,
  second,
  seen,
  since,
  song,
  standIn,
  threadHead,
  tide,
  world,
} from './delivery-stage.ts'

// Against a Slack that remembers and refuses: what people see, and that a repeat
// after any failure shows it once.

openDeliveryStage()

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
    await edit(ref, [tide])
    const url = since(ref.message)[0]?.files[0]?.url ?? ''
    expect(Buffer.from(await (await fetch(url)).arrayBuffer())).toEqual(mp3)
  })

  test('of a request in a thread stays in it, lyrics and all', async () => {
    const head = await threadHead()
    const ref = await placeholder(head)
    expect(ref).toMatchObject({ channel, thread: head })
    await edit(ref, song)
    expect(since(ref.message).map(({ replyTo }) => replyTo)).toEqual([head, head])
  })

  test('is edited twice as if once, files and all', async () => {
    const ref = await placeholder()
    await edit(ref, song)
    await edit(ref, song)
    expect(since(ref.message)).toHaveLength(2)
    expect(world.read).toBe(3)
  })

  test('whose message is gone gets a new one, and its files once', async () => {
    const ref = await placeholder()
    await delivery().remove(ref, {})
    expectRefusals('chat.update: message_not_found')
    const same = attempt()
    await expect(edit(ref, song, same)).rejects.toMatchObject({
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
    world.breaking = point
    await expect(delivery().post(place(), message('ready', song), attempt())).rejects.toThrow()
    expect(world.breaking).toBeUndefined()
    const ref = await delivery().post(place(), message('ready', song), attempt())
    expect(since(before).filter(({ text }) => text.includes('ready'))).toHaveLength(1)
    expect(namesOf(since(before))).toEqual(['Tide.mp3', 'Ebb.mp3', 'cover.png', 'lyrics.txt'])
    expect(seen(ref.message)?.text).toContain('ready')
  })

  test('when a message in a thread is posted', async () => {
    const head = await threadHead()
    world.breaking = 'before posted'
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
    world.breaking = 'before posted'
    const before = await threadHead()
    await expect(delivery().post(place(), message('nearly'), attempt())).rejects.toThrow()
    await delivery().post(place(), message('ready'), attempt())
    expect(since(before).map(({ text }) => text)).toEqual([':white_check_mark: ready'])
  })

  test('when many others have spoken since', async () => {
    world.breaking = 'before posted'
    const before = await threadHead()
    await expect(delivery().post(place(), message('ready'), attempt())).rejects.toThrow()
    for (let index = 0; index < 120; index += 1)
      await standIn.people.act(standIn.addresses.memberId, channel, { say: `other ${index}` })
    await delivery().post(place(), message('ready'), attempt())
    expect(since(before).filter(({ text }) => text.includes('ready'))).toHaveLength(1)
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
  await delivery().remove(ref, world.notes)
  expect(since(head)).toEqual([])
  expectRefusals(...names.map(() => 'files.info: file_deleted'), 'chat.delete: message_not_found')
  await delivery().remove(ref, world.notes)
  expect(since(head)).toEqual([])
})

describe('who asked', () => {
  const asked = () => ({ ...message('Here you are.'), askedBy: standIn.addresses.memberId })

  test('is named in every message, and not called', async () => {
    const ref = await delivery().post(place(), asked(), attempt())
    expect(seen(ref.message)?.text).toContain('Here you are.\nby Max')
    await delivery().edit(ref, { ...asked(), text: 'Here it is.' }, attempt())
    expect(seen(ref.message)?.text).toMatch(/Here it is\.\nby Max$/)
  })

  test.each(['missing_scope', 'user_not_found', 'ratelimited'])('is left out after %s', async (answer) => {
    standIn.faults.add({ method: 'users.info', answer })
    const ref = await delivery().post(place(), asked(), attempt())
    expect(seen(ref.message)?.text).toContain('Here you are.')
    expect(seen(ref.message)?.text).not.toContain('\nby ')
  })
})
