import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { sortedFiles } from '../../../../src/bots/slack/incoming/clips.ts'
import type { UploadedClip } from '../../../../src/core/clip/clip.ts'
import { clipRows } from '../../../clips/rows.ts'
import { expectRefusals } from '../../../support/sandbox/strict.ts'
import { type Listening, soundFile, startListening } from '../listening.ts'

// Reading what members uploaded, at a Discord whose links expire after a day.

const dayMs = 24 * 60 * 60_000

let at: Listening
beforeEach(async () => {
  at = await startListening()
})
afterEach(() => at.stop())

const readAll = async (clip: UploadedClip): Promise<string> => {
  const { chunks } = await at.discord.open(clip)
  const parts: Uint8Array[] = []
  for await (const chunk of chunks) parts.push(chunk)
  return Buffer.concat(parts).toString()
}

/** A clip that was posted, as it was seen. */
const posted = async (): Promise<UploadedClip> => {
  const { event } = await at.act({ say: '@Tunesmith help', files: [soundFile()] })
  await at.replyTo(event)
  const [clip] = at.lastAsked().pointedAt[0]?.files ?? []
  if (clip === undefined) throw new Error('no clip was seen')
  return clip
}

/** A clip that came with a command. */
const handed = async (): Promise<UploadedClip> => {
  await at.act({ command: '/remix', options: { prompt: 'as jazz' }, files: [soundFile()] })
  return at.lastAsked().values.clip as UploadedClip
}

test.each([
  ['песня.mp3', 'песня.mp3'],
  ['my song (live).mp3', 'my song (live).mp3'],
  ['song.mp3', 'song.mp3'],
  ['a.b c.mp3', 'a.b c.mp3'],
])('a clip that was sent as %s is called so', async (sent, called) => {
  await at.act({ command: '/remix', options: { prompt: 'as jazz' }, files: [{ ...soundFile(), name: sent }] })
  expect(at.lastAsked().values.clip).toMatchObject({ name: called })
})

test('a mention with a file of a kind that is not taken brings its name and its kind', async () => {
  const files = [{ ...soundFile(), name: 'my band.caf', contentType: 'audio/x-caf' }]
  const { event } = await at.act({ say: '@Tunesmith remix', files })
  await at.replyTo(event)
  expect(at.lastAsked().pointedAt).toMatchObject([
    { files: [], refused: [{ name: 'my band.caf', kind: 'CAF' }] },
  ])
})

test('a mention with a file that may be anything brings its name', async () => {
  const files = [{ ...soundFile(), name: 'song.xyz', contentType: 'application/octet-stream' }]
  const { event } = await at.act({ say: '@Tunesmith remix', files })
  await at.replyTo(event)
  expect(at.lastAsked().pointedAt).toMatchObject([{ files: [], unknown: ['song.xyz'] }])
})

test('a clip keeps the type that speaks against its name', async () => {
  const files = [{ ...soundFile(), name: 'read.it', contentType: 'audio/mpeg' }]
  const { event } = await at.act({ say: '@Tunesmith remix', files })
  await at.replyTo(event)
  expect(at.lastAsked().pointedAt).toMatchObject([
    { files: [{ name: 'read.it', contentType: 'audio/mpeg' }] },
  ])
})

test('the files of a mention are sorted as on Slack, whatever their kind', async () => {
  const names = [...new Map(clipRows.map(({ name }) => [name.split('.').at(-1), name])).values()]
  for (let first = 0; first < names.length; first += 10) {
    const ten = names.slice(first, first + 10)
    const files = ten.map((name) => ({ ...soundFile(), name, contentType: 'application/octet-stream' }))
    const { event } = await at.act({ say: '@Tunesmith remix', files })
    await at.replyTo(event)
    const { files: clips = [], refused = [] } = at.lastAsked().pointedAt[0] ?? {}
    const told = ten.map((name) => ({ name, mimetype: 'application/octet-stream', url_private: 'https://x' }))
    const onSlack = sortedFiles(told, { platform: 'slack', channel: 'C1', message: '1.0' })
    expect(clips.map(({ name }) => name)).toEqual(onSlack.clips.map(({ name }) => name))
    expect(refused).toEqual(onSlack.refused)
  }
})

describe('a clip', () => {
  test.each([
    ['posted', posted],
    ['handed over with a command', handed],
  ])('%s is read', async (_, bring) => {
    expect(await readAll(await bring())).toBe('la la la')
  })

  test('posted is read also when its link has expired, as long as its message is there', async () => {
    const clip = await posted()
    at.clock.advance(dayMs + 1_000)
    expectRefusals(/^GET \/attachments\/.*: the link is unknown, forged or expired$/)
    expect(await readAll(clip)).toBe('la la la')
  })

  test('handed over with a command is gone when its link has expired', async () => {
    const clip = await handed()
    at.clock.advance(dayMs + 1_000)
    expectRefusals(/^GET \/ephemeral-attachments\/.*: the link is unknown, forged or expired$/)
    await expect(readAll(clip)).rejects.toMatchObject({ code: 'file_refused' })
  })
})
