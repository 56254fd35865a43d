import { describe, expect, test } from 'vitest'
import { privately, problemsAnswer } from '../../../src/core/command/answer.ts'
import {
  type Action,
  actionNamed,
  actionsOf,
  defineAction,
  fieldsOf,
  type Utility,
} from '../../../src/core/command/command.ts'
import { text } from '../../../src/core/fields/field-builders.ts'
import { plainMessage } from '../../../src/core/message/message.ts'
import { invocation } from '../../support/commands/invocation.ts'

const echo = defineAction({
  name: 'echo',
  summary: 'Say it again',
  fields: { words: text({ label: 'Words', help: 'Which', lengthMax: 5 }) },
  run: (input, { target }) => Promise.resolve(privately(plainMessage(`${target.member}: ${input.words}`))),
})

describe('an action', () => {
  test('gets its parsed values and who asked', async () => {
    expect(await echo.run(invocation({ values: { words: 'hello' } }), undefined)).toEqual({
      kind: 'message',
      seenBy: 'member',
      message: { text: 'member-1: hello', tone: 'info', blocks: [] },
    })
  })

  test('is not run with values that do not pass', async () => {
    expect(await echo.run(invocation({ values: { words: 'too long' } }), undefined)).toEqual(
      problemsAnswer(
        [{ field: 'words', text: 'Words is 8 characters long (max 5). Shorten it.' }],
        'Nothing was changed.',
      ),
    )
  })
})

describe('the actions of a utility', () => {
  const common = { kind: 'utility', name: 'a', summary: 'A', topic: 'choices', audience: 'everyone' } as const
  const one: Utility = { ...common, actions: echo }
  const hum = { ...echo, name: 'hum', fields: {} }
  const several: Utility = { ...common, actions: [echo, hum] }

  test('are a list, also where there is one', () => {
    expect([actionsOf(one), actionsOf(several)]).toEqual([[echo], [echo, hum]])
  })

  test.each<[utility: Utility, name: string | undefined, action: Action | undefined]>([
    [one, undefined, echo],
    [one, 'whatever', echo],
    [several, 'hum', hum],
    [several, 'Hum', undefined],
    [several, 'constructor', undefined],
    [several, undefined, echo],
  ])('are named where there are several (%#)', (utility, name, action) => {
    expect(actionNamed(utility, name)).toBe(action)
    expect(fieldsOf(utility, name)).toEqual(action?.fields ?? {})
  })
})
