import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { cut } from '../../../src/commands/features/cut.ts'
import { master } from '../../../src/commands/features/master.ts'
import { music } from '../../../src/commands/features/music.ts'
import { remix } from '../../../src/commands/features/remix.ts'
import { tts } from '../../../src/commands/features/tts.ts'
import type { UploadedClip } from '../../../src/core/clip/clip.ts'
import type { UnreadableFile } from '../../../src/core/clip/clip-kind.ts'
import type { Feature } from '../../../src/core/command/feature.ts'
import type { PointedMessage } from '../../../src/core/command/invocation.ts'
import type { RawValues } from '../../../src/core/fields/field.ts'
import { unusedFilesText } from '../../../src/jobs/request/ask-for-rest.ts'
import { invocation } from '../../support/commands/invocation.ts'
import { type Asking, createAsking } from '../../support/jobs/asking.ts'
import { type JobWorld, openJobWorld } from '../../support/jobs/job-world.ts'
import { openStoreWorld, type StoreWorld } from '../../support/redis/store-world.ts'

const upload = (name: string, query = ''): UploadedClip => ({
  kind: 'upload',
  platform: 'discord',
  url: `https://cdn.example/${name}${query}`,
  name,
  bytes: 10,
  message: undefined,
})
const [one, two, three] = [upload('one.mp3'), upload('two.mp3'), upload('three.mp3')]
const message = (more: Partial<PointedMessage>): PointedMessage => ({
  message: 'message-2',
  files: [],
  isVisible: true,
  atMs: 0,
  ...more,
})
const own = (more: Partial<PointedMessage>): PointedMessage => message({ isRequest: true, ...more })

describe('files of the message that asks', () => {
  test.each<[string, Feature, Partial<PointedMessage>, RawValues, string | undefined]>([
    [
      'beside the clip that is used are named with it',
      remix,
      {
        files: [one],
        refused: [{ name: 'band.wma', kind: 'WMA' }],
        unreadable: [
          { name: 'drive.mp3', why: 'elsewhere' },
          { name: undefined, why: 'hidden' },
        ],
        unknown: ['a.xyz'],
        others: ['b.txt'],
      },
      { clip: one },
      'Left out: band.wma, drive.mp3, a file, a.xyz, b.txt. /remix already uses one.mp3.',
    ],
    [
      'beside a clip that was named in it are named with it',
      remix,
      { files: [two] },
      { clip: 'https://music.example/one.mp3' },
      'Left out: two.mp3. /remix already uses music.example/one.mp3.',
    ],
    [
      'beside an earlier link are named with it',
      remix,
      { files: [two] },
      { clip: { kind: 'link', url: 'https://music.example/one.mp3' } },
      'Left out: two.mp3. /remix already uses music.example/one.mp3.',
    ],
    [
      'beside two links are named with both',
      master,
      { files: [three] },
      { clip: 'https://music.example/one.mp3', reference: 'https://music.example/two.mp3' },
      'Left out: three.mp3. /master already uses music.example/one.mp3, music.example/two.mp3.',
    ],
    [
      'beside as many clips as are used are named with these',
      master,
      { files: [one, two, three] },
      { clip: one, reference: two },
      'Left out: three.mp3. /master already uses one.mp3, two.mp3.',
    ],
    [
      'are named where none is of use',
      music,
      { files: [one], others: ['words\n.txt'] },
      {},
      'Left out: one.mp3, words .txt. /music reads only the text of your message.',
    ],
    [
      'are named where a clip may be left out',
      tts,
      { files: [one] },
      {},
      'Left out: one.mp3. /tts reads only the text of your message.',
    ],
    [
      'are named up to the fifth, each shortened inside',
      music,
      { others: ['a.wav', `${'b'.repeat(300)}.wav`, 'c.wav', 'd.wav', 'e.wav', 'f.wav', 'g.wav'] },
      {},
      `Left out: a.wav, ${'b'.repeat(35)}…${'b'.repeat(20)}.wav, c.wav, d.wav, e.wav and 2 more. /music reads only the text of your message.`,
    ],
    ['are not named where all are used', remix, { files: [one] }, { clip: one }, undefined],
    [
      'are not named where one is used by another signature of its address',
      remix,
      { files: [upload('one.mp3', '?hm=2')] },
      { clip: upload('one.mp3', '?hm=1') },
      undefined,
    ],
    [
      'are not named where they are those of a forward, which is known by its original',
      remix,
      { files: [one], forwardOf: { channel: 'channel-1', message: 'message-1' } },
      { clip: { kind: 'result', url: 'https://cdn.example/take.mp3', name: 'one.mp3' } },
      undefined,
    ],
  ])('%s', (_, feature, files, values, expected) => {
    expect(unusedFilesText(feature, invocation({ pointedAt: [own(files)] }), values)).toBe(expected)
  })

  test('are told apart from those of a message that was only pointed at', () => {
    const pointedAt = [message({ files: [one, two], others: ['cover.png'] })]
    expect(unusedFilesText(cut, invocation({ pointedAt }), { clip: one })).toBeUndefined()
  })
})

