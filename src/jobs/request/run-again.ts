import { clipExpiresAtMs, clipName, readClip } from '../../core/clip/clip.ts'
import { type Answer, type Asks, problemsAnswer, refusal } from '../../core/command/answer.ts'
import type { Feature } from '../../core/command/feature.ts'
import type { Invocation } from '../../core/command/invocation.ts'
import type { Problem, RawValues } from '../../core/fields/field.ts'
import { say, sayDeclared } from '../../core/text/say.ts'
import { nothingWasCharged } from '../messages/messages.ts'
import { formFor } from './complete.ts'
import { withNames } from './defaults.ts'
import { lookAtPlace, type RequestOptions, retryForm, runAsked } from './requests.ts'
import { isGoneForCertain } from './resolve-takes.ts'

const featureGone = (name: string): Answer =>
  refusal(
    `${say('{{command}} is not there any more, so it cannot be asked for again.', { command: `/${name}` })} ${nothingWasCharged()}`,
  )

/** Why a clip that was given before cannot be used again; undefined where it may be. */
const whyUnusable = async (
  options: RequestOptions,
  label: string,
  value: unknown,
): Promise<string | undefined> => {
  const clip = readClip(value)
  if (clip === undefined) return undefined
  const values = { label, clip: clipName(clip) }
  if ((clipExpiresAtMs(clip) ?? Number.POSITIVE_INFINITY) <= options.now())
    return say(
      '{{label}}: "{{clip}}" was uploaded with the request and can be read no longer. Upload it again.',
      values,
    )
  return clip.kind === 'result' && (await isGoneForCertain(options, clip.url))
    ? say('{{label}}: the audio service does not keep "{{clip}}" any more. Give another one.', values)
    : undefined
}

/** The clips of an earlier request that cannot be used again. */
const unusableClips = async (
  options: RequestOptions,
  { fields }: Feature,
  values: RawValues,
): Promise<readonly Problem[]> => {
  const problems = await Promise.all(
    Object.keys(fields).map(async (field): Promise<Problem[]> => {
      const label = sayDeclared(fields[field]?.label ?? field)
      const text = await whyUnusable(options, label, values[field])
      return text === undefined ? [] : [{ field, text }]
    }),
  )
  return problems.flat()
}

/**
 * Asks for a feature in a member's name, as an action of a command wanted it: one hop, and never to another
 * command of that kind. Clips of the earlier request that are gone are said by name, with a form for others.
 * Throws AppError `store_unavailable`.
 */
export const runAsks = async (
  options: RequestOptions,
  invocation: Invocation,
  { asked, edit, withoutDefaults }: Asks,
): Promise<Answer> => {
  const feature = options.commands.find(({ name }) => name === asked.command)
  if (feature?.kind !== 'feature') return featureGone(asked.command)
  const { values } = asked
  const asking: Invocation = {
    ...invocation,
    command: feature.name,
    action: undefined,
    form: undefined,
    pointedAt: [],
    ...(withoutDefaults && { withoutDefaults }),
  }
  const { refused, defaults } = await lookAtPlace(options, asking)
  if (refused !== undefined) return refused
  const problems = await unusableClips(options, feature, values)
  if (problems.length > 0) {
    const gone = new Set(problems.map(({ field }) => field))
    const left = Object.fromEntries(Object.entries(values).filter(([name]) => !gone.has(name)))
    const known = {
      values: await withNames(options.lists, feature.fields, left, invocation.target),
      clips: [],
      defaults,
    }
    const retry = await retryForm(options, feature, asking, known)
    return { ...problemsAnswer(problems, nothingWasCharged()), retry }
  }
  if (!edit) return runAsked(options, feature, { ...asking, values }, defaults)
  const named = await withNames(options.lists, feature.fields, values, invocation.target)
  return formFor(options, feature, { ...asking, values: named }, defaults)
}
