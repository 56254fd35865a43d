import type { Field, Fields } from '../../src/core/command/field.ts'
import type { ChatWorld } from './contract-stage.ts'

function raise(text: string): never {
  throw new Error(text)
}

const texts = ['Łódź & 海 <waves>, "loud"', 'Europe/Berlin', '7']

/** Something that a field takes, as a member gives it. */
const sampleOf = ({ control, schema, label }: Field, places: ChatWorld['places']): unknown => {
  switch (control.kind) {
    case 'text':
    case 'listed':
      return texts.find((text) => schema.safeParse(text).success) ?? raise(`no sample for ${label}`)
    case 'choice':
      return control.choices.at(-1)?.value
    case 'toggle':
      return true
    case 'credits':
      return '2.5'
    case 'time':
      return '1:23.5'
    case 'integer':
      return control.min
    case 'clip':
      return 'https://example.com/a%20clip.mp3?x=1&y=2'
    case 'member':
      return places.other
    case 'channel':
      return places.channel
    case 'group':
      return places.group
  }
}

/** The same of each of the fields. */
export const samplesFor = (fields: Fields, places: ChatWorld['places']): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, sampleOf(field, places)]))
