import type { Choice, Fields, Problem, RawValues } from '../fields/field.ts'
import { isJobList, type ListName } from '../fields/field.ts'
import type { Asker } from '../target.ts'
import { say, sayDeclared, sayList } from '../text/say.ts'

/**
 * Lists that fields look up values in, some of them per member. An empty list means that it is not known right
 * now. `typed` searches a list that has not been read completely.
 */
export type Lists = Readonly<Record<ListName, (asker: Asker, typed?: string) => Promise<readonly Choice[]>>>

const rank = (label: string, typed: string): number => {
  const at = label.toLowerCase().indexOf(typed)
  if (at === 0) return 0
  if (at < 0) return Number.POSITIVE_INFINITY
  return label[at - 1] === ' ' ? 1 : 2
}

/**
 * The choices that match what was typed: those that begin with it first, then those with a word that does.
 */
export const matchingChoices = (
  choices: readonly Choice[],
  typed: string,
  countMax: number,
): readonly Choice[] => {
  const wanted = typed.trim().toLowerCase()
  return choices
    .map((choice) => ({ choice, rank: rank(choice.label, wanted) }))
    .filter((entry) => Number.isFinite(entry.rank))
    .sort((left, right) => left.rank - right.rank)
    .slice(0, countMax)
    .map((entry) => entry.choice)
}

/**
 * Values as members know them, for a form: what the entry of a list is called, where no other entry is called
 * so. While a list is unknown its values stay as they are.
 */
export const namedValues = async (
  fields: Fields,
  values: RawValues,
  lists: Lists,
  asker: Asker,
): Promise<RawValues> => {
  const named: Record<string, unknown> = { ...values }
  for (const [name, { control }] of Object.entries(fields)) {
    if (control.kind !== 'listed' || values[name] === undefined) continue
    const choices = await lists[control.list](asker)
    const label = choices.find(({ value }) => value === values[name])?.label
    const alike = choices.filter((choice) => choice.label.toLowerCase() === label?.toLowerCase())
    if (label !== undefined && alike.length === 1) named[name] = label
  }
  return named
}

/** Values with voices called as members know them: for what is shown of a request, never for what is sent. */
export const namedVoices = (
  fields: Fields,
  values: RawValues,
  lists: Lists,
  asker: Asker,
): Promise<RawValues> => {
  const voices = Object.entries(fields).filter(
    ([, { control }]) => control.kind === 'listed' && control.list === 'voices',
  )
  return namedValues(Object.fromEntries(voices), values, lists, asker)
}

/** A name as it is compared: without characters that cannot be seen, and without the full stop of a sentence. */
const bareName = (typed: string): string =>
  typed
    .replaceAll(/\p{Format}/gu, '')
    .trim()
    .replace(/\.$/, '')

/** What a member means: the entry of that value or name, or else all whose names begin so. */
const meantBy = (choices: readonly Choice[], typed: string): readonly Choice[] => {
  const written = typed.trim().toLowerCase()
  const wanted = bareName(typed).toLowerCase()
  const exact =
    choices.find(({ value, label }) => value === typed || label.toLowerCase() === written) ??
    choices.find(({ label }) => bareName(label).toLowerCase() === wanted)
  if (exact !== undefined) return [exact]
  return wanted === '' ? [] : choices.filter(({ label }) => label.toLowerCase().startsWith(wanted))
}

const namedMax = 5

const notOneText = (label: string, meant: readonly Choice[]): string => {
  if (meant.length === 0)
    return say('{{label}}: there is none of that name. Write a name, or the beginning of one.', { label })
  const names = sayList(meant.slice(0, namedMax).map((choice) => choice.label))
  return meant.length > namedMax
    ? say('{{label}}: many begin like that, such as {{names}}. Write more of the name.', { label, names })
    : say('{{label}}: several begin like that: {{names}}. Write one of them in full.', { label, names })
}

/**
 * Turns names that a member typed freely into the values they stand for. A name that a known list does not
 * have is a problem, and stays among the values as it was typed; while a list is unknown its values pass as
 * they are, and the service decides.
 */
export const resolveNames = async (
  fields: Fields,
  values: RawValues,
  lists: Lists,
  asker: Asker,
): Promise<{ values: RawValues; problems: readonly Problem[] }> => {
  const resolved: Record<string, unknown> = { ...values }
  const problems: Problem[] = []
  for (const [name, { control, label }] of Object.entries(fields)) {
    const value = values[name]
    if (control.kind !== 'listed' || typeof value !== 'string') continue
    if (isJobList(control.list)) continue // found by their names, and not only the latest of them
    const choices = await lists[control.list](asker, bareName(value))
    const [first, second] = meantBy(choices, value)
    if (first !== undefined && second === undefined) resolved[name] = first.value
    else if (choices.length > 0)
      problems.push({ field: name, text: notOneText(sayDeclared(label), meantBy(choices, value)) })
  }
  return { values: resolved, problems }
}
