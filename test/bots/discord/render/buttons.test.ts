import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readPressId, writePressId } from '../../../../src/bots/discord/render/buttons.ts'
import type { CommandLink } from '../../../../src/core/message/command-link.ts'

test.each<[CommandLink, string]>([
  [{ command: 'jobs', action: 'cancel', values: { job: 'b00x3f2a' } }, 'do:jobs:cancel:job=b00x3f2a'],
  [{ command: 'help', action: undefined, values: {} }, 'do:help:'],
  [{ command: 'a:b', action: '%3D', values: { 'x=': ':', y: '' } }, 'do:a%3Ab:%253D:x%3D=%3A:y='],
])('the request %j is written %s, and read back', (asked, id) => {
  expect(writePressId(asked)).toBe(id)
  expect(readPressId(id)).toEqual(asked)
})

const part = fc.oneof(
  fc.string({ minLength: 1, maxLength: 8 }),
  fc.constantFrom('%', ':', '=', '%3A', '%253D'),
)

test('whatever is in its parts, what was written is read back', () => {
  const values = fc.dictionary(part, fc.oneof(part, fc.constant('')), { maxKeys: 2, noNullPrototype: true })
  const asked = fc.record({ command: part, action: fc.option(part, { nil: undefined }), values })
  fc.assert(
    fc.property(asked, (request) => {
      const id = writePressId(request)
      if (id !== undefined) expect(readPressId(id)).toEqual(request)
    }),
  )
})

test('whatever is read was written so', () => {
  const id = fc.array(fc.oneof(part, fc.constantFrom(':', '=', 'do:')), { maxLength: 8 })
  fc.assert(
    fc.property(id, (pieces) => {
      const read = readPressId(`do:${pieces.join('')}`)
      if (read !== undefined) expect(writePressId(read)).toBe(`do:${pieces.join('')}`)
    }),
  )
})

test('a request that does not fit on a button is not written', () => {
  expect(writePressId({ command: 'jobs', action: 'show', values: { job: 'x'.repeat(90) } })).toBeUndefined()
})
