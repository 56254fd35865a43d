import { expect, test } from 'vitest'
import type { UploadedClip } from '../../../src/core/clip/clip.ts'
import type { KnownClip } from '../../../src/core/clip/clip-index.ts'
import { offeredClip, withNames } from '../../../src/core/clip/offered-clip.ts'

const nowMs = 10 * 60_000
const clipNamed = (name: string, seconds?: number) =>
  ({ kind: 'result', url: 'https://cdn.example/1.mp3', name, seconds }) as const
const uploadNamed = (name: string, lengths: Pick<UploadedClip, 'seconds' | 'secondsSaid'>): UploadedClip => ({
  kind: 'upload',
  platform: 'slack',
  url: 'https://files.example/1',
  name,
  bytes: 9,
  message: undefined,
  ...lengths,
})
const mia = { clip: clipNamed('old tape.mp3'), from: 'member', atMs: 2 * 60_000, by: 'mia' } as const
const ours = { clip: clipNamed('Tide take 2.mp3'), from: 'us', atMs: 9.5 * 60_000, by: 'mia' } as const

test.each<[string, KnownClip]>([
  ['Tide take 2 (by Tunesmith, just now)', ours],
  ['Tide take 2 (by Tunesmith)', { clip: ours.clip, from: 'us' }],
  ['old tape.mp3 (8 minutes ago)', mia],
  ['old tape.mp3', { clip: mia.clip, from: 'member' }],
  ['Tide take 2 (by Tunesmith, just now, 61:05)', { ...ours, clip: clipNamed('Tide take 2.mp3', 3665) }],
  ['Tide take 2 (by Tunesmith, 0:20)', { clip: clipNamed('Tide take 2.mp3', 20), from: 'us' }],
  ['band.mp3 (8 minutes ago, 0:20)', { ...mia, clip: uploadNamed('band.mp3', { secondsSaid: 20 }) }],
  ['band.mp3 (0:30)', { from: 'member', clip: uploadNamed('band.mp3', { seconds: 30, secondsSaid: 20 }) }],
  ['example.com/a.mp3', { from: 'member', clip: { kind: 'link', url: 'https://example.com/a.mp3' } }],
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
test('a long name loses its middle, so that its take, its author, its age and its length stay', async () => {
  const long = 'x'.repeat(200)
  const tape = { ...mia, clip: uploadNamed(`${long} take 2.mp3`, { secondsSaid: 7_200 }), atMs: 0 }
  const take = { ...ours, clip: clipNamed(`${long} take 2.mp3`, 7_200), atMs: 0 }
  const labels = await named([tape, take], () => Promise.resolve('y'.repeat(80)))
  for (const label of labels) expect(label.length).toBeLessThanOrEqual(75)
  expect(labels[0]).toMatch(/^x+….*2\.mp3 \(by y+…, 10 minutes ago, .*\)$/)
  expect(labels[1]).toMatch(/^x+…x* take 2 \(by Tunesmith, 10 minutes ago, .*\)$/)
})