describe('a request without its clip', () => {
  let store: StoreWorld
  let asking: Asking
  beforeEach(() => {
    store = openStoreWorld()
    asking = createAsking(store)
  })
  afterEach(() => store.close())

  const needed = '/remix still needs: Clip. Nothing has been charged yet.'

  test.each<[string, PointedMessage, string]>([
    [
      'names a file without sound that came with it',
      own({ others: ['notes.txt'] }),
      "notes.txt isn't a readable audio file. Send an MP3, WAV, FLAC, OGG, M4A or WebM file.",
    ],
    [
      'names a file without sound that it answers',
      message({ others: ['cover.png'] }),
      "cover.png isn't a readable audio file. Send an MP3, WAV, FLAC, OGG, M4A or WebM file.",
    ],
    [
      'names the clips between which nobody but the member can choose',
      own({ files: [one, two] }),
      'In the form, pick the clip you mean: one.mp3, two.mp3.',
    ],
    [
      'learns how the link in the message that it answers can be the clip',
      message({ hasLink: true }),
      'That message has no audio file. To use the link, paste it as the clip for /remix.',
    ],
    [
      'learns that behind the name of a file without sound',
      message({ others: ['cover.png'], hasLink: true }),
      "cover.png isn't a readable audio file. Send an MP3, WAV, FLAC, OGG, M4A or WebM file. To use the link, paste it as the clip for /remix.",
    ],
  ])('%s, and its form opens anyway', async (_, pointed, told) => {
    const answer = await asking.ask({ values: { prompt: 'as jazz' }, pointedAt: [pointed] })
    expect(answer).toMatchObject({ kind: 'form', message: { text: `${told}\n${needed}` }, notice: told })
  })

  test('names the clips to choose from, even if a message with only a link is nearer', async () => {
    const pointedAt = [message({ hasLink: true }), message({ files: [one, two] })]
    const answer = await asking.ask({ values: { prompt: 'as jazz' }, pointedAt })
    expect(answer).toMatchObject({ notice: 'In the form, pick the clip you mean: one.mp3, two.mp3.' })
  })

  test.each<[UnreadableFile, string]>([
    [
      { name: 'song\n.mp3', why: 'elsewhere' },
      "song .mp3 is stored outside this chat, so I can't read it. Upload it here.",
    ],
    [
      { name: undefined, why: 'hidden' },
      "A file in that message is hidden by this workspace's Slack plan. Upload it again.",
    ],
    [
      { name: undefined, why: 'deleted' },
      "A file in that message was deleted, so I can't read it. Upload it again.",
    ],
    [{ name: 'a.mp3', why: 'closed' }, "I can't open a.mp3. Upload it here."],
  ])('is refused with the reason where its file cannot be read: %j', async (unreadable, reason) => {
    const pointedAt = [own({ unreadable: [unreadable] }), message({ files: [one] })]
    const answer = await asking.ask({ values: { prompt: 'as jazz' }, pointedAt })
    expect(answer.message.text).toBe(`${reason} Nothing was charged.`)
  })

  test.each([
    ['whose clip is missing no longer', { prompt: 'as jazz', clip: 'https://music.example/a.mp3' }, {}],
    ['that has the link itself', { prompt: 'as jazz' }, { isRequest: true as const }],
  ])('is told nothing of a link %s', async (_, values, more) => {
    const pointedAt = [message({ hasLink: true, ...more })]
    const answer = await asking.ask({ values, pointedAt })
    expect(answer.message.text).not.toContain('link')
  })

  test('names a file without sound in whose menu it was picked', async () => {
    const pointedAt = [message({ others: ['cover.png'] })]
    const { message: told } = await asking.ask({ command: 'Remix this clip', values: {}, pointedAt })
    expect(told.text).toMatch(/^cover\.png isn't a readable audio file\..* Nothing was charged\.$/)
  })
})

describe('a request that is taken', () => {
  let world: JobWorld
  beforeEach(async () => {
    world = await openJobWorld()
  })
  afterEach(() => world.close())

  test('says which files of its message it leaves out', async () => {
    const { message: told } = await world.ask({ pointedAt: [own({ others: ['lyrics.txt'] })] })
    const text = 'Left out: lyrics.txt. /music reads only the text of your message.'
    expect(told.blocks).toContainEqual({ kind: 'note', text })
  })
})
