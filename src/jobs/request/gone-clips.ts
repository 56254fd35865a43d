import { clipExpiresAtMs, clipName, readClip } from '../../core/clip/clip.ts'
import { type ProblemsAnswer, problemsAnswer } from '../../core/command/answer.ts'
import type { Feature } from '../../core/command/feature.ts'
import type { Invocation } from '../../core/command/invocation.ts'
import type { DefaultHere } from '../../core/command/settings.ts'
import type { Problem, RawValues } from '../../core/fields/field.ts'
import { say, sayDeclared } from '../../core/text/say.ts'
import { nothingWasCharged } from '../messages/messages.ts'
import { retryForm } from './ask-for-rest.ts'
import { withNames } from './defaults.ts'
import type { AskingOptions } from './resolve-clips.ts'
import { isGoneForCertain } from './resolve-takes.ts'

/** Why a clip given before can't be used again; undefined if it can. */
const whyUnusable = async (
  options: AskingOptions,
  label: string,
  value: unknown,
): Promise<string | undefined> => {
  const clip = readClip(value)
  if (clip === undefined) return undefined
  const values = { label, clip: clipName(clip) }
  if ((clipExpiresAtMs(clip) ?? Number.POSITIVE_INFINITY) <= options.now())
    return say('{{label}}: "{{clip}}" is no longer available. Upload it again.', values)
  // The address of a take is looked up again before its request is sent.
  const mayBeGone = clip.kind === 'result' && clip.take === undefined
  return mayBeGone && (await isGoneForCertain(options, clip.url))
    ? say('{{label}}: the audio service no longer has "{{clip}}". Choose another.', values)
    : undefined
}

/** The clips of an earlier request that can't be used again. */
export const goneClips = async (
  options: AskingOptions,
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

/** Names the clips of an earlier request that are gone, with a form for others. */
export const askWithoutGone = async (
  deps: AskingOptions,
  feature: Feature,
  invocation: Invocation,
  defaults: readonly DefaultHere[],
  gone: readonly Problem[],
): Promise<ProblemsAnswer> => {
  const names = new Set(gone.map(({ field }) => field))
  const left = Object.fromEntries(Object.entries(invocation.values).filter(([name]) => !names.has(name)))
  const values = await withNames(deps.lists, feature.fields, left, invocation.target)
  const retry = await retryForm(deps, feature, invocation, { values, clips: [], defaults })
  return { ...problemsAnswer(gone, nothingWasCharged()), retry }
}
