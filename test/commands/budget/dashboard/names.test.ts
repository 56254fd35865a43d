import { expect, test } from 'vitest'
import { drawable, fittingName } from '../../../../src/commands/budget/dashboard/names.ts'

test.each([
  ['Ada Lovelace', 'Ada Lovelace'],
  ['✨Zoë✨', 'Zoë'],
  ['Zoe\u0308', 'Zoë'],
  ['Иван 3', 'Иван 3'],
  ['Σοφία', 'Σοφία'],
  ['a\u202Eb\u0000 <b>&"', 'ab <b>&"'],
])('the name %j is drawn as %j', (name, shown) => {
  expect(drawable(name)).toBe(shown)
})

test.each(['', '  ', '🎵', 'מקס', 'علي', '山田', 'Ada 山田', '\u0000', '-'])(
  'the name %j is not drawn, because our font lacks letters of it',
  (name) => {
    expect(drawable(name)).toBeUndefined()
  },
)

test('a long name is cut, and whole characters stay', () => {
  expect(fittingName('Ada', 100)).toBe('Ada')
  expect(fittingName('Grace Brewster Murray Hopper', 100)).toMatch(/^Grace \w+…$/)
  expect(fittingName('W'.repeat(200), 100)).toMatch(/^W{5,10}…$/)
  expect(fittingName('𝔸𝔸𝔸𝔸', 10)).toBe('𝔸…')
})
