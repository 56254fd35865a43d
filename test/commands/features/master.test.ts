import { describe, expect, test } from 'vitest'
import { master } from '../../../src/commands/features/master.ts'
import { asking, storm, stormLink, stormResult } from '../../support/commands/asking-feature.ts'
import { outcomeOf, output } from '../../support/service/outcome.ts'

const { prepared, problemsOf } = asking(master, { clip: storm, reference: stormResult })

// Names as the service documents the body of POST /v1/audio_mastering.
describe('a request for a master', () => {
  test('says what is mastered, and after what', () => {
    expect(prepared().request).toEqual({
      path: '/v1/audio_mastering',
      encoding: 'form',
      files: { audio_file: storm, reference_audio_file: stormResult },
      body: {},
    })
  })

  test('never mixes a file and an address, and may ask for another kind of file', () => {
    expect(prepared({ clip: stormResult, reference: storm }).request).toMatchObject({
      body: {},
      files: { audio_file: stormResult, reference_audio_file: storm },
    })
    const other = { ...storm, url: 'https://cdn.discordapp.com/other.ogg', name: 'other.ogg' }
    expect(prepared({ reference: other }).request).toMatchObject({
      body: {},
      files: { audio_file: storm, reference_audio_file: other },
    })
    expect(prepared({ clip: stormLink, format: 'wav' }).request).toMatchObject({
      files: {},
      body: { audio_url: stormLink, reference_audio_url: stormResult.url, output_extension: 'wav' },
    })
  })

  test('has no other options, and works on both clips', () => {
    expect(Object.keys(master.fields)).toEqual([
      'clip',
      'reference',
      'format',
      'permission',
      'seen_by',
      'spoiler',
    ])
    expect(prepared().clips).toMatchObject([{ label: 'Clip' }, { label: 'Reference' }])
  })

  test('costs by the minutes of the clip alone', () => {
    expect(prepared().priced).toEqual({ price: 'mastering', clip: storm })
  })

  test.each([
    [
      { reference: storm },
      'reference: Reference is the clip itself, so nothing would change. Choose another.',
    ],
    [
      { reference: undefined },
      'reference: Reference is missing. Finished track to match, as a file or link. Pick a clip from the channel, or upload your own file.',
    ],
  ])('with %j is refused', (values, problem) => {
    expect(problemsOf(values)).toEqual([problem])
  })
})

test('the answer has one file, called after the clip, and names both', () => {
  expect(prepared().view(outcomeOf([output(1, { title: undefined })]))).toMatchObject({
    text: 'Your master is ready.',
    blocks: [
      {
        facts: [
          { label: 'Clip', value: 'storm.ogg' },
          { label: 'Reference', value: 'Storm take 1.mp3' },
        ],
      },
      { kind: 'audio', file: { name: 'storm mastered.mp3' } },
    ],
  })
})
