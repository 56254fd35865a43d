import { expect, test } from 'vitest'
import { cut } from '../../../src/commands/features/cut.ts'
import { noCredits } from '../../../src/core/credits.ts'
import { measure } from '../../../src/jobs/steps/clip-length.ts'

const upload = {
  ...{ kind: 'upload', platform: 'discord', url: 'https://cdn.example/a', name: 'a', bytes: 1 },
  message: undefined,
} as const

const measured = (contentType: string, bytes: number, seconds: number) => {
  const read = cut.prepare({ clip: upload, start: '0', end: '0.5' })
  if (!read.ok || read.prepared.obtains !== 'task') throw new Error('nothing to measure')
  const prices = { quote: async () => noCredits, learn: () => Promise.reject(new Error('nothing to learn')) }
  const audio_file = { path: '/a', name: 'a', contentType, bytes, seconds }
  return measure({ prices, longestMinutes: 10 }, read.prepared, { audio_file })
}

// Ten minutes at 128 kbit/s are 9,600,000 bytes; a forged head says that they are less than a second.
test.each([
  ['an MP3 that is as long as it says', 'audio/mpeg', 9_600_000, 600, true],
  ['an MP3 of the most bits that there are', 'audio/mpeg', 56_000, 1, true],
  ['an MP3 whose head is forged', 'audio/mpeg', 9_600_000, 0.99, false],
  ['an MP4 whose head is forged', 'audio/mp4', 9_600_000, 60, false],
  ['an Ogg whose head is forged', 'audio/ogg', 9_600_000, 60, false],
  ['a film, most of which are pictures', 'video/mp4', 9_600_000, 600, false],
  ['a WAV, whose head says how it is played', 'audio/wav', 9_600_000, 60, true],
])('the length of %s counts only where it can be true', async (_, contentType, bytes, seconds, counts) => {
  expect(await measured(contentType, bytes, seconds)).toEqual(
    counts ? { seconds, bound: noCredits } : undefined,
  )
})
