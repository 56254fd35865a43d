import { describe, expect, test } from 'vitest'
import type { Clip } from '../../../src/core/clip/clip.ts'
import { authorOf, copyNotes, lineageNotes, sourcesOf } from '../../../src/core/job/lineage.ts'
import { target } from '../../support/commands/invocation.ts'
import { jobRecord } from '../../support/jobs/job-record.ts'
import { outcomeOf, output } from '../../support/service/outcome.ts'

const id = `b07x${'a'.repeat(25)}`
const given = (clip: Clip) => [{ field: 'clip', label: 'Clip', clip }]
const made = (clip: Clip) => sourcesOf({ notes: lineageNotes(given(clip)) })

const upload: Clip = {
  kind: 'upload',
  platform: 'discord',
  url: 'https://cdn.discordapp.com/attachments/1/2/band.mp3',
  name: 'band.mp3',
  bytes: 1_000,
  message: undefined,
}
const take: Clip = {
  kind: 'result',
  url: 'https://cdn.example/1.mp3',
  name: 'Sea',
  seconds: 60,
  take: `${id}.2`,
}

describe('the record of a job', () => {
  test.each<[string, Clip, object]>([
    [
      'a take, with its job and whom it was made for',
      { ...take, by: 'mia' },
      { job: id, by: 'mia', name: 'Sea' },
    ],
    ['a take of an older draft, with its job', take, { job: id, name: 'Sea' }],
    [
      'our own file, with its job and the member who had it made',
      { ...upload, by: 'mia', job: id },
      { job: id, by: 'mia', name: 'band.mp3' },
    ],
    ["another member's file, with that member", { ...upload, by: 'mia' }, { by: 'mia', name: 'band.mp3' }],
  ])('names %s', (_, clip, source) => {
    expect(made(clip)).toEqual([source])
  })

  test.each<[string, Clip]>([
    ['a file that came with the request', upload],
    ['a web address', { kind: 'link', url: 'https://example.com/a.mp3' }],
  ])('says nothing of %s', (_, clip) => {
    expect(lineageNotes(given(clip))).toEqual({})
  })

  test('of several clips names all files, in the order of the fields', () => {
    const notes = lineageNotes([...given(upload), ...given({ ...take, by: 'mia' })])
    expect(sourcesOf({ notes })).toEqual([{ name: 'band.mp3' }, { job: id, by: 'mia', name: 'Sea' }])
  })

  test('without that note has no sources', () => {
    expect(sourcesOf({ notes: {} })).toEqual([])
  })
})

describe('a result that is shown again', () => {
  const mark = { job: id, source: 'trainedAlgorithmicMedia' } as const
  const made = jobRecord({ id, target: target({ member: 'mia' }), outcome: outcomeOf([output(1)]) })
  const copy = jobRecord({
    id: `b08x${'a'.repeat(25)}`,
    target: target({ member: 'max' }),
    outcome: { ...outcomeOf([output(1)]), mark },
    notes: copyNotes(made),
  })

  test('comes from the job that made it, and stays its member’s', () => {
    expect(sourcesOf(copy)).toEqual([{ job: id, by: 'mia', name: 'Title 1' }])
    expect(authorOf(copy)).toBe('mia')
  })

  test('again once more keeps the first job', () => {
    expect(copyNotes(copy)).toEqual(copyNotes(made))
  })

  test('by a job without a title has the job’s name', () => {
    expect(sourcesOf({ notes: copyNotes({ ...made, outcome: undefined }) })).toMatchObject([
      { name: 'a'.repeat(8) },
    ])
  })

  test('by an older job, or of a task that nobody here had made, is its requester’s', () => {
    expect(authorOf({ ...copy, notes: {} })).toBe('max')
  })
})

test('what was made from another member’s clip is its requester’s', () => {
  const notes = lineageNotes(given({ ...take, by: 'mia' }))
  expect(
    authorOf(jobRecord({ target: target({ member: 'max' }), outcome: outcomeOf([output(1)]), notes })),
  ).toBe('max')
})
