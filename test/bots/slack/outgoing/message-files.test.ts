import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { filesIn, forwardIn } from '../../../../src/bots/slack/incoming/carried-files.ts'
import type { UploadedClip } from '../../../../src/core/clip/clip.ts'
import type { Invocation } from '../../../../src/core/command/invocation.ts'
import { plainMessage } from '../../../../src/core/message/message.ts'
import { expectRefusals } from '../../../support/sandbox/strict.ts'
import { type Bot, startBot } from '../bot.ts'

// Every shape in which a message carries a clip, in every way to point at it.

let bot: Bot
beforeEach(async () => {
  bot = await startBot('socket')
  bot.answerWith(() => ({ kind: 'message', message: plainMessage('Well.'), seenBy: 'member' }))
})
afterEach(() => bot.stop())

const home = () => bot.standIn.addresses
const mp3 = { name: 'tide.mp3', base64: Buffer.from('la la la').toString('base64') }
const other = () => home().channelIds[1] ?? ''
const say = async (text: string, more: object = {}, channel?: string, as?: string) =>
  (await bot.act({ say: text, ...more }, channel, as)).event
const forwarded = async (message: string, from?: string, words?: string) =>
  (await bot.act({ forward: { message, to: home().channelId, say: words } }, from)).event
const asGuest = async () => {
  await bot.act({ manage: { what: 'share channel' } }, undefined, home().adminId)
  return say('la la', { files: [mp3] }, undefined, home().secondTeam.memberId)
}

/** What a member posts; answers with the message that carries the clip. */
const carriers: readonly [string, () => Promise<string>, Partial<UploadedClip>][] = [
  ['its own file', () => say('la la', { files: [mp3] }), {}],
  ['a recording of its own', () => say('', { files: [mp3], recordedSeconds: 2.5 }), { secondsSaid: 2.5 }],
  ['a forwarded file', async () => forwarded(await say('la la', { files: [mp3] })), {}],
  [
    'a file forwarded from another channel',
    async () => forwarded(await say('la la', { files: [mp3] }, other()), other()),
    {},
  ],
  [
    'a forwarded recording',
    async () => forwarded(await say('', { files: [mp3], recordedSeconds: 2.5 })),
    { secondsSaid: 2.5 },
  ],
  [
    'a forward that was forwarded',
    async () => forwarded(await forwarded(await say('la la', { files: [mp3] }))),
    {},
  ],
  ['a file of somebody of another workspace', asGuest, {}],
  ['a forwarded file of somebody of another workspace', async () => forwarded(await asGuest()), {}],
]

/** Ways to point at a message. */
const ways: readonly [string, (message: string) => Promise<unknown>][] = [
  ['in its menu', (message) => bot.act({ action: { name: 'Remix this clip', message } })],
  ['in its thread', (message) => say('@Tunesmith remix as jazz', { replyTo: message })],
]

/** The only request, once it is there. */
const asked = async (): Promise<Invocation> => {
  await bot.until(() => bot.recorded.invocations.length > 0)
  const [invocation] = bot.recorded.invocations
  if (invocation === undefined) throw new Error('nothing was asked for')
  return invocation
}
const clipsSeen = async () => (await asked()).pointedAt.flatMap(({ files }) => files)
const readAll = async (clip: UploadedClip): Promise<string> => text((await bot.slack.open(clip)).chunks)

const cases = carriers.flatMap(([shape, bring, more]) =>
  ways.map(([way, point]) => [shape, way, bring, point, more] as const),
)

test.each(cases)('a message with %s, pointed at %s, brings the clip', async (_, __, bring, point, more) => {
  const message = await bring()
  await point(message)
  const [clip, ...others] = await clipsSeen()
  expect(others).toEqual([])
  expect(clip).toEqual({
    kind: 'upload',
    platform: 'slack',
    name: 'tide.mp3',
    bytes: 8,
    by: expect.any(String),
    ...more,
    url: expect.stringContaining('/files-pri/'),
    message: { platform: 'slack', channel: home().channelId, message },
  })
  if (clip !== undefined) expect(await readAll(clip)).toBe('la la la')
})

test.each(ways)('a message with only a link, pointed at %s, is known to have one', async (_, point) => {
  const message = await say('listen: https://music.example/tide.mp3')
  await point(message)
  const pointed = (await asked()).pointedAt.find((each) => each.message === message)
  expect(pointed).toMatchObject({ files: [], hasLink: true })
})

test.each(ways)('a forwarded link, pointed at %s, is known too', async (_, point) => {
  const message = await forwarded(await say('https://music.example/tide.mp3'))
  await point(message)
  const pointed = (await asked()).pointedAt.find((each) => each.message === message)
  expect(pointed).toMatchObject({ files: [], hasLink: true })
})

