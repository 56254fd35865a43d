import { type Clip, clipName } from '../../core/clip/clip.ts'
import { clipFieldsOf, readGivenClip } from '../../core/clip/clip-field.ts'
import { type Answer, type Form, keptRefusal, problemsAnswer } from '../../core/command/answer.ts'
import {
  actionNamed,
  asksFirstOf,
  type Command,
  fieldsOf,
  formFieldsOf,
  type ReadyCommand,
} from '../../core/command/command.ts'
import { bringsFiles, type Invocation, type PointedMessage } from '../../core/command/invocation.ts'
import { type Fields, type RawValues, referenceKinds } from '../../core/fields/field.ts'
import { say, sayList } from '../../core/text/say.ts'
import { onOneLine, shortenedInside } from '../../core/text/text.ts'
import { filledInMessage, lackingMessage } from '../messages/messages.ts'
import { linkIn, noSoundIn } from './clips-brought.ts'
import { createForm, missingClips, missingFields } from './form.ts'
import { broughtByForm, consequenceOf, problemsSoFar } from './gather.ts'
import { type AskingOptions, type Known, soundOf } from './resolve-clips.ts'

const usedClips = (fields: Fields, values: RawValues): readonly Clip[] =>
  clipFieldsOf(fields).flatMap((name) => [values[name]].flat().flatMap((value) => readGivenClip(value) ?? []))

const namesMax = 5
const nameLengthMax = 60

/** A message can have many files, with names of any length. */
const listed = (names: readonly string[]): string => {
  const shown = sayList(
    names.slice(0, namesMax).map((name) => shortenedInside(onOneLine(name).trim(), nameLengthMax)),
    'unit',
  )
  const count = names.length - namesMax
  return count > 0 ? say('{{names}} and {{count}} more', { names: shown, count }) : shown
}

const namesOf = (clips: readonly Clip[]): string => listed(clips.map(clipName))

/** Names of the files in the requesting message, without the clips that are used. */
const unusedNames = (
  { files, refused = [], unreadable = [], unknown = [], others = [] }: PointedMessage,
  used: readonly Clip[],
): string => {
  const sounds = new Set(used.map(soundOf))
  const clips = files.filter((clip) => !sounds.has(soundOf(clip)))
  const unread = [...refused, ...unreadable].map(({ name }) => name ?? say('a file'))
  return listed([...clips.map(clipName), ...unread, ...unknown, ...others])
}

/** Shown when a clip is missing although the member's message has files. */
const missingClipText = ({ pointedAt }: Invocation): string | undefined => {
  const nearest = pointedAt.find(({ files }) => files.length > 0)
  return nearest === undefined || nearest.files.length < 2
    ? noSoundIn(pointedAt)
    : say('In the form, pick the clip you mean: {{clips}}.', { clips: namesOf(nearest.files) })
}

/**
 * Tells a member which files of their message a request does not use, and why; undefined if it uses all of
 * them. Files of a forward are not the member's.
 */
export const unusedFilesText = (
  command: Command,
  invocation: Invocation,
  values: RawValues,
): string | undefined => {
  if (command.kind !== 'feature' || invocation.pointedAt.length === 0) return undefined
  if (missingClips(command.fields, values).length > 0) return missingClipText(invocation)
  const own = invocation.pointedAt.find(({ isRequest, forwardOf }) => isRequest && forwardOf === undefined)
  if (own === undefined) return undefined
  const used = usedClips(command.fields, values)
  const files = unusedNames(own, used)
  if (files === '') return undefined
  const name = `/${command.name}`
  return used.length === 0
    ? say('Left out: {{files}}. {{command}} reads only the text of your message.', { files, command: name })
    : say('Left out: {{files}}. {{command}} already uses {{clips}}.', {
        files,
        command: name,
        clips: namesOf(used),
      })
}

/** What a member is told while a clip is missing, and the message they answered has only a link. */
const linkNotice = (
  { clipLinks }: AskingOptions,
  command: Command,
  { pointedAt }: Invocation,
  { values }: Known,
): string | undefined =>
  command.kind === 'feature' &&
  missingClips(command.fields, values).length > 0 &&
  !pointedAt.some((message) => message.isRequest && bringsFiles(message)) &&
  pointedAt.every(({ files }) => files.length === 0)
    ? linkIn(pointedAt, { clipLinks, feature: command })
    : undefined

