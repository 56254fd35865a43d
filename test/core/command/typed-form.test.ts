import { describe, expect, test } from 'vitest'
import { clip } from '../../../src/core/clip/clip-field.ts'
import type { Form } from '../../../src/core/command/answer.ts'
import { formLink, sentFormText, typedFormMessage } from '../../../src/core/command/typed-form.ts'
import { optional, text, toggle } from '../../../src/core/fields/field-builders.ts'
import { plainMessage } from '../../../src/core/message/message.ts'
import { allCommands } from '../../support/commands/commands.ts'
import { named } from '../../support/commands/typed-fields.ts'

const fields = {
  clip: clip(named('Clip')),
  prompt: text({ ...named('Prompt'), lengthMax: 100 }),
  style: optional(text({ ...named('Style'), lengthMax: 100 })),
  cover: optional(toggle(named('Cover'))),
}

const form: Form = {
  command: 'remix',
  action: undefined,
  draft: 'draft-1',
  title: 'Remix',
  fields,
  values: {},
  missing: ['clip', 'prompt'],
  clips: [],
}

const message = plainMessage('Press the button.')

describe('a form in words', () => {
  test('says what is missing, how to type it, and what can be added', () => {
    expect(typedFormMessage({ kind: 'form', form, message }).text).toBe(
      [
        'Remix still needs: Clip and Prompt.',
        'Reply with: https://… <prompt>',
        'You can add: [style:…] [cover:yes|no]',
        'Nothing has been changed yet.',
      ].join('\n'),
    )
  })

  test('says what else there was to read, and what it costs', () => {
    const price = { whole: '0.10 credits per take', short: '0.10 credits per take', isLearned: false }
    const { text: said } = typedFormMessage({
      kind: 'form',
      form: { ...form, price },
      message,
      notice: 'notes.txt is left out.',
    })
    expect(said).toMatch(/^notes\.txt is left out\.\n/)
    expect(said).toMatch(/\nIt costs up to 0\.10 credits per take\. Nothing has been charged yet\.$/)
  })

  test('shows what is filled in, a clip by its name', () => {
    const values = { clip: 'clip:0', prompt: 'sea', cover: true }
    const clips = [{ value: 'clip:0', label: 'band.wav (2:10)' }]
    const said = typedFormMessage({ kind: 'form', form: { ...form, values, clips, missing: [] }, message })
    expect(said.text).toMatch(/^Remix is ready to send\. Reply with any changes\.\nYou can add: \[style/)
    expect(said.blocks).toEqual([
      {
        kind: 'facts',
        facts: [
          { label: 'Clip', value: 'band.wav (2:10)' },
          { label: 'Prompt', value: 'sea' },
          { label: 'Cover', value: 'Yes' },
        ],
      },
    ])
  })

  test('says how to type what was wrong, below what is wrong with it', () => {
    const problems = [{ field: 'style', text: 'Style is too long.' }]
    const wrong = plainMessage('Style is too long.', 'failed')
    const said = typedFormMessage({ kind: 'problems', problems, message: wrong, retry: form })
    expect(said.text).toMatch(/^Style is too long\.\nReply with: \[style:…\]\nYou can add: /)
    expect(said.tone).toBe('failed')
  })

  test('is none for an answer without a form', () => {
    const answer = { kind: 'message', message, seenBy: 'all' } as const
    expect(typedFormMessage(answer)).toBe(message)
    expect(formLink(answer)).toBeUndefined()
  })
})

test.each([
  ['music', undefined, 'slow jazz style:bossa', { prompt: 'slow jazz', style: 'bossa' }],
  ['music', undefined, 'help', { prompt: 'help' }],
  ['budget', 'limit', '5', { credits: '5' }],
  ['remix', undefined, '', {}],
])('a reply to the form of /%s %s is that form, sent: %j', (command, action, reply, values) => {
  const asked = formLink({ kind: 'form', form: { ...form, command, action }, message })
  expect(asked && sentFormText(allCommands, asked, reply)).toMatchObject({
    command,
    action,
    values,
    form: { draft: 'draft-1', sent: true },
  })
})
