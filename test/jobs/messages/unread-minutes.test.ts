import { describe, expect, test } from 'vitest'
import { music } from '../../../src/commands/features/music.ts'
import type { Clip } from '../../../src/core/clip/clip.ts'
import { microcredits } from '../../../src/core/credits.ts'
import { heldFact, unreadMinutesBeforeSent, unreadMinutesOf } from '../../../src/jobs/messages/job-facts.ts'
import { byTheMinute } from '../../support/fixtures/by-the-minute.ts'

const link: Clip = { kind: 'link', url: 'https://example.com/a.mp3' }
const take = (seconds: number | undefined): Clip => ({
  kind: 'result',
  url: 'https://cdn.example/song.mp3',
  name: 'song.mp3',
  seconds,
})
const values = (clip: Clip) => ({ clip, reference: link })

describe('how long a clip is held for that nobody has read', () => {
  const minutesOf = (clip: Clip): number | undefined => {
    const read = byTheMinute.prepare(values(clip))
    return read.ok ? unreadMinutesOf(read.prepared, 10) : Number.NaN
  }

  test.each([
    ['an address', link, 10],
    ['a take of unknown length', take(undefined), 10],
    ['a take of known length', take(200), undefined],
  ])('%s', (_, clip, minutes) => {
    expect(minutesOf(clip)).toBe(minutes)
  })

  test('does not matter to what has another price', () => {
    const read = music.prepare({ prompt: 'the sea' })
    expect(read.ok && unreadMinutesOf(read.prepared, 10)).toBeUndefined()
  })

  test.each([
    ['before it was sent', undefined, undefined, 10],
    ['by the limit when it was requested', undefined, 5, 5],
    ['no longer once it was read to be sent, for then less may be held', 1, 10, undefined],
  ])('is said of a job %s', (_, submitEpoch, unreadMinutes, minutes) => {
    const job = { values: values(link), submitEpoch, unreadMinutes }
    expect(unreadMinutesBeforeSent({ longestMinutes: 10 }, job, byTheMinute)).toBe(minutes)
  })
})

test.each([
  [undefined, 'up to 0.16 credits'],
  [1, '0.16 credits, enough for a one-minute clip. Unused credits come back.'],
  [10, '0.16 credits, enough for a 10-minute clip. Unused credits come back.'],
])('what is held for %s unread minutes says so', (minutes, value) => {
  expect(heldFact(microcredits(160_000), minutes)).toEqual({ label: 'Reserved', value })
})
