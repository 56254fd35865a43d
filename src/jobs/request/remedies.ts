import { clipName } from '../../core/clip/clip.ts'
import { readGivenClip } from '../../core/clip/clip-field.ts'
import type { ProblemsAnswer, Remedy } from '../../core/command/answer.ts'
import { permissionName } from '../../core/command/consent.ts'
import type { Feature } from '../../core/command/feature.ts'
import type { Invocation } from '../../core/command/invocation.ts'
import { seenByName, spoilerName } from '../../core/command/seen-by.ts'
import type { Field, Fields, Mend, Problem, RawValues } from '../../core/fields/field.ts'
import { creditsText } from '../../core/ledger/credits-text.ts'
import { accountOf } from '../../core/target.ts'
import { say, sayDeclared, sayList } from '../../core/text/say.ts'
import { grouped, lengthOf, nearMiss, shortened } from '../../core/text/text.ts'
import { within } from '../../core/waiting.ts'
import { gather, isAnswered } from './gather.ts'
import { boundOf, type HoldDeps } from './hold.ts'
import { type ClipOptions, readWhole } from './read-whole.ts'
import type { AskingOptions, Known } from './resolve-clips.ts'

/** Dependencies for offering ways to fix a refused request. */
export interface RemedyDeps extends AskingOptions, ClipOptions, HoldDeps {}

/** With the button that opens the form they fit in one row. */
const remediesMax = 4
const mendsMax = 12
const nameLengthMax = 30

/** Remedies are a courtesy and must not delay the refusal. */
const remediesMs = 500

const without = (values: RawValues): RawValues =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))

/** The beginning of a text, to its last whole word if that is near. */
const beginning = (text: string, lengthMax: number): string => {
  const start = [...text].slice(0, lengthMax).join('')
  const words = start.replace(/\s\S*$/, '')
  return (text.length > start.length && words.length > start.length - nameLengthMax ? words : start).trim()
}

/** The nearest value that a field accepts. */
const fittingMends = (name: string, { label, control }: Field, value: unknown): readonly Mend[] => {
  const field = sayDeclared(label)
  switch (control.kind) {
    case 'text':
      if (typeof value !== 'string' || lengthOf(value) <= control.lengthMax) return []
      return [
        {
          label: say('Use the first {{count}} characters', { count: grouped(control.lengthMax) }),
          values: { [name]: beginning(value, control.lengthMax) },
        },
      ]
    case 'integer': {
      const number = Number(value)
      if (!Number.isFinite(number)) return []
      const nearest = Math.min(control.max, Math.max(control.min, Math.round(number)))
      return [{ label: say('{{field}}: {{value}}', { field, value: nearest }), values: { [name]: nearest } }]
    }
    case 'choice': {
      const meant = nearMiss(
        String(value).toLowerCase(),
        control.choices.map((choice) => choice.value),
      )
      const chosen = control.choices.find((choice) => choice.value === meant)
      return chosen === undefined
        ? []
        : [
            {
              label: say('{{field}}: {{value}}', { field, value: sayDeclared(chosen.label) }),
              values: { [name]: meant },
            },
          ]
    }
    case 'clip':
      return [value].flat().length < 2
        ? []
        : [value].flat().flatMap((one: unknown): Mend[] => {
            const clip = readGivenClip(one)
            const called = clip && shortened(clipName(clip), nameLengthMax)
            return called === undefined
              ? []
              : [{ label: say('Use {{clip}}', { clip: called }), values: { [name]: one } }]
          })
    default:
      return []
  }
}

/** What nobody is offered to leave out: who sees the result and how, and the permission to use a clip. */
const neverDropped: readonly string[] = [seenByName, spoilerName, permissionName]

/** What can be left out: options, and names of options that don't exist. */
const optionalIn = (fields: Fields, values: RawValues): readonly string[] =>
  Object.entries(values).flatMap(([name, value]) =>
    value === undefined || value === false || neverDropped.includes(name) || fields[name]?.required
      ? []
      : [name],
  )

const withoutMend = (fields: Fields, names: readonly string[]): Mend => {
  const labels = names.map((name) => {
    const label = fields[name]?.label
    return label === undefined
      ? say('“{{name}}”', { name: shortened(name, nameLengthMax) })
      : sayDeclared(label)
  })
  return {
    label: say('Without {{options}}', { options: sayList(labels) }),
    values: Object.fromEntries(names.map((name) => [name, undefined])),
  }
}

/** An option that does not exist, under the name that was probably meant. */
const renamedMends = (fields: Fields, name: string, values: RawValues): readonly Mend[] => {
  const meant = nearMiss(name.toLowerCase(), Object.keys(fields))
  const label = meant === undefined ? undefined : fields[meant]?.label
  if (meant === undefined || label === undefined || values[meant] !== undefined) return []
  const value = shortened(String(values[name]), nameLengthMax)
  return [
    {
      label: say('{{field}}: {{value}}', { field: sayDeclared(label), value }),
      values: { [name]: undefined, [meant]: values[name] },
    },
  ]
}

