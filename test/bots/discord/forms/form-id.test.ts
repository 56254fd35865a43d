import fc from 'fast-check'
import { expect, test } from 'vitest'
import { limits } from '../../../../sandbox/discord/limits.ts'
import {
  readFormId,
  readSendId,
  writeFormId,
  writeSendId,
} from '../../../../src/bots/discord/forms/form-id.ts'
import { actionsOf } from '../../../../src/core/command/command.ts'
import { allCommands } from '../../../support/commands/commands.ts'

test.each([
  [{ command: 'remix', action: undefined, draft: '3f2a', page: 0 }, 'form:remix::3f2a'],
  [{ command: 'remix', action: undefined, draft: '3f2a', page: 2 }, 'form:remix::3f2a:2'],
  [{ command: 'budget', action: 'limit', draft: '3f2a', page: 0 }, 'form:budget:limit:3f2a'],
  [{ command: 'a:b', action: '%3A', draft: ':', page: 0 }, 'form:a%3Ab:%253A:%3A'],
])('the form of %j is written %s, and read back', (form, id) => {
  expect(writeFormId(form)).toBe(id)
  expect(readFormId(id)).toEqual(form)
})

test('a button that sends a form off is no button that opens it', () => {
  const form = { command: 'remix', action: undefined, draft: '3f2a' }
  const id = writeSendId(form)
  expect(id).toBe('send:remix::3f2a')
  expect(readSendId(id)).toEqual({ ...form, page: 0 })
  expect(readFormId(id)).toBeUndefined()
  expect(readSendId('form:remix::3f2a')).toBeUndefined()
})

test('whatever is in its parts, what was written is read back', () => {
  const part = fc.string({ minLength: 1, maxLength: 20 }).filter((text) => !/[%:]/.test(text))
  const tricky = fc.constantFrom('%', ':', '%3A', '%25', '%253A', '::')
  const any = fc.oneof(part, tricky)
  fc.assert(
    fc.property(any, fc.option(any, { nil: undefined }), any, fc.nat(99), (command, action, draft, page) => {
      const form = { command, action, draft, page }
      expect(readFormId(writeFormId(form))).toEqual(form)
    }),
  )
})

test.each([
  '',
  'form',
  'form:remix',
  'form:remix:',
  'form:remix::',
  'form:::3f2a',
  'form:a:b:c:d',
  'form:a:b:c:-1',
  'form:a:b:c:1:2',
  'jump:a:b:c',
])('the id %j is not one of ours', (id) => expect(readFormId(id)).toBeUndefined())

// A draft's id has at most 40 characters: src/core/command/draft.ts
test.each<[string, string | undefined]>(
  allCommands.flatMap((command): [string, string | undefined][] =>
    command.kind === 'feature'
      ? [[command.name, undefined]]
      : actionsOf(command).map(({ name }) => [command.name, name]),
  ),
)('the form of /%s %s fits with the longest draft', (command, action) => {
  const id = writeFormId({ command, action, draft: 'd'.repeat(40), page: 99 })
  expect(id.length).toBeLessThanOrEqual(limits.customId)
})

test('what does not fit is a bug on our side', () => {
  const form = { command: 'c'.repeat(32), action: 'a'.repeat(32), draft: 'd'.repeat(40), page: 0 }
  expect(() => writeFormId(form)).toThrow('too long for Discord')
})
