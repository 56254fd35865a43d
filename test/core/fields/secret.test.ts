import { inspect } from 'node:util'
import { describe, expect, test } from 'vitest'
import { secret } from '../../../src/core/fields/field-builders.ts'
import { readValues } from '../../../src/core/fields/read-values.ts'
import { createSecret, isSecret } from '../../../src/core/fields/secret.ts'

const text = 'sk-0123456789abcdef'
const fields = { key: secret({ label: 'API key', help: 'A key' }) }

const problemOf = (value: unknown): string | undefined => {
  const read = readValues(fields, { key: value })
  return read.ok ? undefined : read.problems[0]?.text
}

describe('a secret', () => {
  test('reveals its text only when asked', () => {
    const value = createSecret(text)
    expect(value.reveal()).toBe(text)
    for (const shown of [
      JSON.stringify({ value, list: [value] }),
      inspect(value, { depth: 9 }),
      String(value),
    ])
      expect(shown).not.toContain(text)
    expect(JSON.parse(JSON.stringify({ key: value, reason: 'new' }))).toEqual({ reason: 'new' })
  })

  test('is no longer a secret once it was stored', () => {
    expect(isSecret(createSecret(text))).toBe(true)
    for (const value of [text, undefined, null, { kind: 'secret' }, { kind: 'secret', reveal: text }])
      expect(isSecret(value)).toBe(false)
  })
})

describe('a field for a secret', () => {
  test('reads what came from a form, without the spaces around it', () => {
    const read = readValues(fields, { key: createSecret(` ${text}\n`) })
    expect(read.ok && read.input.key.reveal()).toBe(text)
  })

  test.each(['seven77', 'x'.repeat(201), 'two words here', 'schlüssel-mit-ü', 'line\nbreaks', '        '])(
    'refuses %j without quoting it',
    (given) => {
      const problem = problemOf(createSecret(given))
      expect(problem).toBe(
        'API key must be 8 to 200 letters, digits or symbols, without spaces. Copy it again.',
      )
    },
  )

  test.each([text, 12_345_678, true, { kind: 'secret', text }])('refuses %j, which was typed', (given) => {
    const problem = problemOf(given)
    expect(problem).toMatch(/^API key can only be entered in the form, so I didn't use what you typed\./)
    expect(problem).not.toContain(text)
  })

  test('is named if it is missing', () => {
    expect(problemOf(undefined)).toBe('API key is missing. A key.')
  })
})
