import { creditsMax } from '../credits.ts'
import { declared, say, sayDeclared, sayList } from '../text/say.ts'
import { grouped, onOneLine, shortened } from '../text/text.ts'
import { timeExample } from '../time.ts'
import type { Control, Named, ReferenceKind } from './field.ts'

const nameShownMax = 60

const referenceMends = {
  member: declared('{{label}} must be someone here. Pick one from the list or type @name.'),
  channel: declared('{{label}} must be a channel here. Pick one from the list or type #name.'),
  group: declared('{{label}} must be a group or role here. Pick one from the list or type @name.'),
} as const satisfies Record<ReferenceKind, string>

/** Messages for a value that a field can't take: the field by its declared label, the limit and the fix. */
export const faults = {
  notText: (label: string) => say('{{label}} must be text.', { label: sayDeclared(label) }),
  empty: (label: string) => say('{{label}} is empty. Type something.', { label: sayDeclared(label) }),
  broken: (label: string) =>
    say('{{label}} has a broken character in it. Type it again.', { label: sayDeclared(label) }),
  /** Lengths in characters. */
  tooLong: (label: string, length: number, lengthMax: number) =>
    say('{{label}} is {{length}} characters long (max {{most}}). Shorten it.', {
      label: sayDeclared(label),
      length: grouped(length),
      most: grouped(lengthMax),
    }),
  noAddress: (label: string) =>
    say('{{label}} must be a link such as https://example.com/voice.mp3, without a password.', {
      label: sayDeclared(label),
    }),
  /** The choices by how they are typed. */
  noneOf: (label: string, choices: readonly string[]) =>
    say('{{label}} must be one of: {{choices}}.', {
      label: sayDeclared(label),
      choices: sayList(choices, 'unit'),
    }),
  notYesOrNo: (label: string) => say('{{label}} must be yes or no.', { label: sayDeclared(label) }),
  noAmount: (label: string) =>
    say('{{label}} must be a number from 0 to {{most}} with up to 6 decimal places, such as 2.50.', {
      label: sayDeclared(label),
      most: grouped(creditsMax),
    }),
  noTime: (label: string, example: string) =>
    say('{{label}} must be a time of up to 10 hours, such as {{example}}, 83.5s or 1m05s.', {
      label: sayDeclared(label),
      example,
    }),
  /** An ambiguous time, with both ways to write it. */
  timeTwofold: (label: string, typed: string, one: string, other: string) =>
    say('{{label}}: {{typed}} could mean two different times. Type {{one}} or {{other}}.', {
      label: sayDeclared(label),
      typed,
      one,
      other,
    }),
  notWhole: (label: string, min: number, max: number) =>
    max === min + 1
      ? say('{{label}} must be {{min}} or {{max}}.', { label: sayDeclared(label), min, max })
      : say('{{label}} must be a whole number from {{min}} to {{max}}.', {
          label: sayDeclared(label),
          min,
          max,
        }),
  /** Never quotes the value. */
  noSecret: (label: string) =>
    say('{{label}} must be 8 to 200 letters, digits or symbols, without spaces. Copy it again.', {
      label: sayDeclared(label),
    }),
  secretTyped: (label: string) =>
    say(
      "{{label}} can only be entered in the form, so I didn't use what you typed. If it was real, others may have seen it: create a new one and delete the old one.",
      { label: sayDeclared(label) },
    ),
  /** Never quotes the value; `what` is declared. Without a label, the text belongs to no field. */
  hasSecret: (label: string | undefined, what: string) =>
    label === undefined
      ? say('Your text contains what looks like {{secret}}. Remove it.', { secret: sayDeclared(what) })
      : say('{{label}} contains what looks like {{secret}}. Remove it.', {
          label: sayDeclared(label),
          secret: sayDeclared(what),
        }),
  noReference: (kind: ReferenceKind, label: string) =>
    sayDeclared(referenceMends[kind], { label: sayDeclared(label) }),
  /** An option that does not exist, and the one that was probably meant. */
  unknown: (typed: string, meant: string | undefined) => {
    const name = shortened(onOneLine(typed), nameShownMax) // anything can be typed in place of an option
    return meant === undefined
      ? say('No option "{{name}}" here. Leave it out.', { name })
      : say('No option "{{name}}" here. Did you mean "{{meant}}"?', { name, meant })
  },
  missing: ({ label, help }: Named) =>
    say('{{label}} is missing. {{help}}.', { label: sayDeclared(label), help: sayDeclared(help) }),
  missingClip: ({ label, help }: Named) =>
    say('{{label}} is missing. {{help}}. Pick a clip from the channel, or upload your own file.', {
      label: sayDeclared(label),
      help: sayDeclared(help),
    }),
  unusable: ({ label }: Named) => say("{{label}} can't be used.", { label: sayDeclared(label) }),
  /** A warning: the service accepts it, but may not follow it completely. */
  overGuidance: (label: string, lengthMax: number) =>
    say('{{label}} is over {{most}} characters, so the end may be ignored.', {
      label: sayDeclared(label),
      most: grouped(lengthMax),
    }),
} as const

/** Help of a form's secret input. */
export const secretHelp = ({ help }: Pick<Named, 'help'>): string =>
  say('{{help}}. Only you see this form.', { help: sayDeclared(help) })

const rangeText = (least: number, most: number): string =>
  most === least + 1
    ? say('{{least}} or {{most}}.', { least, most })
    : say('From {{least}} to {{most}}.', { least, most })

/** The accepted values of a number or time, in a few words: its range, or how to write it. */
export const exampleText = (control: Extract<Control, { kind: 'integer' | 'time' }>): string =>
  control.kind === 'time'
    ? say('Such as {{example}}, 83.5s or 1m05s.', { example: timeExample })
    : rangeText(control.min, control.max)
