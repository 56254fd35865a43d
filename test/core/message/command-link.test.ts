import { expect, test } from 'vitest'
import { type CommandLink, commandLinkText, readCommandLink } from '../../../src/core/message/command-link.ts'

const id = `b07x${'a'.repeat(25)}`

test.each<[CommandLink, string]>([
  [{ command: 'help', action: undefined, values: {} }, '/help'],
  [{ command: 'jobs', action: 'cancel', values: { job: '3f2a' } }, '/jobs cancel job:3f2a'],
  [{ command: 'jobs', action: 'cancel', values: { job: id } }, '/jobs cancel job:aaaaaaaa'],
  [{ command: 'remix', action: undefined, values: { clip: `${id}.2` } }, '/remix clip:aaaaaaaa.2'],
])('%j is read from its JSON, and typed as %s', (asked, typed) => {
  expect(readCommandLink(JSON.parse(JSON.stringify(asked)))).toEqual(asked)
  expect(commandLinkText(asked)).toBe(typed)
})

test.each([
  ['nothing', undefined],
  ['a text', 'jobs'],
  ['no command', { action: 'cancel', values: {} }],
  ['an empty command', { command: '', values: {} }],
  ['no values', { command: 'jobs' }],
  ['a value that is no text', { command: 'jobs', values: { job: 1 } }],
  ['more than was written', { command: 'jobs', values: {}, draft: 'x' }],
])('%s is no request of ours', (_, value) => expect(readCommandLink(value)).toBeUndefined())
