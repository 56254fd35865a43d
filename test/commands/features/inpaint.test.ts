import { describe, expect, test } from 'vitest'
import { inpaint } from '../../../src/commands/features/inpaint.ts'
import { asking, storm, stormLink, stormResult } from '../../support/commands/asking-feature.ts'
import { outcomeOf, output } from '../../support/service/outcome.ts'

const prompt = 'a saxophone solo'
const range = { start: '10', end: '20.5' }
const { prepared, bodyOf, problemsOf } = asking(inpaint, { clip: storm, prompt, ...range })
const least = { prompt, replace_start_at: 10, replace_end_at: 20.5 }

// Names and units as the service documents the body of POST /v1/inpaint.
describe('a request for a remade part', () => {
  test('says both ends in seconds, and brings the file along', () => {
    expect(prepared().request).toEqual({
      path: '/v1/inpaint',
      encoding: 'form',
      body: least,
      files: { audio_file: storm },
    })
  })

  test('of an address names it instead', () => {
    expect(bodyOf({ clip: stormLink })).toEqual({ ...least, audio_url: stormLink })
  })

  const sent: readonly [option: string, value: string | boolean | number, name: string][] = [
    ['section', 'heave ho', 'lyrics_section_to_replace'],
    ['lyrics', 'la la', 'lyrics'],
    ['gender', 'neutral', 'gender'],
    ['takes', 1, 'num_outputs'],
    ['title', 'Segfault Shore', 'title'],
    ['cover', true, 'generate_album_cover'],
    ['timestamps', false, 'lyrics_timestamps'],
  ]
  test.each(sent)('sends %s (%j) as %s', (option, value, name) => {
    expect(bodyOf({ [option]: value })).toEqual({ ...least, [name]: value })
  })

  test('has a case above for every option that there is', () => {
    const options = [
      'clip',
      'prompt',
      'start',
      'end',
      ...sent.map(([option]) => option),
      'permission',
      'seen_by',
      'spoiler',
    ]
    expect(Object.keys(inpaint.fields)).toEqual(options)
  })

  // The service makes two unless it is told otherwise.
  test.each([
    [undefined, 2],
    [1, 1],
    [2, 2],
  ])('for %j takes costs and waits for %d', (takes, units) => {
    const { priced, isComplete } = prepared({ takes })
    expect(priced).toEqual({ price: 'inpaint', units })
    expect(isComplete(outcomeOf([output(1)]))).toBe(units === 1)
    expect(isComplete(outcomeOf([output(1), output(2)]))).toBe(true)
  })

  test.each([
    [{ end: '0:09' }, 'end: End (0:09) must come after Start (0:10). Change one of them.'],
    [
      { clip: stormResult, end: '2:00' },
      'end: End (2:00) is past the end of the clip, which is 1:30.4 long.',
    ],
    [{ takes: 3 }, 'takes: Takes must be 1 or 2.'],
    [{ section: 'a'.repeat(3_001) }, 'section: Section is 3,001 characters long (max 3,000). Shorten it.'],
    [{ prompt: undefined }, 'prompt: Prompt is missing. What to put there, such as "a saxophone solo".'],
  ])('with %j is refused', (values, problem) => {
    expect(problemsOf(values)).toEqual([problem])
  })
})

test('the answer has the takes that were requested, called after the clip', () => {
  const outcome = outcomeOf([output(1, { title: undefined })], { coverUrl: 'https://cdn.example/c.png' })
  expect(prepared({ takes: 1 }).view(outcome)).toMatchObject({
    text: 'Your redone clip is ready.',
    blocks: [
      {
        facts: [
          { label: 'Clip', value: 'storm.ogg' },
          { label: '', value: `“${prompt}”` },
          { label: 'Start', value: '0:10' },
          { label: 'End', value: '0:20.5' },
        ],
      },
      { kind: 'audio', file: { name: 'storm redone.mp3' } },
      { kind: 'cover', description: `Album cover for: storm.ogg, ${prompt}` },
    ],
  })
})
