import { describe, expect, test } from 'vitest'
import {
  type Action,
  actionNamed,
  actionsOf,
  defineAction,
  fieldsOf,
  formButtonOf,
  formOffer,
  privately,
  problemsAnswer,
  type Utility,
} from '../../../src/core/command/command.ts'
import { text } from '../../../src/core/command/field.ts'
import { AppError, unreachable } from '../../../src/core/errors.ts'
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
    expect(await echo.run(invocation({ values: { words: 'hello' } }))).toEqual({
      kind: 'message',
      seenBy: 'member',
      message: { text: 'member-1: hello', tone: 'info', blocks: [] },
    })
  })

  test('is not run with values that do not pass', async () => {
    expect(await echo.run(invocation({ values: { words: 'too long' } }))).toEqual(
      problemsAnswer(
        [{ field: 'words', text: 'Words is 8 characters long; the most is 5. Shorten it.' }],
        'Nothing was changed.',
      ),
    )
  })
})

test('the button below what is wrong is to try again, and below what there is to read, to fill in', () => {
  const retry = {
    ...{ command: 'echo', action: undefined, draft: 'd1', title: '/echo', fields: echo.fields, values: {} },
    ...{ missing: [], clips: [] },
  }
  const wrong = problemsAnswer([{ field: 'words', text: 'Words is empty.' }], 'Nothing was changed.')
  expect(formButtonOf({ ...wrong, retry })?.label).toBe('Try again')
  const read = formOffer(plainMessage('Nothing is set.'))
  expect(formButtonOf({ ...read, retry })).toEqual({ form: retry, label: 'Fill in' })
  expect(formButtonOf(read)).toBeUndefined()
})

describe('an answer to a request with problems', () => {
  test.each([
    ['one sentence for one', [{ field: 'a', text: 'A is empty.' }], 'A is empty.\nNothing was charged.'],
    [
      'a list for several',
      [
        { field: 'a', text: 'A is empty.' },
        { field: 'b', text: 'B is missing.' },
      ],
      '- A is empty.\n- B is missing.\nNothing was charged.',
    ],
  ])('has %s, and can be mended only where a form was sent', (_, problems, expected) => {
    expect(problemsAnswer(problems, 'Nothing was charged.')).toEqual({
      kind: 'problems',
      problems,
      message: plainMessage(expected, 'failed'),
      retry: undefined,
    })
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
    [several, undefined, undefined],
  ])('are named where there are several (%#)', (utility, name, action) => {
    expect(actionNamed(utility, name)).toBe(action)
    expect(fieldsOf(utility, name)).toEqual(action?.fields ?? {})
  })
})

describe('an error', () => {
  test('keeps code, cause and what a member is told', () => {
    const cause = new Error('below')
    const error = new AppError('store_unavailable', 'Redis: below', {
      cause,
      retryable: true,
      retryAfterMs: 5,
    })
    expect(error).toMatchObject({ code: 'store_unavailable', cause, retryable: true, retryAfterMs: 5 })
    expect(error.message).toBe('Redis: below')
  })

  test('is not worth another try, and speaks plainly, unless it says otherwise', () => {
    const error = new AppError('file_refused', 'internal words')
    expect(error).toMatchObject({ retryable: false, retryAfterMs: undefined })
    expect(error.memberText).not.toContain('internal words')
  })
})

test('a switch that meets what it cannot know says so', () => {
  expect(() => unreachable('surprise' as never)).toThrow('unreachable: "surprise"')
})
