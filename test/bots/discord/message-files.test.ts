import { text } from 'node:stream/consumers'
import type { Message } from 'discord.js'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { pointedMessage } from '../../../src/bots/discord/incoming/clips.ts'
import type { UploadedClip } from '../../../src/core/clip/clip.ts'
import { expectRefusals } from '../../support/sandbox/strict.ts'
import { type Listening, soundFile, startListening } from './listening.ts'

// Every shape in which a message carries a clip, in every way to point at it.

let at: Listening
beforeEach(async () => {
  at = await startListening()
})
afterEach(async () => {
  await at.stop()
  expect(at.log.errors()).toEqual([])
})

const other = () => at.standIn.addresses.channelIds[0] ?? ''
const say = async (text: string, more: object = {}) => (await at.act({ say: text, ...more })).event
const forwarded = async (message: string, from = at.channel) =>
  (await at.act({ forward: { message, to: at.channel } }, at.member, from)).event

/** Posts as the bot, with a file that nothing but components show. */
const postParts = async (components: (url: string) => readonly object[]): Promise<string> => {
  const form = new FormData()
  const attachments = [{ id: 0, filename: 'tide.mp3' }]
  const body = { flags: 1 << 15, components: components('attachment://tide.mp3'), attachments }
  form.set('payload_json', JSON.stringify({ ...body, allowed_mentions: { parse: [] } }))
  form.set('files[0]', new File(['la la la'], 'tide.mp3', { type: 'audio/mpeg' }))
  const { addresses } = at.standIn
  const headers = { authorization: `Bot ${addresses.token}` }
  const url = `${addresses.api}/v10/channels/${at.channel}/messages`
  const response = await fetch(url, { method: 'POST', headers, body: form })
  return ((await response.json()) as { id: string }).id
}

const inElsewhere = async () =>
  (await at.act({ say: 'la la', files: [soundFile()] }, at.member, other())).event

/** What a member posts; answers with the message that carries the clip. */
const carriers: readonly [string, () => Promise<string>, Partial<UploadedClip>][] = [
  ['its own file', () => say('la la', { files: [soundFile()] }), {}],
  [
    'its own voice message',
    () => say('', { files: [soundFile()], recordedSeconds: 2.5 }),
    { secondsSaid: 2.5 },
  ],
  ['a forwarded file', async () => forwarded(await say('la la', { files: [soundFile()] })), {}],
  ['a file forwarded from another channel', async () => forwarded(await inElsewhere(), other()), {}],
  [
    'a forwarded voice message',
    async () => forwarded(await say('', { files: [soundFile()], recordedSeconds: 2.5 })),
    { secondsSaid: 2.5 },
  ],
  [
    'a forward that was forwarded',
    async () => forwarded(await forwarded(await say('la la', { files: [soundFile()] }))),
    {},
  ],
  [
    'a file that stands in a container',
    () => postParts((url) => [{ type: 17, components: [{ type: 13, file: { url } }] }]),
    { isOwnerLost: true },
  ],
  [
    'a file in a gallery',
    () => postParts((url) => [{ type: 12, items: [{ media: { url } }] }]),
    { bytes: undefined, isOwnerLost: true },
  ],
  [
    'a file that components show, forwarded',
    async () => forwarded(await postParts((url) => [{ type: 13, file: { url } }])),
    {},
  ],
]

/** Ways to point at a message; each answers with what was pointed at. */
const ways: readonly [string, (message: string) => Promise<unknown>][] = [
  ['in its menu', (message) => at.act({ action: { name: 'Remix this clip', message } })],
  ['by a reply', async (message) => at.replyTo(await say('@Tunesmith remix as jazz', { replyTo: message }))],
]

const clipsSeen = (): readonly UploadedClip[] => at.lastAsked().pointedAt.flatMap(({ files }) => files)
const readAll = async (clip: UploadedClip): Promise<string> => text((await at.discord.open(clip)).chunks)

const cases = carriers.flatMap(([shape, bring, more]) =>
  ways.map(([way, point]) => [shape, way, bring, point, more] as const),
)

test.each(cases)('a message with %s, pointed at %s, brings the clip', async (_, __, bring, point, more) => {
  const message = await bring()
  await point(message)
  const [clip, ...others] = clipsSeen()
  expect(others).toEqual([])
  expect(clip).toEqual({
    kind: 'upload',
    platform: 'discord',
    name: 'tide.mp3',
    bytes: 8,
    ...more,
    url: expect.stringContaining('/attachments/'),
    message: { platform: 'discord', channel: at.channel, message },
  })
  if (clip !== undefined) expect(await readAll(clip)).toBe('la la la')
})

test.each(ways)('a message with only a link, pointed at %s, is known to have one', async (_, point) => {
  await point(await say('listen: https://music.example/tide.mp3'))
  expect(at.lastAsked().pointedAt).toMatchObject([{ files: [], hasLink: true }])
})

test.each(ways)('a forwarded link, pointed at %s, is known too', async (_, point) => {
  await point(await forwarded(await say('https://music.example/tide.mp3')))
  expect(at.lastAsked().pointedAt).toMatchObject([{ files: [], hasLink: true }])
})

