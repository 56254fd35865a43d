import { say } from '../text/say.ts'
import { timeExample } from '../time.ts'
import type { Control } from './field.ts'

/** What may be given for a number or a time, in a few words: its range, or how it is written. */
export const exampleText = (control: Extract<Control, { kind: 'integer' | 'time' }>): string =>
  control.kind === 'time'
    ? say('Such as {{example}}, 83.5s or 1m05s.', { example: timeExample })
    : say('From {{least}} to {{most}}.', { least: control.min, most: control.max })