/** Leaves out what is wrong, if all of it can be left out. */
export const withoutWrong = ({ fields }: Feature, problems: readonly Problem[]): readonly Mend[] => {
  const names = problems.map(({ field }) => field)
  return names.every((name) => fields[name]?.required === false) ? [withoutMend(fields, names)] : []
}

/** Ways to fix a problem with a field by changing it. */
const changesOf = (
  fields: Fields,
  values: RawValues,
  { field: name, mends = [] }: Problem,
): readonly Mend[] => {
  if (mends.length > 0 || name === '') return mends
  const field = fields[name]
  return field === undefined ? renamedMends(fields, name, values) : fittingMends(name, field, values[name])
}

/** Everything that may fix a request: changed values first, then options left out, those that are blamed first. */
const mendsFor = (fields: Fields, values: RawValues, problems: readonly Problem[]): readonly Mend[] => {
  const changes = problems.flatMap((problem) => changesOf(fields, values, problem))
  if (problems.every(({ field }) => field === '')) return changes
  const optional = optionalIn(fields, values)
  const blamed = optional.filter((name) => problems.some(({ field }) => field === name))
  const others = optional.filter((name) => blamed.length > 1 || !blamed.includes(name)).map((name) => [name])
  const dropped = blamed.length === 0 ? others : [blamed, ...others]
  return [...changes, ...dropped.map((names) => withoutMend(fields, names))]
}

/** Keeps the request that remedies change, unless its form does: texts are long, and each is kept once. */
const createBase = (
  { drafts }: RemedyDeps,
  { name: command }: Feature,
  { target, askedIn, eventId }: Invocation,
  { values }: Known,
  { retry }: ProblemsAnswer,
): (() => Promise<string>) => {
  let kept = retry && Promise.resolve(retry.draft)
  return () => {
    kept ??= drafts.keep(accountOf(askedIn ?? target), eventId, {
      command,
      action: undefined,
      member: target.member,
      values,
      clips: [],
      defaults: [],
      shown: {},
      ...(askedIn !== undefined && { target }),
    })
    return kept
  }
}

/** The remedy that a mend gives; undefined if something would still be wrong. */
const remedyOf = async (
  deps: RemedyDeps,
  feature: Feature,
  invocation: Invocation,
  known: Known,
  base: () => Promise<string>,
  { label, values: changed, asks }: Mend,
): Promise<Remedy | undefined> => {
  const { target, askedIn, eventId } = invocation
  const values = without({ ...known.values, ...changed })
  if (!feature.prepare(values).ok) return undefined
  // A default must not bring back what is left out.
  const defaults = known.defaults.filter(({ name }) => !Object.hasOwn(changed, name))
  const whole = await readWhole(deps, feature, { ...invocation, values }, defaults)
  if (!whole.ok) return undefined
  const bound = await boundOf(deps, whole.prepared)
  const draft = {
    command: feature.name,
    action: undefined,
    member: target.member,
    base: await base(),
    values: Object.fromEntries(Object.entries(changed).map(([name, value]) => [name, value ?? null])),
    clips: [],
    defaults,
    shown: {},
    // All remedies of a refusal are one request: whatever is pressed, and however often, is one job.
    partOf: known.partOf ?? eventId,
    boundMax: bound,
    ...(asks && { asks }),
    ...(askedIn !== undefined && { target }),
  }
  return {
    command: feature.name,
    draft: await deps.drafts.keep(accountOf(askedIn ?? target), eventId, draft),
    label,
    price: bound === 0 || asks ? undefined : creditsText(bound),
    isSame: Object.keys(changed).length === 0,
    ...(asks && { asks }),
  }
}

/**
 * A refusal with buttons that fix it. Each was tried first: it is offered only if the whole request would then be
 * sound. The answer's form, if it has one, must have these values. Never throws.
 */
export const withRemedies = async (
  deps: RemedyDeps,
  feature: Feature,
  invocation: Invocation,
  known: Known,
  answer: ProblemsAnswer,
  mends = mendsFor(feature.fields, known.values, answer.problems),
): Promise<ProblemsAnswer> => {
  const remedies: Remedy[] = []
  const base = createBase(deps, feature, invocation, known, answer)
  const find = async (): Promise<void> => {
    for (const mend of mends.slice(0, mendsMax)) {
      const remedy = await remedyOf(deps, feature, invocation, known, base, mend)
      if (remedy !== undefined) remedies.push(remedy)
      if (remedies.length === remediesMax) return
    }
  }
  try {
    await within(remediesMs, find())
  } catch (error) {
    deps.log.warn('ways to fix a request could not be offered', { error, command: feature.name })
  }
  return remedies.length === 0 ? answer : { ...answer, remedies: [...remedies] }
}

/** The same for a request that was refused before anything was known of it. Never throws. */
export const remedied = async (
  deps: RemedyDeps,
  feature: Feature,
  invocation: Invocation,
  answer: ProblemsAnswer,
): Promise<ProblemsAnswer> => {
  try {
    const known = await gather(deps, feature, invocation, [])
    return isAnswered(known) ? answer : await withRemedies(deps, feature, invocation, known, answer)
  } catch (error) {
    deps.log.warn('ways to fix a request could not be offered', { error, command: feature.name })
    return answer
  }
}
