import { doctorHelp } from './help-texts.ts'
import { alone, type HelpTask, help, parse } from './parse.ts'

/** How the doctor should work. */
export interface DoctorWish {
  /** Whether it fixes what is safe. */
  isFixing: boolean
  /** Whether it writes one JSON document. */
  isJson: boolean
  /** Whether a warning counts as a failure. */
  isStrict: boolean
  /** Whether it lists what is well, too. */
  isWhole: boolean
}

/** What `doctor` asks for. */
export type DoctorTask = { kind: 'doctor'; wish: DoctorWish }

const flag = { type: 'boolean', default: false } as const

/** Reads the arguments after `doctor`. Throws AppError `configuration`. */
export const readDoctor = (args: readonly string[]): DoctorTask | HelpTask => {
  const { values, positionals } = parse(args, { ...help, all: flag, fix: flag, json: flag, strict: flag })
  if (values.help) return { kind: 'help', text: doctorHelp }
  const wish = {
    isFixing: values.fix,
    isJson: values.json,
    isStrict: values.strict,
    isWhole: values.all,
  }
  return alone(positionals, { kind: 'doctor', wish }, 'The doctor takes only options.')
}
