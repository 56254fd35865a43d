import { expect, test } from 'vitest'
import { styles } from '../../../src/core/command/styles.ts'

test('every style is there once, in the order of the alphabet, and short enough for a suggestion of Discord', () => {
  const names = styles.map(({ label }) => label)
  expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length)
  expect(names).toEqual(
    names.toSorted((one, other) => one.localeCompare(other, 'en', { sensitivity: 'base' })),
  )
  for (const { value, label } of styles) {
    expect(value).toBe(label)
    expect(label).toMatch(/^\S.{0,99}$/)
  }
})
