import { describe, expect, test } from 'vitest'
import {
  offeredStarters,
  type Starters,
  starterName,
  withStarter,
} from '../../../src/core/command/starters.ts'

const starters: Starters = {
  field: 'prompt',
  presets: [
    { id: 'shanty', label: 'Sea shanty', values: { style: 'sea shanty' }, ideas: ['a ship', 'a whale'] },
    { id: 'jazz', label: 'Jazz', values: { style: 'jazz' }, ideas: ['a bar'] },
  ],
}

describe('a form is offered', () => {
  test.each([
    [0, ['surprise.shanty.0', 'shanty.0', 'jazz.0']],
    [0.5, ['surprise.jazz.0', 'shanty.1', 'jazz.0']],
    [1, ['surprise.jazz.0', 'shanty.1', 'jazz.0']],
  ])('a surprise, then each preset with an idea, drawn by %d', (number, values) => {
    const offered = offeredStarters(starters, () => number)
    expect(offered.map(({ value }) => value)).toEqual(values)
    expect(offered.map(({ label }) => label)).toEqual(['Surprise me', 'Sea shanty', 'Jazz'])
  })

  test('the idea of each preset in words, and that of a surprise not', () => {
    const helps = offeredStarters(starters, () => 0).map(({ help }) => help)
    expect(helps).toEqual(['A random style and prompt', 'a ship', 'a bar'])
  })
})

describe('what was picked', () => {
  const filled = (picked: unknown, given: object = {}, before: object = {}) =>
    withStarter(starters, { [starterName]: picked, ...given }, { ...before })

  test('fills in the prompt and the style', () => {
    expect(filled('shanty.1')).toEqual({ prompt: 'a whale', style: 'sea shanty' })
    expect(filled('surprise.jazz.0', { prompt: undefined })).toEqual({ prompt: 'a bar', style: 'jazz' })
  })

  test('leaves alone what the member wrote, here or before', () => {
    expect(filled('jazz.0', { prompt: 'my cat' })).toEqual({ prompt: 'my cat', style: 'jazz' })
    expect(filled('jazz.0', {}, { style: 'polka' })).toEqual({ prompt: 'a bar' })
  })

  test.each(['', 'jazz', 'jazz.9', 'polka.0', '.0', 'jazz.x', 7])(
    'fills in nothing if nobody offered it: %j',
    (picked) => {
      expect(filled(picked, { title: 'x' })).toEqual({ title: 'x' })
    },
  )

  test('is dropped where a command has no presets', () => {
    expect(withStarter(undefined, { [starterName]: 'jazz.0', title: 'x' }, {})).toEqual({ title: 'x' })
  })
})
