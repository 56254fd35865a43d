import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type CommandLink,
  commandLinkText,
  jobOfButtons,
  readCommandId,
  readCommandLink,
  writeCommandId,
} from '../../../src/core/message/command-link.ts'

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
])('%s is not our request', (_, value) => expect(readCommandLink(value)).toBeUndefined())

const lengthMax = 100

test.each<[CommandLink, string]>([
  [{ command: 'jobs', action: 'cancel', values: { job: 'b00x3f2a' } }, 'do:jobs:cancel:job=b00x3f2a'],
  [{ command: 'help', action: undefined, values: {} }, 'do:help:'],
  [{ command: 'a:b', action: '%3D', values: { 'x=': ':', y: '' } }, 'do:a%3Ab:%253D:x%3D=%3A:y='],
])('the request %j is written %s, and read back', (asked, id) => {
  expect(writeCommandId(asked, lengthMax)).toBe(id)
  expect(readCommandId(id)).toEqual(asked)
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
      const id = writeCommandId(request, lengthMax)
      if (id !== undefined) expect(readCommandId(id)).toEqual(request)
    }),
  )
})

test('whatever is read was written so', () => {
  const id = fc.array(fc.oneof(part, fc.constantFrom(':', '=', 'do:')), { maxLength: 8 })
  fc.assert(
    fc.property(id, (pieces) => {
      const read = readCommandId(`do:${pieces.join('')}`)
      if (read !== undefined) expect(writeCommandId(read, lengthMax)).toBe(`do:${pieces.join('')}`)
    }),
  )
})

test('a command whose id would be too long has none', () => {
  const link = { command: 'jobs', action: 'show', values: { job: 'x'.repeat(90) } }
  expect(writeCommandId(link, lengthMax)).toBeUndefined()
})

const job = `b00x${'a'.repeat(25)}`
const other = `b00x${'b'.repeat(25)}`
const link = (values: CommandLink['values']): CommandLink => ({ command: 'jobs', action: 'again', values })

test.each<[string, readonly CommandLink[], string | undefined]>([
  ['a job', [link({ job })], job],
  ['one of its takes', [link({ clip: `${job}.2` }), link({ job, take: '1' })], job],
  ['several jobs', [link({ job }), link({ job: other })], undefined],
  ['none', [link({ topic: 'song' })], undefined],
])('buttons that name %s belong to that job’s message alone', (_, links, expected) => {
  expect(jobOfButtons(links)).toBe(expected)
})
