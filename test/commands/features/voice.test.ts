import { describe, expect, test } from 'vitest'
import { voice } from '../../../src/commands/features/voice.ts'
import { asking, storm, stormLink } from '../../support/commands/asking-feature.ts'
import { outcomeOf, output } from '../../support/service/outcome.ts'

const { prepared, bodyOf, problemsOf } = asking(voice, { clip: storm, voice: 'voice-7' })

// Names as the service documents the body of POST /v1/VoiceChanger.
describe('a request for another voice', () => {
  test('of a file brings the file along, as a form', () => {
    expect(prepared().request).toEqual({
      path: '/v1/VoiceChanger',
      encoding: 'form',
      body: { voice_id: 'voice-7' },
      files: { audio_file: storm },
    })
  })

  test('of an address names it instead', () => {
    expect(prepared({ clip: stormLink }).request).toMatchObject({
      body: { voice_id: 'voice-7', audio_url: stormLink },
      files: {},
    })
  })

  const sent: readonly [option: string, value: unknown, name: string, wire: unknown][] = [
    ['pitch', '-12', 'pitch', -12],
    ['pitch', 0, 'pitch', 0],
    ['clean', true, 'remove_background', 1],
    ['clean', false, 'remove_background', 0],
  ]
  test.each(sent)('sends %s (%j) as %s %j', (option, value, name, wire) => {
    expect(bodyOf({ [option]: value })).toEqual({ voice_id: 'voice-7', [name]: wire })
  })

  test('has a case above for every option that there is', () => {
    const options = new Set(sent.map(([option]) => option))
    expect(Object.keys(voice.fields)).toEqual([
      'clip',
      'voice',
      ...options,
      'permission',
      'seen_by',
      'spoiler',
    ])
  })

  test('costs by the minutes of the clip', () => {
    expect(prepared().priced).toEqual({ price: 'voiceChanger', clip: storm })
  })

  test.each([
    [{ voice: undefined }, 'voice: Voice is missing. Voice to use: start typing its name.'],
    [{ pitch: 13 }, 'pitch: Pitch must be a whole number from -12 to 12.'],
    [{ pitch: '1.5' }, 'pitch: Pitch must be a whole number from -12 to 12.'],
  ])('with %j is refused', (values, problem) => {
    expect(problemsOf(values)).toEqual([problem])
  })
})

test('the answer has one file, called after the clip, and what was requested', () => {
  const { view, isComplete } = prepared({ pitch: 3, clean: true })
  const done = outcomeOf([output(1, { title: 'Abel Rook' })])
  expect(isComplete(done)).toBe(true)
  expect(isComplete(outcomeOf([output(1, { audioUrl: undefined })]))).toBe(false)
  expect(view(done)).toMatchObject({
    text: 'Your clip in a new voice is ready.',
    blocks: [
      {
        facts: [
          { label: 'Clip', value: 'storm.ogg' },
          { label: 'Voice', value: 'voice-7' },
          { label: 'Pitch', value: '3' },
          { label: '', value: 'Clean' },
        ],
      },
      { kind: 'audio', file: { name: 'storm in another voice.mp3' } },
    ],
  })
})