/** Naming a member, channel or group does not say yet what to do. */
const isBare = (fields: Fields, { values }: Known): boolean =>
  Object.entries(values).every(
    ([name, value]) =>
      value === undefined || referenceKinds.some((kind) => kind === fields[name]?.control.kind),
  )

/**
 * Whether to ask the member for more before anything is done. An incomplete form is processed as sent and
 * reported like any other mistake.
 */
export const isAskedForMore = (
  command: ReadyCommand,
  { action, form }: Invocation,
  known: Known,
): boolean => {
  if (form !== undefined) return !form.sent
  if (command.kind === 'utility' && actionNamed(command, action)?.form?.opensFor(known.values)) return true
  const fields = fieldsOf(command, action)
  const asksAtOnce = asksFirstOf(command, action).length > 0 && isBare(fields, known)
  return asksAtOnce || missingFields(fields, known.values).length > 0
}

/**
 * A form for the missing part of a request. If the part already sent has mistakes, those are asked for first.
 * Throws AppError `store_unavailable`.
 */
export const askForRest = async (
  deps: AskingOptions,
  command: ReadyCommand,
  invocation: Invocation,
  known: Known,
): Promise<Answer> => {
  const fields = formFieldsOf(command, invocation.action)
  const isPart = invocation.form?.isPart === true
  const problems = isPart ? await problemsSoFar(deps, command, invocation, known.values) : []
  const form = await createForm(deps, command, invocation, known)
  if (problems.length > 0) return { ...problemsAnswer(problems, consequenceOf(command)), retry: form }
  const labels = missingFields(fields, known.values).flatMap((name) => fields[name]?.label ?? [])
  const isFilledIn = labels.length === 0 && command.kind === 'feature' && !isBare(fields, known)
  const message = isFilledIn
    ? filledInMessage(command, form.price?.whole)
    : lackingMessage(command, labels, invocation.action)
  const notice =
    linkNotice(deps, command, invocation, known) ?? unusedFilesText(command, invocation, known.values)
  if (notice === undefined) return { kind: 'form', form, message }
  return { kind: 'form', form, message: { ...message, text: `${notice}\n${message.text}` }, notice }
}

/**
 * Lets a member correct a request with mistakes: a form with all its values, if anything can be filled in. It
 * is a courtesy, not the answer.
 */
export const retryForm = async (
  deps: AskingOptions,
  command: ReadyCommand,
  invocation: Invocation,
  known: Known,
): Promise<Form | undefined> => {
  if (Object.keys(fieldsOf(command, invocation.action)).length === 0) return undefined
  try {
    return await createForm(deps, command, invocation, known)
  } catch (error) {
    deps.log.warn('a request with mistakes could not be kept', { error, command: command.name })
    return undefined
  }
}

/** A corrected request is still the same request; one without mistakes that is sent again is a new one. */
const knownForRetry = (
  { problems }: Extract<Answer, { kind: 'problems' }>,
  { partOf, ...known }: Known,
): Known => (problems.length === 0 || partOf === undefined ? known : { ...known, partOf })

/** An answer to a request, with a form to correct its mistakes if it has any. */
export const withRetry = async (
  deps: AskingOptions,
  command: ReadyCommand,
  invocation: Invocation,
  known: Known,
  answer: Answer,
): Promise<Answer> =>
  answer.kind !== 'problems' || answer.retry !== undefined
    ? answer
    : { ...answer, retry: await retryForm(deps, command, invocation, knownForRetry(answer, known)) }

/**
 * A refusal that keeps a form's values if it can't be submitted here, so that they can be sent again or copied.
 */
export const keptInForm = async (
  deps: AskingOptions,
  command: ReadyCommand,
  invocation: Invocation,
  refused: Answer,
): Promise<Answer> => {
  if (refused.kind !== 'message' || invocation.form === undefined) return refused
  const brought = await broughtByForm(deps, command, invocation)
  const retry = brought && (await retryForm(deps, command, invocation, brought))
  if (retry === undefined) return { ...refused, isPassing: true }
  const { refusedFor } = refused
  return { ...keptRefusal(refused.message), retry, ...(refusedFor !== undefined && { refusedFor }) }
}
