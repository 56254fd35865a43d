import { expect, test } from 'vitest'
import { privately } from '../../../src/core/command/answer.ts'
import { type Command, defineAction } from '../../../src/core/command/command.ts'
import { readCommandText } from '../../../src/core/command/command-text.ts'
import type { Fields } from '../../../src/core/fields/field.ts'
import { credits, integer, optional, text, time } from '../../../src/core/fields/field-builders.ts'
import { plainMessage } from '../../../src/core/message/message.ts'
import { fields, named, words } from '../../support/commands/typed-fields.ts'

const commandOf = (taken: Fields): Command => ({
  kind: 'utility',
  name: 'x',
  summary: 'X',
  topic: 'choices',
  audience: 'everyone',
  actions: defineAction({
    name: 'x',
    summary: 'x',
    fields: taken,
    run: () => Promise.resolve(privately(plainMessage(''))),
  }),
})

const amounts: Fields = {
  prompt: fields.prompt,
  style: fields.style,
  length: optional(time(named('Length'))),
  takes: optional(integer({ ...named('Takes'), min: 1, max: 2, units: ['take', 'takes'] })),
  pitch: optional(
    integer({ ...named('Pitch'), min: -12, max: 12, units: ['st', 'half step', 'half steps'] }),
  ),
  page: optional(integer({ ...named('Page'), min: 1, max: 9 })),
  credits: optional(credits(named('Credits'))),
}

const valuesOf = (typed: string, taken: Fields = fields) => readCommandText(commandOf(taken), typed).values

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

test.each<[typed: string, values: Record<string, unknown>]>([
  ['a song length:3 minutes', { prompt: 'a song', length: '3 minutes' }],
  ['length:1 minute 30 seconds a song', { prompt: 'a song', length: '1 minute 30 seconds' }],
  ['length:1 min 30 style:jazz', { length: '1 min 30', style: 'jazz' }],
  ['length:90 S', { length: '90 S' }],
  ['length:1 minute 500 ms slow', { prompt: 'slow', length: '1 minute 500 ms' }],
  ['length:1 minute and 30 seconds slow', { prompt: 'slow', length: '1 minute and 30 seconds' }],
  ['length:1 minute, 30 seconds, slow', { prompt: 'slow', length: '1 minute, 30 seconds' }],
  ['length:3 minutes,style:jazz', { length: '3 minutes', style: 'jazz' }],
  ['length:3 min. Slow', { prompt: 'Slow', length: '3 min' }],
  ['takes:1 take a waltz', { prompt: 'a waltz', takes: '1' }],
  ['takes: 2 Takes style:jazz', { takes: '2', style: 'jazz' }],
  ['a pitch:-2 st', { prompt: 'a', pitch: '-2' }],
  ['pitch:2 half steps up', { prompt: 'up', pitch: '2' }],
  ['pitch:2st', { pitch: '2' }],
  ['a credits:2.50 credits', { prompt: 'a', credits: '2.50' }],
])('an amount takes its unit along: %j', (typed, values) => {
  expect(valuesOf(typed, amounts)).toEqual(values)
})

test.each<[typed: string, values: Record<string, unknown>]>([
  ['length:3 slow minutes', { prompt: 'slow minutes', length: '3' }],
  ['length:3 minutes slow', { prompt: 'slow', length: '3 minutes' }],
  ['length:3 minutes. 20 violins', { prompt: '20 violins', length: '3 minutes' }],
  ['length:1 minute and 30 violins', { prompt: 'and 30 violins', length: '1 minute' }],
  ['length:3\nminutes of rain', { prompt: 'minutes of rain', length: '3' }],
  ['length:3 style:jazz minutes', { prompt: 'minutes', length: '3', style: 'jazz' }],
  ['length:3 , slow', { prompt: ', slow', length: '3' }],
  ['takes:2 semitones', { prompt: 'semitones', takes: '2' }],
  ['takes:3 takes', { prompt: 'takes', takes: '3' }],
  ['page:2 takes', { prompt: 'takes', page: '2' }],
  ['style:3 minutes', { prompt: 'minutes', style: '3' }],
])('and no word that its field cannot read: %j', (typed, values) => {
  expect(valuesOf(typed, amounts)).toEqual(values)
})

test('free words for an amount may have its unit', () => {
  expect(valuesOf('5 credits', { credits: credits(named('Credits')) })).toEqual({ credits: '5' })
  expect(valuesOf('5 credits a month', { credits: credits(named('Credits')) })).toEqual({
    credits: '5 credits a month',
  })
})

const song: Fields = {
  prompt: fields.prompt,
  lyrics: optional(words('Lyrics')),
  title: optional(text({ ...named('Title'), lengthMax: 80 })),
  voice: fields.voice,
  vocals_only: fields.vocals_only,
}

test.each<[typed: string, values: Record<string, unknown>]>([
  [
    'a march\nlyrics:\n[Verse]\nla\nTitle: x\n[Chorus]\nlo',
    { prompt: 'a march', lyrics: '[Verse]\nla\n[Chorus]\nlo', title: 'x' },
  ],
  ['a march\nlyrics: la\nla\ntitle: x\n\nlo', { prompt: 'a march', lyrics: 'la\nla\n\nlo', title: 'x' }],
  ['a\nlyrics:\nla\ntitle:"x"\nlo', { prompt: 'a', lyrics: 'la\nlo', title: 'x' }],
  ['a\nlyrics:\nla\ntitle:x\nlo', { prompt: 'a', lyrics: 'la\nlo', title: 'x' }],
  ['a\nlyrics:\nla\ntitle:\nx\nlo', { prompt: 'a', lyrics: 'la\nlo', title: 'x' }],
  [
    'a\nlyrics:\nla\ntitle: x\nvoice: y\nlo\nvocals_only: no\nli re: you',
    { prompt: 'a', lyrics: 'la\nlo\nli re: you', title: 'x', voice: 'y', vocals_only: false },
  ],
  ['prompt: a\nlyrics:\nla\ntitle: x\nlo', { prompt: 'a', lyrics: 'la\nlo', title: 'x' }],
  ['"a"\nlyrics:\nla\ntitle: x\nlo', { prompt: '"a"', lyrics: 'la\nlo', title: 'x' }],
])('lines below an option within a text go on with it: %j', (typed, values) => {
  expect(valuesOf(typed, song)).toEqual(values)
})

test.each<[typed: string, values: Record<string, unknown>]>([
  ['lyrics:\nla\ntitle: x\na march', { prompt: 'a march', lyrics: 'la', title: 'x' }],
  ['a\nlyrics: la la\ntitle: x\nlo', { prompt: 'a\nlo', lyrics: 'la la', title: 'x' }],
  ['a\nlyrics:"la\nla"\ntitle: x\nlo', { prompt: 'a\nlo', lyrics: 'la\nla', title: 'x' }],
  ['a\ntitle: x\nlo', { prompt: 'a\nlo', title: 'x' }],
  ['a\nlyrics:\nla\nprompt: b\nlo', { prompt: 'a\nb\nlo', lyrics: 'la' }],
])('and are the command’s own words without such lines before, or such words: %j', (typed, values) => {
  expect(valuesOf(typed, song)).toEqual(values)
})

test('a link to a command is one word, whatever options it names', () => {
  const typed = 'see </settings voice:123456789012345678>, and </x style:1> voice:y'
  expect(valuesOf(typed)).toEqual({
    prompt: 'see </settings voice:123456789012345678>, and </x style:1>',
    voice: 'y',
  })
})
