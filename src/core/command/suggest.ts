import {
  type Choice,
  type Fields,
  type JobListName,
  jobLists,
  type ListName,
  type Problem,
  type RawValues,
} from '../fields/field.ts'
import type { Asker } from '../target.ts'
import { say, sayDeclared, sayList } from '../text/say.ts'
import { onOneLine, shortened } from '../text/text.ts'

/** A list as far as it is known. */
export interface KnownList {
  choices: readonly Choice[]
  /** Whether it may be incomplete. With a name: whether it is unknown if an entry with that name exists. */
  isPart: boolean
}

/**
 * Lists that fields look up values in, some of them per member. `typed` is a name or a value, which is searched for
 * if the list is incomplete. `isTyping`: it is only the beginning so far.
 */
export type Lists = Readonly<
  Record<ListName, (asker: Asker, typed?: string, isTyping?: 'isTyping') => Promise<KnownList>>
>

/** The number of suggestions that any platform can show. */
export const suggestionsMax = 25

/** Whether entries of a list are jobs. */
export const isJobList = (list: ListName): list is JobListName =>
  (jobLists as readonly string[]).includes(list)

/** Whether a list is a part of the program: nothing is looked up for it. */
export const isOfProgram = (list: ListName): boolean => list === 'languages' || list === 'styles'

/** Long, without blanks and with a digit: not a name, so it can be tried as an unknown value. */
export const mayBeId = (typed: string): boolean => /^(?=.*\d)[\w-]{16,}$/.test(typed)

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
 * Values by their lists' names for them, for what members see and never for what is sent. Forms send a name back,
 * and a name that several entries share would then be refused, so such a value keeps its id. With `shownList`, only
 * values of that list are named, all of them: for text that is read and not sent back.
 */
export const namedValues = async (
  fields: Fields,
  values: RawValues,
  lists: Lists,
  asker: Asker,
  shownList?: ListName,
): Promise<RawValues> => {
  const named: Record<string, unknown> = { ...values }
  for (const [name, { control }] of Object.entries(fields)) {
    if (control.kind !== 'listed' || values[name] === undefined) continue
    if (shownList !== undefined && control.list !== shownList) continue
    const { choices } = await lists[control.list](asker)
    const label = choices.find(({ value }) => value === values[name])?.label
    if (label === undefined) continue
    const alike = choices.filter((choice) => choice.label.toLowerCase() === label.toLowerCase())
    if (shownList !== undefined || alike.length === 1) named[name] = label
  }
  return named
}

/** A name for comparison: without invisible characters, and without a sentence's full stop. */
const bareName = (typed: string): string =>
  typed
    .replaceAll(/\p{Format}/gu, '')
    .trim()
    .replace(/\.$/, '')

/**
 * The entry with that value, or all with that name: exactly as typed, otherwise ignoring case, otherwise nearly so.
 */
const entriesOf = (choices: readonly Choice[], typed: string): readonly Choice[] => {
  const written = typed.trim()
  const wanted = bareName(typed).toLowerCase()
  const isMeant: readonly ((choice: Choice) => boolean)[] = [
    ({ value }) => value === written,
    ({ label }) => label.trim() === written,
    ({ label }) => label.trim().toLowerCase() === written.toLowerCase(),
    ({ label }) => bareName(label).toLowerCase() === wanted,
  ]
  for (const isOne of isMeant) {
    const found = choices.filter(isOne)
    if (found.length > 0) return found
  }
  return []
}

const beginningWith = (choices: readonly Choice[], typed: string): readonly Choice[] => {
  const wanted = bareName(typed).toLowerCase()
  return wanted === '' ? [] : choices.filter(({ label }) => label.toLowerCase().startsWith(wanted))
}

/** `gone`: a complete list does not have it. `unknown`: this can't be determined now. */
export type FoundValue = { status: 'found'; value: string } | { status: 'gone' } | { status: 'unknown' }

