import type { Form } from '../../../core/command/answer.ts'
import type { Control } from '../../../core/fields/field.ts'
import { say, sayDeclared } from '../../../core/text/say.ts'
import { onOneLine, shortened } from '../../../core/text/text.ts'

/** Of a text only so much is said, that others have room beside it. */
const textLengthMax = 30

/** A value in words; undefined where it is an id, which says nothing to anybody. */
const wordsFor = (control: Control, value: unknown, clips: Form['clips']): string | undefined => {
  switch (control.kind) {
    case 'choice':
      return sayDeclared(control.choices.find((choice) => choice.value === value)?.label ?? String(value))
    case 'toggle':
      return say('Yes')
    case 'clip':
      return clips.find((clip) => clip.value === value)?.label
    case 'text':
    case 'listed':
    case 'time':
    case 'integer':
    case 'credits':
      return shortened(onOneLine(String(value)).trim(), textLengthMax)
    case 'member':
    case 'channel':
    case 'group':
      return undefined
  }
}

const isNothing = (value: unknown): boolean => value === undefined || value === false || value === ''

/**
 * What is known of those fields of a form that are not among `shown`, such as "Voice Anna": it is sent along
 * as it is.
 */
export const keptIn = ({ fields, values, clips }: Form, shown: readonly string[]): readonly string[] =>
  Object.entries(fields).flatMap(([name, { label, control }]) => {
    const value = values[name]
    if (shown.includes(name) || isNothing(value)) return []
    return [[sayDeclared(label), wordsFor(control, value, clips)].filter(Boolean).join(' ')]
  })
