import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { UploadedClip } from '../../../src/core/clip/clip.ts'
import { fileKind } from '../../../src/core/clip/clip-kind.ts'
import type { Answer } from '../../../src/core/command/answer.ts'
import type { PointedMessage } from '../../../src/core/command/invocation.ts'
import { clipRows } from '../../clips/rows.ts'
import { target } from '../../support/commands/invocation.ts'
import { type Asking, createAsking, formOf } from '../../support/jobs/asking.ts'
import { openStoreWorld, type StoreWorld } from '../../support/redis/store-world.ts'

let store: StoreWorld
let asking: Asking

beforeEach(() => {
  store = openStoreWorld()
  asking = createAsking(store)
})
afterEach(() => store.close())

const ask: Asking['ask'] = (...asked) => asking.ask(...asked)
const textOf = ({ message }: Answer): string => message.text
const upload = (name: string): UploadedClip => ({
  kind: 'upload',
  platform: 'discord',
  url: `https://cdn.example/${name}`,
  name,
  bytes: 10,
  message: undefined,
})
const pointed = (message: string, more: Partial<PointedMessage>): PointedMessage => ({
  message,
  files: [],
  isVisible: true,
  atMs: store.clock.now(),
  ...more,
})

const refused = "band.wma: WMA files can't be used. Send it as MP3, WAV, FLAC, OGG, M4A or WebM."
const wma = [{ name: 'band.wma', kind: 'WMA' }]

describe('a file of a kind that is not taken', () => {
  test.each([
    ['a mention', { values: {} }],
    ['a mention with everything else', { values: { prompt: 'as jazz' } }],
    ['the menu of its message', { command: 'Remix this clip', values: {} }],
  ])('is told by its name for %s, and no form opens', async (_, asked) => {
    const answer = await ask({ ...asked, pointedAt: [pointed('message-1', { refused: wma })] })
    expect(answer).toMatchObject({ kind: 'message' })
    expect(textOf(answer)).toBe(`${refused} Nothing was charged.`)
    expect(asking.requested).toEqual([])
  })

  test('is not passed over for a clip that stands farther away', async () => {
    const pointedAt = [
      pointed('message-2', { refused: wma }),
      pointed('message-1', { files: [upload('other.mp3')] }),
    ]
    expect(textOf(await ask({ values: { prompt: 'x' }, pointedAt }))).toContain('WMA')
  })

  test('gives way to a clip of the same message, and to one that was given', async () => {
    const clip = upload('song.mp3')
    const both = [pointed('message-1', { files: [clip], refused: wma })]
    await ask({ values: { prompt: 'x' }, pointedAt: both })
    await ask({ values: { prompt: 'x', clip }, pointedAt: [pointed('message-1', { refused: wma })] })
    expect(asking.requested).toMatchObject([{ values: { clip } }, { values: { clip } }])
  })

  test.each([
    ['alone', {}],
    ['with everything else', { prompt: 'as jazz' }],
  ])('is told where it was given %s, with a form for the rest', async (_, more) => {
    const answer = await ask({ values: { clip: upload('band.wma'), ...more } })
    expect(answer).toMatchObject({ kind: 'problems', problems: [{ field: 'clip', text: refused }] })
    const retry = answer.kind === 'problems' ? answer.retry : undefined
    expect(retry?.values).toEqual(more)
    expect(retry?.clips).toEqual([])
    expect(asking.requested).toEqual([])
  })

  test('is told where a form was sent with it, beside the other mistakes', async () => {
    const { draft } = formOf(await ask({ values: {} }))
    const values = { clip: upload('band.wma'), lyrics: 'x'.repeat(5001), prompt: 'as jazz' }
    const answer = await ask({ values, form: { draft, sent: true } })
    expect(answer).toMatchObject({ kind: 'problems', problems: [{ field: 'clip' }, { field: 'lyrics' }] })
    expect(asking.requested).toEqual([])
  })

  test('is told where it is remembered of a message from before', async () => {
    const by = { clip: upload('band.wma'), from: 'member' } as const
    await store.clips.remember({ account: 'discord:server-1', channel: 'channel-1' }, 'message-1', [by])
    const answer = await ask({ values: { prompt: 'x' }, pointedAt: [pointed('message-1', {})] })
    expect(answer).toMatchObject({ kind: 'problems', problems: [{ field: 'clip', text: refused }] })
  })

  test('is told where it is a picture', async () => {
    const answer = await ask({ values: { clip: upload('cover.jpg'), prompt: 'x' } })
    expect(textOf(answer)).toMatch(/^cover\.jpg isn't a readable audio file\./)
  })
})

describe('a file that may be anything', () => {
  const unknown = ['song.xyz']
  const text = "song.xyz doesn't look like an audio file. Send it as MP3, WAV, FLAC, OGG, M4A or WebM."

  test.each([
    ['a mention', { values: {} }],
    ['the menu of its message', { command: 'Remix this clip', values: {} }],
  ])('is named for %s that brings nothing else', async (_, asked) => {
    const answer = await ask({ ...asked, pointedAt: [pointed('message-1', { unknown })] })
    expect(textOf(answer)).toBe(`${text} Nothing was charged.`)
    expect(asking.requested).toEqual([])
  })

  test('gives way to a clip of the message that was answered', async () => {
    const clip = upload('song.mp3')
    const pointedAt = [pointed('message-2', { unknown }), pointed('message-1', { files: [clip] })]
    await ask({ values: { prompt: 'x' }, pointedAt })
    expect(asking.requested).toMatchObject([{ values: { clip } }])
  })

  test('is passed over in a message farther away', async () => {
    const pointedAt = [pointed('message-2', {}), pointed('message-1', { unknown })]
    expect(await ask({ values: { prompt: 'x' }, pointedAt })).toMatchObject({ kind: 'form' })
  })
})

test('a clip whose platform states a kind that is taken is not refused by its name', async () => {
  const clip = { ...upload('read.it'), contentType: 'audio/mpeg' }
  await ask({ values: { clip, prompt: 'x' } })
  await ask({ values: { clip: upload('read.it'), prompt: 'x' } })
  expect(asking.requested).toMatchObject([{ values: { clip } }])
})

/** Rows of the table of files, one of each ending, of which some are known by their contents alone. */
const endings = new Map(clipRows.map((row) => [row.name.split('.').at(-1), row]))

test.each(['discord', 'slack'] as const)(
  'on %s every kind of file is taken or refused alike',
  async (platform) => {
    for (const { name, refused: called } of endings.values()) {
      const before = asking.requested.length
      const clip = { ...upload(name), platform }
      const answer = await ask({ values: { clip, prompt: 'x' }, target: target({ platform }) })
      const isRefused = typeof fileKind({ name }) === 'object'
      expect(asking.requested.length - before).toBe(isRefused ? 0 : 1)
      if (isRefused) expect(textOf(answer)).toContain(`${name}: ${called} files can't be used.`)
    }
  },
)
