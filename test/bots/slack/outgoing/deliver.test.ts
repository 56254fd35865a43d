import { describe, expect, test } from 'vitest'
import type { Block } from '../../../../src/core/message/message.ts'
import { createRecordingLog } from '../../../support/recording-log.ts'
import { expectRefusals } from '../../../support/sandbox/strict.ts'
import {
  attempt,
  audio,
  channel,
  clock,
  delivery,
  edit,
  first,
  lyrics,
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

const press = (label: string): Block => ({
  kind: 'buttons',
  buttons: [{ label, style: 'plain', commandLink: { command: 'jobs', action: undefined, values: {} } }],
})

describe('a result', () => {
  test('is one message with words, buttons, audio and cover, in place of the one before, and its lyrics below', async () => {
    const ref = await placeholder()
    const buttons = press('again')
    const ready = message('Your song is ready.', [...song, buttons])
    const shown = await delivery().edit(ref, ready, attempt())
    expect(seen(ref.message)?.state).toBe('deleted')
    const [one, below] = since(ref.message)
    expect(one).toMatchObject({
      id: shown?.message,
      text: ':white_check_mark: Your song is ready.',
      buttons: [{ label: 'again' }],
      files: [
        { name: 'Tide.mp3', contentType: 'audio/mpeg', bytes: mp3.byteLength },
        { name: 'Ebb.mp3', contentType: 'audio/mpeg', bytes: mp3.byteLength },
        { name: 'cover.png', contentType: 'image/png', bytes: png.byteLength, description: 'A cover' },
      ],
    })
    expect(one?.replyTo).toBeUndefined()
    expect(below).toMatchObject({ files: [{ name: 'lyrics.txt' }], replyTo: one?.id })
    expect(since(ref.message)).toHaveLength(2)
  })

  test('that is a spoiler has its words and buttons in the channel, and its files below, also when it is repeated', async () => {
    const ref = await placeholder()
    const ready = { ...message('Your song is ready.', [...song, press('again')]), isSpoiler: true as const }
    expect(await delivery().edit(ref, ready, attempt())).toBeUndefined()
    expect(await delivery().edit(ref, ready, attempt())).toBeUndefined()
    expect(seen(ref.message)).toMatchObject({
      text: expect.stringContaining('Spoiler: the files are in the thread.'),
      buttons: [{ label: 'again' }],
      files: [],
    })
    expect(since(ref.message)).toMatchObject([
      {
        replyTo: ref.message,
        files: [{ name: 'Tide.mp3' }, { name: 'Ebb.mp3' }, { name: 'cover.png' }, { name: 'lyrics.txt' }],
      },
    ])
  })

  test('that is edited again keeps its files', async () => {
    const before = await threadHead()
    const ref = await edit(await placeholder(), [tide])
    expect(await delivery().edit(ref, message('Still ready.'), attempt())).toBeUndefined()
    expect(since(before)).toMatchObject([
      { id: ref.message, text: ':white_check_mark: Still ready.', files: [{ name: 'Tide.mp3' }] },
    ])
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
    expect(await edit(ref, song)).toMatchObject({ channel, thread: head })
    expect(since(ref.message).map(({ replyTo }) => replyTo)).toEqual([head, head])
  })

  test('is edited twice as if once, files and all', async () => {
    const ref = await placeholder()
    const shown = await edit(ref, song)
    expectRefusals('chat.delete: message_not_found')
    expect(await edit(ref, song)).toEqual(shown)
    expect(await edit(shown, song)).toEqual(shown)
    expect(since(ref.message)).toHaveLength(2)
    expect(world.read).toBe(3)
  })

  test('whose message is gone comes anyway, once', async () => {
    const ref = await placeholder()
    await delivery().remove(ref, {})
    expectRefusals('chat.delete: message_not_found')
    const shown = await edit(ref, song)
    expect(namesOf(since(ref.message))).toEqual(['Tide.mp3', 'Ebb.mp3', 'cover.png', 'lyrics.txt'])
    expect(since(shown.message)).toMatchObject([{ replyTo: shown.message }])
  })

  test('that others share again is still the message that came first', async () => {
    const before = await threadHead()
    const ref = await edit(await placeholder(), [tide])
    await standIn.people.act(standIn.addresses.memberId, channel, {
      forward: { message: ref.message, to: channel },
    })
    expect(await edit(ref, [tide])).toEqual(ref)
    expect(since(before).filter(({ author }) => author.startsWith('Tunesmith'))).toHaveLength(1)
  })
})

describe('the message before a result', () => {
  const refuseDeletion = (answer: string, times = 1) =>
    standIn.faults.add({ method: 'chat.delete', answer, times })

  // https://docs.slack.dev/reference/methods/chat.delete#errors
  test.each(['cant_delete_message', 'compliance_exports_prevent_deletion'])(
    'keeps its first line where it may not be deleted (%s)',
    async (answer) => {
      const ref = await placeholder()
      refuseDeletion(answer)
      const ready = message('Your song is ready.', [...song, press('again')])
      const shown = await delivery().edit(ref, ready, attempt())
      expect(shown?.message).toBe(since(ref.message)[0]?.id)
      expect(seen(ref.message)).toMatchObject({
        text: ':white_check_mark: Your song is ready.',
        buttons: [],
        files: [],
      })
    },
  )

  test('stays, with a word in the log, where it may neither be deleted nor edited', async () => {
    const log = createRecordingLog()
    const ref = await placeholder()
    refuseDeletion('cant_delete_message')
    standIn.faults.add({ method: 'chat.update', answer: 'is_archived' })
    const shown = await delivery(log).edit(ref, message('ready', [tide]), attempt())
    expect(shown?.message).toBe(since(ref.message)[0]?.id)
    expect(seen(ref.message)?.text).toContain('Working.')
    expect(log.warnings()).toEqual(['a replaced message could not be removed'])
  })

  test('is tried again while Slack fails, and the result is there once', async () => {
    const ref = await placeholder()
    refuseDeletion('internal_error')
    await expect(edit(ref, song)).rejects.toMatchObject({ code: 'platform_unavailable', retryable: true })
    const shown = await edit(ref, song)
    expect(seen(ref.message)?.state).toBe('deleted')
    expect(since(ref.message).map(({ id, replyTo }) => replyTo ?? id)).toEqual([shown.message, shown.message])
  })

  test('keeps its first line once links are allowed, and is waited for while Slack limits the rate', async () => {
    const log = createRecordingLog()
    const ref = await placeholder()
    const again = () => delivery(log).edit(ref, message('ready', [tide]), attempt({ linksAllowed: true }))
    standIn.faults.add({ method: 'chat.delete', answer: 'ratelimited', retryAfterSeconds: 60 })
    await expect(again()).rejects.toMatchObject({ retryAfterMs: 60_000 })
    clock.advance(60_000)
    refuseDeletion('internal_error')
    expect((await again())?.message).toBe(since(ref.message)[0]?.id)
    expect(seen(ref.message)?.text).toBe(':white_check_mark: ready')
    expect(log.warnings()).toEqual([])
  })

  // Its ready notice stands in its thread and links to it.
  test('leads on to the result if its requester was told of it, and goes when the result is deleted', async () => {
    const ref = await placeholder()
    world.notes = { notice_told: '17' }
    const shown = await edit(ref, [tide, press('again')])
    expect(seen(ref.message)).toMatchObject({
      state: 'shown',
      text: expect.stringMatching(
        new RegExp(`^:white_check_mark: ready\\n\\S+${shown.message.replace('.', '')}\\S*$`),
      ),
      buttons: [],
      files: [],
    })
    expect(namesOf(since(ref.message))).toEqual(['Tide.mp3'])
    expect(await edit(ref, [tide, press('again')])).toEqual(shown)
    await delivery().remove(shown, world.notes)
    expect(seen(ref.message)?.state).toBe('deleted')
  })

  test('is deleted if its requester was told of it and it can no longer be edited', async () => {
    const ref = await placeholder()
    world.notes = { notice_told: '17' }
    standIn.faults.add({ method: 'chat.update', answer: 'edit_window_closed' })
    await edit(ref, [tide])
    expect(seen(ref.message)?.state).toBe('deleted')
  })

  test('keeps its first line if its requester was told of it and the address of the result is not known', async () => {
    const ref = await placeholder()
    world.notes = { notice_told: '17' }
    standIn.faults.add({ method: 'chat.getPermalink', answer: 'missing_scope' })
    await edit(ref, [tide])
    expect(seen(ref.message)).toMatchObject({ state: 'shown', text: ':white_check_mark: ready', files: [] })
  })

  test('is edited where no file can be shared', async () => {
    world.refused = { [first]: 'file_refused' }
    const ref = await placeholder()
    expect(await delivery().edit(ref, message('ready', [tide]), attempt())).toBeUndefined()
    expect(seen(ref.message)).toMatchObject({ text: `:white_check_mark: ready\nTide: ${first}`, edits: 1 })
    expect(since(ref.message)).toEqual([])
  })
})

describe('a repeat after a failure shows everything once:', () => {
  const points = [
    ['a file is read and not noted', 'before upload_1'],
    ['the files are noted', 'after upload_3'],
    ['the share is about to be noted', 'before shared_channel'],
    ['the files are shared', 'wait'],
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

  test.each([
    ['before post_tried', 'not posted'],
    ['before posted', 'posted'],
    ['after posted', 'noted'],
  ])('without files, when at %s the message is %s', async (point) => {
    const before = await threadHead()
    world.breaking = point
    await expect(delivery().post(place(), message('ready', [lyrics]), attempt())).rejects.toThrow()
    expect(world.breaking).toBeUndefined()
    const ref = await delivery().post(place(), message('ready', [lyrics]), attempt())
    expect(since(before)).toMatchObject([{ id: ref.message }, { replyTo: ref.message }])
  })

  test.each([
    ['the files are shared', 'wait'],
    ['the message before is deleted', 'before shared_thread'],
  ])('when %s and nobody learnt of the new message', async (_, point) => {
    const ref = await placeholder()
    world.breaking = point
    await expect(edit(ref, song)).rejects.toThrow()
    expect(world.breaking).toBeUndefined()
    if (point !== 'wait') expectRefusals('chat.delete: message_not_found')
    const shown = await edit(ref, song)
    expect(seen(ref.message)?.state).toBe('deleted')
    expect(since(ref.message)).toMatchObject([{ id: shown.message }, { replyTo: shown.message }])
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
    const ref = await delivery().post(place(), message('ready', song), attempt())
    expect(seen(unknown.message)?.state).toBe('deleted')
    expect(since(before).map(({ text }) => text)).toEqual([':white_check_mark: ready', ''])
    expect(since(before)[0]?.id).toBe(ref.message)
  })

  test('when nobody learnt of the first message, and Slack does not let us look for it', async () => {
    const before = await threadHead()
    standIn.faults.add({ method: 'chat.postMessage', answer: 'lost', after: 'acting' })
    const first = delivery().post(place(), message('Working.'), attempt())
    await expect(first).rejects.toMatchObject({ code: 'platform_unavailable' })
    standIn.faults.add({ method: 'conversations.history', answer: 'missing_scope' })
    const ref = await delivery().post(place(), message('ready', [tide]), attempt())
    expect(since(before)).toMatchObject([{ files: [] }, { id: ref.message, files: [{ name: 'Tide.mp3' }] }])
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
  const album = [...song, audio(first, 'Flow'), audio(second, 'Neap')]
  const ref = await edit(await placeholder(), album)
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