const valueIn = ({ choices, isPart }: KnownList, typed: string): FoundValue => {
  const [entry] = entriesOf(choices, typed)
  if (entry !== undefined) return { status: 'found', value: entry.value }
  if (!isPart) return { status: 'gone' }
  const id = bareName(typed)
  return mayBeId(id) ? { status: 'found', value: id } : { status: 'unknown' }
}

/**
 * The stored value, or the value behind a stored name. A search can't prove that a value is gone, and values have
 * no blanks.
 */
export const findStored = async (
  lists: Lists,
  list: ListName,
  asker: Asker,
  stored: string,
): Promise<FoundValue> => {
  const known = await lists[list](asker)
  const here = valueIn(known, stored)
  if (here.status === 'found' || !known.isPart) return here
  const searched = valueIn(await lists[list](asker, bareName(stored)), stored)
  return searched.status !== 'found' && /^\S+$/.test(stored) ? { status: 'found', value: stored } : searched
}

const namedMax = 5
const typedShownMax = 60

/** Lists the values, because only they distinguish entries with the same name. */
const alikeText = (label: string, called: string, alike: readonly Choice[]): string => {
  const name = shortened(called, typedShownMax)
  const ids = sayList(alike.slice(0, namedMax).map(({ value }) => value))
  return alike.length > namedMax
    ? say('{{label}}: many are called {{name}}. Type an ID instead, such as {{ids}}.', {
        label,
        name,
        ids,
      })
    : say('{{label}}: several are called {{name}}. Type one of these IDs: {{ids}}.', {
        label,
        name,
        ids,
      })
}

const notOneText = (label: string, meant: readonly Choice[]): string => {
  const [first, ...others] = new Set(meant.map((choice) => choice.label))
  if (first === undefined) return say('{{label}}: no match. Type the start of a name.', { label })
  if (others.length === 0) return alikeText(label, first, meant)
  const names = sayList([first, ...others].slice(0, namedMax))
  return others.length >= namedMax
    ? say('{{label}}: many start like that, such as {{names}}. Type more of the name.', { label, names })
    : say('{{label}}: {{names}} start like that. Type one in full.', { label, names })
}

const unknownText = (label: string, typed: string): string =>
  say(
    '{{label}}: the list is still loading, so I can\'t look up "{{typed}}" yet. Try again in a minute, or pick a suggestion.',
    { label, typed: shortened(onOneLine(typed.trim()), typedShownMax) },
  )

/** One of the entries that may be meant, instead of the name; entries that share a name can't be told apart. */
const mendsOf = (field: string, meant: readonly Choice[]): Pick<Problem, 'mends'> => {
  const isClear = new Set(meant.map(({ label }) => label)).size === meant.length
  if (!isClear || meant.length === 0 || meant.length > namedMax) return {}
  return { mends: meant.map(({ label, value }) => ({ label, values: { [field]: value } })) }
}

/** The value that a member names, in full or by its beginning; or what is wrong with the name. */
const resolveName = (
  list: KnownList,
  typed: string,
  label: string,
): { value: string } | { problem: string; meant?: readonly Choice[] } => {
  const [entry, ...others] = entriesOf(list.choices, typed)
  if (entry !== undefined && others.length > 0)
    return { problem: alikeText(label, entry.label, [entry, ...others]) }
  const found = valueIn(list, typed)
  if (found.status === 'found') return { value: found.value }
  if (found.status === 'unknown') return { problem: unknownText(label, typed) }
  const meant = beginningWith(list.choices, typed)
  const [first, second] = meant
  return first !== undefined && second === undefined
    ? { value: first.value }
    : { problem: notOneText(label, meant), meant }
}

/**
 * Turns names that a member typed freely into their values. A name that the list does not have, or that can't be
 * looked up now, is a problem, and its value stays as typed.
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
    if (isJobList(control.list)) continue // found by name, not only among the latest
    const list = await lists[control.list](asker, bareName(value))
    const result = resolveName(list, value, sayDeclared(label))
    if ('value' in result) resolved[name] = result.value
    else problems.push({ field: name, text: result.problem, ...mendsOf(name, result.meant ?? []) })
  }
  return { values: resolved, problems }
}