describe('our own result', () => {
  const job = `b00x${'a'.repeat(25)}`
  const row = (...components: readonly object[]) => ({ type: 1, components })
  const again = { type: 2, style: 2, label: 'Again', custom_id: `do:jobs:again:job=${job}` }
  const more = {
    type: 3,
    custom_id: 'more',
    options: [{ label: 'Remix', value: `do:remix::clip=${job}.1` }],
  }
  const other = { ...again, label: 'Other', custom_id: `do:jobs:again:job=b00x${'b'.repeat(25)}` }
  const shown = (...rows: readonly object[]) => postParts((url) => [{ type: 13, file: { url } }, ...rows])
  const jobsSeen = () => at.lastAsked().pointedAt.map((pointed) => pointed.job)

  test.each<[string, readonly object[], string | undefined]>([
    ['a button', [row(again)], job],
    ['an entry of a menu', [row(more)], job],
    ['both', [row(again), row(more)], job],
    ['buttons of several jobs', [row(again, other)], undefined],
    ['no button', [], undefined],
  ])('tells its job by %s', async (_, rows, expected) => {
    const message = await shown(...rows)
    await at.act({ action: { name: 'Remix this clip', message } })
    expect(jobsSeen()).toEqual([expected])
    expect(clipsSeen()).toMatchObject([{ isOwnerLost: true }])
  })

  test('tells its job where it is forwarded, too, also as it comes', async () => {
    const message = await forwarded(await shown(row(again)))
    await at.act({ action: { name: 'Remix this clip', message } })
    expect(jobsSeen()).toEqual([job])
    expect(clipsSeen()).toMatchObject([{ isOwnerLost: true }])
    expect(at.sightings).toMatchObject([{ message, job, clips: [{ isOwnerLost: true }] }])
  })

  test('is not what another bot posts with a copy of our button', () => {
    const url = 'https://cdn.discordapp.com/attachments/1/2/tide.mp3'
    const file = { url, name: 'tide.mp3', contentType: 'audio/mpeg', size: 8 }
    const by = (author: string) => {
      const message = {
        author: { id: author },
        client: { user: { id: 'us' } },
        attachments: new Map([['2', file]]),
        components: [{ toJSON: () => row(again) }],
        messageSnapshots: new Map(),
        reference: null,
        content: '',
      }
      return pointedMessage(message as unknown as Message, true)
    }
    expect(by('us')).toMatchObject({ job, files: [{ isOwnerLost: true }] })
    expect(by('another bot').job).toBeUndefined()
    expect(by('another bot').files).not.toMatchObject([{ isOwnerLost: true }])
  })
})

describe('a forwarded clip', () => {
  test('is seen as it comes, and says what was forwarded', async () => {
    const original = await inElsewhere()
    const message = await forwarded(original, other())
    await at.act({ action: { name: 'Remix this clip', message } })
    expect(at.sightings).toMatchObject([
      { target: { channel: other() }, message: original },
      {
        target: { channel: at.channel },
        message,
        clips: [{ name: 'tide.mp3' }],
        forwardOf: { channel: other(), message: original },
      },
    ])
    expect(at.lastAsked().pointedAt).toMatchObject([
      { message, isVisible: true, forwardOf: { channel: other(), message: original } },
    ])
  })

  test('is read after a day, also where the original is gone', async () => {
    const original = await say('la la', { files: [soundFile()] })
    const message = await forwarded(original)
    await at.act({ action: { name: 'Remix this clip', message } })
    await at.act({ delete: { message: original } })
    at.clock.advance(24 * 60 * 60_000 + 1_000)
    expectRefusals(/^GET \/attachments\/.*: the link is unknown, forged or expired$/)
    const [clip] = clipsSeen()
    expect(clip && (await readAll(clip))).toBe('la la la')
  })
})

describe('in its own menu', () => {
  test('a reply without a file points at the message that it replies to', async () => {
    const clip = await say('la la', { files: [soundFile()] })
    const message = await say('nice', { replyTo: clip })
    await at.act({ action: { name: 'Remix this clip', message } })
    expect(at.lastAsked().pointedAt).toMatchObject([
      { message, files: [] },
      { message: clip, files: [{ name: 'tide.mp3', message: { message: clip } }] },
    ])
  })

  test('a message that neither has a clip nor leads to one brings none', async () => {
    const message = await say('nice', { replyTo: await say('la la') })
    await at.act({ action: { name: 'Remix this clip', message } })
    expect(clipsSeen()).toEqual([])
  })
})

test('a forward that Discord does not show us is told as such', async () => {
  await at.stop()
  at = await startListening({ intents: [], messageContent: false })
  const message = await forwarded(await say('la la', { files: [soundFile()] }))
  await at.replyTo(await say('@Tunesmith remix as jazz', { replyTo: message }))
  expect(at.lastAsked().pointedAt).toMatchObject([{ message, files: [], isVisible: false }])
  await at.act({ action: { name: 'Remix this clip', message } })
  expect(clipsSeen()).toMatchObject([{ name: 'tide.mp3' }])
})