test('a file that another member shares again, or forwards, stays its uploader’s', async () => {
  const { memberId, adminId, channelId } = home()
  const original = await say('la la', { files: [mp3] }, channelId, memberId)
  const forward = { forward: { message: original, to: channelId, say: '@Tunesmith remix as jazz' } }
  await bot.act(forward, channelId, adminId)
  expect((await asked()).pointedAt).toMatchObject([{ by: adminId, files: [{ by: memberId }] }])
})

describe('a forwarded clip', () => {
  test('is seen as it comes, and is asked for by the words that go with it', async () => {
    const original = await say('la la', { files: [mp3] }, other())
    const message = await forwarded(original, other(), '@Tunesmith remix as jazz')
    expect((await asked()).pointedAt).toMatchObject([
      { message, files: [{ name: 'tide.mp3' }], forwardOf: { channel: other(), message: original } },
    ])
    await bot.until(() => bot.recorded.sightings.length === 2)
    expect(bot.recorded.sightings.find((seen) => seen.message === message)).toMatchObject({
      clips: [{ name: 'tide.mp3' }],
      forwardOf: { channel: other(), message: original },
    })
  })

  test('from where we are not is found, and refused with a reason when it is read', async () => {
    const [, , elsewhere = ''] = home().channelIds
    const message = await forwarded(await say('la la', { files: [mp3] }, elsewhere), elsewhere)
    await bot.act({ action: { name: 'Remix this clip', message } })
    const [clip] = await clipsSeen()
    expectRefusals(/private file: the request may not read it/)
    await expect(clip && readAll(clip)).rejects.toMatchObject({
      code: 'file_refused',
      memberText: expect.stringContaining('I may not be in the channel where it was posted'),
    })
  })
})

test('a reply that is shown in the channel, too, leads to the first message of its thread', async () => {
  const thread_ts = await say('la la', { files: [mp3] })
  const response = await fetch(`${home().api}chat.postMessage`, {
    method: 'POST',
    headers: { authorization: `Bearer ${home().botToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ channel: home().channelId, text: 'nice', thread_ts, reply_broadcast: true }),
  })
  const { ts: message } = (await response.json()) as { ts: string }
  await bot.act({ action: { name: 'Remix this clip', message } })
  expect((await asked()).pointedAt).toMatchObject([
    { message, files: [] },
    { message: thread_ts, files: [{ name: 'tide.mp3', message: { message: thread_ts } }] },
  ])
})

test('of a file that Slack does not tell about, the message says that it cannot be seen', async () => {
  const message = await asGuest()
  bot.standIn.faults.add({ method: 'files.info', answer: 'missing_scope' })
  await bot.act({ action: { name: 'Remix this clip', message } })
  expect((await asked()).pointedAt).toMatchObject([{ message, files: [], isVisible: false }])
})

// The fields of Attachment and of blocks in the official client's answers: ConversationsHistoryResponse.
describe('files are found', () => {
  const file = (id: string) => ({ id, name: `${id}.mp3` })
  test.each([
    ['of the message', { files: [file('F1')] }, ['F1']],
    [
      'of a message that is linked to',
      { attachments: [{ is_msg_unfurl: true, files: [file('F1')] }] },
      ['F1'],
    ],
    [
      'in the blocks of what is forwarded',
      {
        attachments: [
          { message_blocks: [{ message: { blocks: [{ type: 'file', file: file('F1') }] } }] },
          { message_blocks: [{ message: { files: [file('F2')] } }] },
        ],
      },
      ['F1', 'F2'],
    ],
    ['in blocks', { blocks: [{ type: 'section' }, { type: 'file', file: file('F1') }] }, ['F1']],
    ['once, where both have it', { files: [file('F1')], attachments: [{ files: [file('F1')] }] }, ['F1']],
    ['nowhere in what makes no sense', { files: 'F1', blocks: {}, attachments: [null, { files: [7] }] }, []],
  ])('%s', (_, message, ids) => {
    expect(filesIn(message).map(({ id }) => id)).toEqual(ids)
  })

  test('as deep as Slack shows messages, and no deeper', () => {
    let message: object = { files: [file('F1')] }
    for (let depth = 0; depth < 100; depth += 1) message = { attachments: [message] }
    expect(filesIn(message)).toEqual([])
  })
})

describe('what is forwarded', () => {
  const share = { is_share: true, channel_id: 'C1', ts: '1.000001' }
  test.each([
    ['is one message', { attachments: [share] }, { channel: 'C1', message: '1.000001' }],
    ['is not named beside files of its own', { attachments: [share], files: [{}] }, undefined],
    ['is not named where there are two', { attachments: [share, share] }, undefined],
    ['is none where a page is shown', { attachments: [{ original_url: 'https://example.com' }] }, undefined],
  ])('%s', (_, message, expected) => {
    expect(forwardIn(message)).toEqual(expected)
  })
})
