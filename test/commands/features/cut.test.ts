import { describe, expect, test } from 'vitest'
import { cut } from '../../../src/commands/features/cut.ts'
import { asking, storm, stormLink, stormResult } from '../../support/commands/asking-feature.ts'
import { outcomeOf, output } from '../../support/service/outcome.ts'

const { prepared, bodyOf, problemsOf } = asking(cut, { clip: storm, start: '0:10', end: '1:23.5' })

// Names and units as the service documents the body of POST /v1/audio_cutter.
describe('a request for a cut', () => {
  test('says both ends in milliseconds, and brings the file along', () => {
    expect(prepared().request).toEqual({
      path: '/v1/audio_cutter',
      encoding: 'form',
      files: { audio_file: storm },
      body: { start_time: 10_000, end_time: 83_500 },
    })
  })

  test('of an address names it, and may ask for another kind of file', () => {
    expect(prepared({ clip: stormLink, format: 'flac' }).request).toMatchObject({
      body: { audio_url: stormLink, start_time: 10_000, end_time: 83_500, output_extension: 'flac' },
      files: {},
    })
  })

  test('has no other options', () => {
    expect(Object.keys(cut.fields)).toEqual([
      'clip',
      'start',
      'end',
      'format',
      'permission',
      'seen_by',
      'spoiler',
    ])
  })

  test('costs by the minutes of the clip', () => {
    expect(prepared().priced).toEqual({ price: 'cutter', clip: storm })
  })

  test('of a result ends within it, where its length was copied as it is shown', () => {
    for (const end of ['1:31', '1:30.4', '1:30.35'])
      expect(bodyOf({ clip: stormResult, end })).toMatchObject({ end_time: 90_300 })
    expect(bodyOf({ clip: stormResult, end: '1:30' })).toMatchObject({ end_time: 90_000 })
  })

  test.each([
    [{ start: '1:30' }, 'end: End (1:23.5) must come after Start (1:30). Change one of them.'],
    [{ start: '1:23.5' }, 'end: End (1:23.5) must come after Start (1:23.5). Change one of them.'],
    [
      { clip: stormResult, end: '1:31.001' },
      'end: End (1:31.001) is past the end of the clip, which is 1:30.4 long.',
    ],
    [
      { clip: stormResult, start: '1:30.4', end: '1:31' },
      'start: Start (1:30.4) must come before the end of the clip, which is 1:30.4 long.',
    ],
    [{ end: undefined }, 'end: End is missing. End of the part, such as 1:23.5.'],
    [{ start: '1:75' }, 'start: Start must be a time of up to 10 hours, such as 1:23.5, 83.5s or 1m05s.'],
    [{ format: 'opus' }, 'format: Format must be one of: mp3, wav, flac, ogg, aac, webm.'],
  ])('with %j is refused', (values, problem) => {
    expect(problemsOf(values)).toEqual([problem])
  })

  test.each([
    [
      'a missing clip and swapped times',
      { clip: undefined, start: '1:30' },
      ['clip: Clip is missing', 'end: End (1:23.5) must'],
    ],
    [
      'a wrong time and an end behind the clip',
      { clip: stormResult, start: 'soon', end: '9:00' },
      ['start: Start must be a time', 'end: End (9:00) is past the end of the clip'],
    ],
    [
      'a start behind the clip and no end',
      { clip: stormResult, start: '9:00', end: undefined },
      ['start: Start (9:00) must come before the end of the clip', 'end: End is missing'],
    ],
    [
      'swapped times, both behind the clip',
      { clip: stormResult, start: '9:00', end: '8:00' },
      ['start: Start (9:00) must come before the end of the clip', 'end: End (8:00) must come after'],
    ],
    [
      'all that is wrong',
      { clip: undefined, start: '1:30', format: 'opus' },
      ['clip: ', 'end: ', 'format: '],
    ],
  ])('with %s is told all at once, in the order of the fields', (_, values, problems) => {
    const told = problemsOf(values)
    expect(told).toHaveLength(problems.length)
    for (const [at, problem] of problems.entries()) expect(told[at]?.slice(0, problem.length)).toBe(problem)
  })
})

test.each([
  [storm, 'storm cut.wav'],
  [stormLink, 'storm cut.wav'],
  [stormResult, 'Storm take 1 cut.wav'],
  ['https://example.com', 'example cut.wav'],
])('the answer has one file, called after the clip (%#)', (clip, name) => {
  const outputs = [output(1, { title: undefined, audioUrl: 'https://cdn.example/c.wav' })]
  expect(prepared({ clip }).view(outcomeOf(outputs))).toMatchObject({
    text: 'Your trimmed clip is ready.',
    blocks: [
      {
        facts: [{ label: 'Clip' }, { label: 'Start', value: '0:10' }, { label: 'End', value: '1:23.5' }],
      },
      { kind: 'audio', file: { name } },
    ],
  })
})
