import { describe, expect, test } from 'vitest'
import { privately } from '../../../src/core/command/answer.ts'
import { type Command, defineAction } from '../../../src/core/command/command.ts'
import { readCommandText } from '../../../src/core/command/command-text.ts'
import { choice, member, optional, secret } from '../../../src/core/fields/field-builders.ts'
import { plainMessage } from '../../../src/core/message/message.ts'
import { named, words } from '../../support/commands/typed-fields.ts'

describe('words for a command that needs a secret', () => {
  const modes = choice({
    ...named('Mode'),
    choices: [
      { value: 'set', label: 'Set it' },
      { value: 'drop', label: 'Drop it' },
    ],
  })
  const safe: Command = {
    kind: 'utility',
    name: 'x',
    summary: 'X',
    topic: 'choices',
    audience: 'admins',
    actions: defineAction({
      name: 'x',
      summary: 'X',
      run: () => Promise.resolve(privately(plainMessage(''))),
      fields: {
        key: optional(secret(named('Key'))),
        mode: optional(modes),
        member: optional(member(named('Member'))),
        reason: optional(words('Reason')),
      },
    }),
  }

  test.each<[typed: string, values: Record<string, unknown>]>([
    ['abc-123', { key: 'abc-123' }],
    ['key:abc-123 reason:ours', { key: 'abc-123', reason: 'ours' }],
    ['key: abc 123', { key: 'abc 123' }],
    ['reason:ours abc-123', { key: 'abc-123', reason: 'ours' }],
    ['set', { mode: 'set' }],
    ['Drop abc-123', { mode: 'drop', key: 'abc-123' }],
    ['abc set', { mode: 'set', key: 'abc' }],
    ['', {}],
  ])('%j end up in no other field', (typed, values) => {
    expect(readCommandText(safe, typed).values).toEqual(values)
  })
})
