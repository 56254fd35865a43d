import { expect, test } from 'vitest'
import { privately } from '../../../src/core/command/answer.ts'
import { type Command, defineAction } from '../../../src/core/command/command.ts'
import { readCommandText } from '../../../src/core/command/command-text.ts'
import { plainMessage } from '../../../src/core/message/message.ts'
import { fields } from '../../support/commands/typed-fields.ts'

const command: Command = {
  kind: 'utility',
  name: 'x',
  summary: 'X',
  topic: 'choices',
  audience: 'everyone',
  actions: defineAction({
    name: 'x',
    summary: 'x',
    fields,
    run: () => Promise.resolve(privately(plainMessage(''))),
  }),
}

const valuesOf = (typed: string) => readCommandText(command, typed).values

test.each<[typed: string, values: Record<string, unknown>]>([
  ['style:jazz, voice:X', { style: 'jazz', voice: 'X' }],
  ['style:jazz; voice: X Y', { style: 'jazz', voice: 'X Y' }],
  ['style: bossa nova, voice: X, vocals_only:no', { style: 'bossa nova', voice: 'X', vocals_only: false }],
  ['a shanty, style:jazz', { prompt: 'a shanty', style: 'jazz' }],
  ['a shanty , style:jazz ; voice:X', { prompt: 'a shanty', style: 'jazz', voice: 'X' }],
  [', style:jazz,; voice:X', { style: 'jazz', voice: 'X' }],
  ['style:, voice: , vocals_only:no,', { style: '', voice: '', vocals_only: 'no,' }],
  [
    'style:"bossa nova", voice:“X Y”; vocals_only:no',
    { style: 'bossa nova', voice: 'X Y', vocals_only: false },
  ],
  [
    'a shanty,style:jazz,voice:X;vocals_only: no',
    { prompt: 'a shanty', style: 'jazz', voice: 'X', vocals_only: false },
  ],
  ['"a, b", style:jazz', { prompt: '"a, b"', style: 'jazz' }],
  ['a,\nstyle: b,\nc,\nvoice: d', { prompt: 'a', style: 'b,\nc', voice: 'd' }],
])('a comma right before the next name belongs to neither: %j', (typed, values) => {
  expect(valuesOf(typed)).toEqual(values)
})

test.each<[typed: string, values: Record<string, unknown>]>([
  ['one, two; three', { prompt: 'one, two; three' }],
  ['style:jazz, warm', { style: 'jazz,', prompt: 'warm' }],
  ['style: b\nc, voice: d', { style: 'b\nc, voice: d' }],
  ['style:"a, b," voice:X', { style: 'a, b,', voice: 'X' }],
  ['style:"a \'b\', voice:X"', { style: "a 'b', voice:X" }],
  ['style:"he said "no", then left"', { style: 'he said "no", then left' }],
  ['style:9:8,4:4,re:you', { style: '9:8,4:4,re:you' }],
  ['style:\nb,voice: c', { style: 'b,voice: c' }],
  ['a shanty, re: you', { prompt: 'a shanty, re: you' }],
])('any other comma stays: %j', (typed, values) => {
  expect(valuesOf(typed)).toEqual(values)
})
