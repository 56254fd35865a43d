import { clipFieldsOf } from '../../core/clip/clip-field.ts'
import type { ClipIndex } from '../../core/clip/clip-index.ts'
import type { ClipLinks } from '../../core/clip/link.ts'
import { type Answer, privately, refusal } from '../../core/command/answer.ts'
import type { Invocation } from '../../core/command/invocation.ts'
import { clipFeaturesOf, writeMessageClips } from '../../core/command/message-actions.ts'
import { readTakeName } from '../../core/job-id.ts'
import type { Button } from '../../core/message/message.ts'
import { say, sayDeclared } from '../../core/text/say.ts'
import { clipPlaceOf } from '../clip-memory.ts'
import { nothingWasCharged } from '../messages/messages.ts'
import { filesBroughtBy, noClipIn, refusedIn, unknownIn } from './clips-brought.ts'
import { findTake, type TakeOptions } from './resolve-takes.ts'

interface ClipMenuOptions extends TakeOptions {
  clips: Pick<ClipIndex, 'inMessage' | 'remember'>
  clipLinks: ClipLinks
}

/**
 * The pointed-at message that brings clips, remembered for the button. For a forward, that is the file that
 * everyone here sees.
 */
const messageWithClips = async (
  options: ClipMenuOptions,
  invocation: Invocation,
): Promise<{ message: string } | { why: string }> => {
  const { clips, clipLinks } = options
  const { pointedAt } = invocation
  const place = clipPlaceOf(invocation)
  for (const pointed of pointedAt) {
    const { message, files } = pointed
    if ((await clips.inMessage(place, message)).length > 0) return { message }
    const why = refusedIn(pointed)
    if (files.length === 0 && why !== undefined) return { why }
    if (files.length === 0) continue
    await clips.remember(place, message, await filesBroughtBy(options, place, pointed))
    return { message }
  }
  return { why: unknownIn(pointedAt) ?? noClipIn(pointedAt, { clipLinks, feature: undefined }) }
}

/** A stand-in for the intended clip, or what the member is told instead. */
type MeantClip = { clip: string } | { refused: Answer }

/** Every button of the menu would refuse an unavailable take. */
const takeMeant = async (
  options: ClipMenuOptions,
  invocation: Invocation,
  take: string,
): Promise<MeantClip> => {
  const name = readTakeName(take)
  const found = name && (await findTake(options, invocation, name))
  return found?.status === 'refused' ? { refused: found.answer } : { clip: take }
}

/** A take that a button names, or what the message brought. */
const clipMeant = async (options: ClipMenuOptions, invocation: Invocation): Promise<MeantClip> => {
  const { take } = invocation.values
  if (typeof take === 'string') return takeMeant(options, invocation, take)
  const found = await messageWithClips(options, invocation)
  return 'why' in found
    ? { refused: refusal(`${found.why} ${nothingWasCharged()}`) }
    : { clip: writeMessageClips(found.message) }
}

/** Everything that can be done with a clip, one button each. Throws AppError `store_unavailable`. */
export const clipMenu = async (options: ClipMenuOptions, invocation: Invocation): Promise<Answer> => {
  const meant = await clipMeant(options, invocation)
  if ('refused' in meant) return meant.refused
  const { clip } = meant
  const buttons = clipFeaturesOf(options.commands).map(({ name, messageAction, fields }): Button => {
    const [field = ''] = clipFieldsOf(fields)
    const values = { [field]: clip }
    return {
      label: sayDeclared(messageAction),
      style: 'plain',
      commandLink: { command: name, action: undefined, values },
    }
  })
  return privately({
    text: say('What do you want to do with this clip? Nothing is charged until you send the form.'),
    tone: 'info',
    blocks: [{ kind: 'buttons', buttons }],
  })
}
