import { type ClipIndex, clipFieldsOf, type KnownClip } from '../../core/clip/clip.ts'
import { type Answer, type Command, type Invocation, privately, refusal } from '../../core/command/command.ts'
import { clipFeaturesOf, writeMessageClips } from '../../core/command/message-actions.ts'
import type { Button } from '../../core/message/message.ts'
import { accountOf } from '../../core/target.ts'
import { say, sayDeclared } from '../../core/texts/say.ts'

interface ClipMenuOptions {
  commands: readonly Command[]
  clips: Pick<ClipIndex, 'inMessage' | 'remember'>
}

/**
 * The message among those pointed at that brings clips, which are remembered for the button to be pressed.
 */
const messageWithClips = async (
  { clips }: ClipMenuOptions,
  { pointedAt, target }: Invocation,
): Promise<string | undefined> => {
  const place = { account: accountOf(target), channel: target.channel }
  for (const { message, by, files, atMs } of pointedAt) {
    if ((await clips.inMessage(place, message)).length > 0) return message
    if (files.length === 0) continue
    await clips.remember(
      place,
      message,
      files.map((clip): KnownClip => ({ clip, from: 'member', atMs, ...(by !== undefined && { by }) })),
    )
    return message
  }
  return undefined
}

/** What stands for the clip that is meant: a take that a button names, or what the message brought. */
const clipMeant = async (options: ClipMenuOptions, invocation: Invocation): Promise<string | undefined> => {
  const { take } = invocation.values
  if (typeof take === 'string') return take
  const message = await messageWithClips(options, invocation)
  return message === undefined ? undefined : writeMessageClips(message)
}

/** All that can be done with a clip, a button each. Throws AppError `store_unavailable`. */
export const clipMenu = async (options: ClipMenuOptions, invocation: Invocation): Promise<Answer> => {
  const clip = await clipMeant(options, invocation)
  if (clip === undefined) return refusal(say('There is no audio file in that message. Nothing was charged.'))
  const buttons = clipFeaturesOf(options.commands).map(({ name, messageAction, fields }): Button => {
    const [field = ''] = clipFieldsOf(fields)
    const values = { [field]: clip }
    return {
      label: sayDeclared(messageAction),
      style: 'plain',
      asks: { command: name, action: undefined, values },
    }
  })
  return privately({
    text: say(
      'What shall become of this clip? A form follows, and nothing is charged before you have sent it.',
    ),
    tone: 'info',
    blocks: [{ kind: 'buttons', buttons }],
  })
}
