import { clipName, readClip } from '../clip/clip.ts'
import type { Control, Field, Fields, RawValues } from '../fields/field.ts'
import { say, sayDeclared } from '../text/say.ts'
import { shortened } from '../text/text.ts'
import { timeText } from '../time.ts'
import { seconds } from '../units.ts'
import { languageName } from './languages.ts'

/** One thing that a member gave, by the label of its field and in words. */
export interface AskedFact {
  label: string
  value: string
}

/** A longer text is a document by itself, and stands in the lyrics or the prompt that came of it. */
const textLengthMax = 1000

const valueText = (control: Control, value: unknown): string => {
  switch (control.kind) {
    case 'text':
      return control.named === undefined
        ? shortened(String(value), textLengthMax)
        : sayDeclared(control.named)
    case 'choice':
      return sayDeclared(control.choices.find((choice) => choice.value === value)?.label ?? String(value))
    case 'toggle':
      return value === true ? say('Yes') : say('No')
    case 'time':
      return timeText(seconds(Number(value)))
    case 'listed':
      return control.list === 'languages' ? languageName(String(value)) : String(value)
    case 'clip': {
      const clip = readClip(value)
      return clip === undefined ? '' : clipName(clip)
    }
    case 'integer':
    case 'credits':
    case 'member':
    case 'channel':
    case 'group':
      return String(value)
  }
}

/** Everything that a member gave, in the order of the fields. `input` passed the fields. */
export const askedFacts = (fields: Fields, input: RawValues): readonly AskedFact[] =>
  Object.entries(fields).flatMap(([name, { label, control }]: [string, Field]) => {
    const value = input[name]
    return value === undefined ? [] : [{ label: sayDeclared(label), value: valueText(control, value) }]
  })
