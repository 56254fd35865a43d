import { describe, expect, test } from 'vitest'
import { formButtonOf, formOffer, problemsAnswer, remedyText } from '../../../src/core/command/answer.ts'
import { plainMessage } from '../../../src/core/message/message.ts'

test('the button is Edit below a problem, and Fill in below a plain message', () => {
  const retry = {
    command: 'music',
    action: undefined,
    draft: 'd1',
    title: '/music',
    fields: {},
    values: {},
    missing: [],
    clips: [],
  }
  const wrong = problemsAnswer([{ field: 'words', text: 'Words is empty.' }], 'Nothing was changed.')
  expect(formButtonOf({ ...wrong, retry })?.label).toBe('Edit')
  const read = formOffer(plainMessage('Nothing is set.'))
  expect(formButtonOf({ ...read, retry })).toEqual({ form: retry, label: 'Fill in' })
  expect(formButtonOf(read)).toBeUndefined()
})

test.each([
  ['One take', '0.10 credits', 'One take (0.10 credits)'],
  ['x'.repeat(65), '0.10 credits', `${'x'.repeat(65)} (0.10 credits)`],
  ['x'.repeat(66), '0.10 credits', `${'x'.repeat(64)}… (0.10 credits)`],
  ['x'.repeat(120), undefined, `${'x'.repeat(79)}…`],
])('the price of a remedy is on its button after any label: %s', (label, price, text) => {
  const remedy = { command: 'music', draft: 'd1', label, price, isSame: false }
  expect(remedyText(remedy, 80)).toBe(text)
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
