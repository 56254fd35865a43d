import { expect, test } from 'vitest'
import type { KnownClip } from '../../../src/core/clip/clip.ts'
import { offeredClip, withNames } from '../../../src/core/clip/offered-clip.ts'

const nowMs = 10 * 60_000
const clipNamed = (name: string) =>
  ({ kind: 'result', url: 'https://cdn.example/1.mp3', name, seconds: 1 }) as const
const mia = { clip: clipNamed('old tape.mp3'), from: 'member', atMs: 2 * 60_000, by: 'mia' } as const
const ours = { clip: clipNamed('Tide take 2.mp3'), from: 'us', atMs: 9.5 * 60_000, by: 'mia' } as const

test.each<[string, KnownClip]>([
  ['Tide take 2 (by Tunesmith, just now)', ours],
  ['Tide take 2 (by Tunesmith)', { clip: ours.clip, from: 'us' }],
  ['old tape.mp3 (8 minutes ago)', mia],
  ['old tape.mp3', { clip: mia.clip, from: 'member' }],
])('"%s" names a clip without a look-up', (label, known) => {
  expect(offeredClip(known, 'clip:0', nowMs)).toMatchObject({ value: 'clip:0', label })
})

const named = async (
  known: readonly KnownClip[],
  nameOf: (member: string) => Promise<string | undefined>,
) => {
  const clips = known.map((one, position) => offeredClip(one, `clip:${position}`, nowMs))
  return (await withNames({ clips }, nameOf)).clips.map(({ label }) => label)
}

test('a member is asked after once, and named as the platform does; Tunesmith is not', async () => {
  const asked: string[] = []
  const nameOf = (member: string) => {
    asked.push(member)
    return Promise.resolve('Mia')
  }
  const [tape, again] = ['old tape.mp3 (by Mia, 8 minutes ago)', 'old tape.mp3 (by Mia)']
  expect(await named([mia, ours, { clip: mia.clip, from: 'member', by: 'mia' }], nameOf)).toEqual([
    ...[tape, 'Tide take 2 (by Tunesmith, just now)', again],
  ])
  expect(asked).toEqual(['mia'])
})

test('a member of whom nothing is told in time goes without a name', async () => {
  expect(await named([mia], () => Promise.resolve(undefined))).toEqual(['old tape.mp3 (8 minutes ago)'])
})

// https://docs.slack.dev/reference/block-kit/composition-objects/option-object: 75 characters.
test('long names leave room for the others', async () => {
  const long = { ...mia, clip: clipNamed(`${'x'.repeat(200)}.mp3`), atMs: 0 }
  const [label = ''] = await named([long], () => Promise.resolve('y'.repeat(80)))
  expect(label.length).toBeLessThanOrEqual(75)
  expect(label).toMatch(/… \(by y+…, 10 minutes ago\)$/)
})
