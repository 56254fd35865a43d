import { expect, test } from 'vitest'
import { clip } from '../../../src/core/clip/clip-field.ts'
import { askedFacts } from '../../../src/core/command/asked-facts.ts'
import {
  choice,
  integer,
  listed,
  optional,
  text,
  time,
  toggle,
} from '../../../src/core/fields/field-builders.ts'
import { readValues } from '../../../src/core/fields/read-values.ts'

const named = (label: string) => ({ label, help: `What ${label} is for` })
const fields = {
  source: optional(clip(named('Source'))),
  prompt: optional(text({ ...named('Prompt'), lengthMax: 3_000 })),
  lyrics: optional(text({ ...named('Lyrics'), lengthMax: 3_000, named: 'your own' })),
  model: optional(choice({ ...named('Model'), choices: [{ value: 'v7-pro', label: 'v7 pro' }] })),
  cover: optional(toggle(named('Cover'))),
  start: optional(time(named('Start'))),
  pitch: optional(integer({ ...named('Pitch'), min: -12, max: 12 })),
  voice: optional(listed({ ...named('Voice'), list: 'voices', lengthMax: 50 })),
  language: optional(listed({ ...named('Language'), list: 'languages', lengthMax: 50 })),
}

test.each<[name: keyof typeof fields, value: unknown, label: string, shown: string]>([
  ['source', 'https://example.com/a.mp3', 'Source', 'https://example.com/a.mp3'],
  ['prompt', 'a sea\nshanty', 'Prompt', 'a sea\nshanty'],
  ['lyrics', 'Heave\nHo', 'Lyrics', 'your own'],
  ['model', 'v7-pro', 'Model', 'v7 pro'],
  ['cover', true, 'Cover', 'Yes'],
  ['cover', false, 'Cover', 'No'],
  ['start', '83,5', 'Start', '1:23.5'],
  ['pitch', '-3', 'Pitch', '-3'],
  ['voice', 'voice-7', 'Voice', 'voice-7'],
  ['language', 'de', 'Language', 'German'],
])('what was given for %s (%j) is told as %s: %s', (name, value, label, shown) => {
  const read = readValues(fields, { [name]: value })
  expect(read.ok && askedFacts(fields, read.input)).toEqual([{ label, value: shown }])
})

test('facts stand in the order of the fields, and what was not given is not told', () => {
  const read = readValues(fields, { pitch: 1, prompt: 'x' })
  expect(read.ok && askedFacts(fields, read.input).map(({ label }) => label)).toEqual(['Prompt', 'Pitch'])
})

test('a long text is cut', () => {
  const read = readValues(fields, { prompt: 'la '.repeat(900) })
  const [fact] = read.ok ? askedFacts(fields, read.input) : []
  expect(fact?.value).toHaveLength(1_000)
  expect(fact?.value.endsWith('…')).toBe(true)
})
