import { AppError } from '../../core/errors.ts'
import type { Dialog } from './dialog.ts'
import { cleaned, type Draft, type SettingName, settingFault } from './draft.ts'

/** What every step of setup works with. */
export interface StepDeps {
  dialog: Dialog
  draft: Draft
  /** Where .env is, and where other files go. */
  folder: string
}

/** A secret to ask for, and how to test it. */
interface Wanted<Found> {
  name: SettingName
  message: string
  flag: string
  /** What the value is instead, judged by its form. */
  otherThan: (value: string) => string | undefined
  /** Shown while it is tested. */
  checking: string
  /** Throws AppError: `configuration` if the value is wrong, anything else if it could not be tested. */
  check: (value: string) => Promise<Found>
  /** What to do about a wrong value. */
  again: string
}

/** Errors of a running bot name the setting; here the question already does. */
const withoutSetting = (text: string): string => text.replace(/ Check [A-Z_]+\.$/, '')

const sentence = (text: string): string => (/[.?!]$/.test(text) ? text : `${text}.`)

/** A failed test: whether the value is to blame, and the words for it. */
interface Fault {
  isWrong: boolean
  text: string
}

const test = async <Found>(
  { dialog }: StepDeps,
  { name, otherThan, checking, check, again }: Wanted<Found>,
  value: string,
): Promise<{ found: Found } | Fault> => {
  const other = otherThan(value)
  if (other !== undefined) return { isWrong: true, text: `That is ${sentence(other)} ${again}` }
  const fault = settingFault(name, value)
  if (fault !== undefined) return { isWrong: true, text: `${fault} ${again}` }
  try {
    return { found: await dialog.busy(checking, () => check(value)) }
  } catch (error) {
    if (!(error instanceof AppError) || dialog.wasCancelled()) throw error
    const isWrong = error.code === 'configuration'
    return { isWrong, text: isWrong ? `${sentence(withoutSetting(error.message))} ${again}` : error.message }
  }
}

/** What to do with a value that could not be tested. */
const afterOutage = ({ dialog }: StepDeps, flag: string) =>
  dialog.choose({
    message: 'What now?',
    flag: `another value with ${flag}, or try again later`,
    choices: [
      { value: 'again', label: 'Try again' },
      { value: 'keep', label: 'Keep it untested' },
      { value: 'other', label: 'Give another one' },
    ],
  })

const withoutAnswers = ({ name, flag }: Wanted<unknown>, text: string): AppError =>
  new AppError('configuration', `${name}: ${text} It was given with ${flag}, in the environment or in .env.`)

const save = (draft: Draft, name: SettingName, value: string): undefined => {
  if (draft.value(name) === value) draft.keep(name)
  else draft.put(name, value)
  draft.save()
}

/**
 * Tests the present value, and asks until one passes. Returns what the test found; undefined if the operator keeps a
 * value that could not be tested. Throws AppError `configuration` if nobody can be asked.
 */
export const askSecret = async <Found>(deps: StepDeps, wanted: Wanted<Found>): Promise<Found | undefined> => {
  const { dialog, draft } = deps
  const { name, message, flag } = wanted
  let value = draft.value(name)
  for (;;) {
    value ??= cleaned(name, await dialog.secret({ message, flag }))
    const tested = await test(deps, wanted, value)
    if ('found' in tested) {
      save(draft, name, value)
      return tested.found
    }
    if (!dialog.isInteractive) throw withoutAnswers(wanted, tested.text)
    dialog.error(tested.text)
    const next = tested.isWrong ? 'other' : await afterOutage(deps, flag)
    if (next === 'keep') return save(draft, name, value)
    if (next === 'other') value = undefined
  }
}
