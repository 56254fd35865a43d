import { declared } from '../text/say.ts'
import type { Command } from './command.ts'
import type { Feature } from './feature.ts'

/** The entry of a message's menu that leads to the features that don't fit in it. */
export const moreWithClip = declared('More with this clip')

/** Features that work on a message's clip, in the order of the commands. */
export const clipFeaturesOf = (
  commands: readonly Command[],
): readonly (Feature & { messageAction: string })[] =>
  commands.flatMap((command) =>
    command.kind === 'feature' && command.messageAction !== undefined
      ? [{ ...command, messageAction: command.messageAction }]
      : [],
  )

/**
 * The features with an entry in a message's menu, given the platform's maximum, and whether the last entry leads to
 * the others.
 */
export const menuOf = (
  commands: readonly Command[],
  entriesMax: number,
): { features: ReturnType<typeof clipFeaturesOf>; hasMore: boolean } => {
  const all = clipFeaturesOf(commands)
  const hasMore = all.length > entriesMax
  return { features: hasMore ? all.slice(0, entriesMax - 1) : all, hasMore }
}

const pattern = /^message:([\w.-]{1,40})$/

/** How a clip field names a message's clips. */
export const writeMessageClips = (message: string): string => `message:${message}`

/** The message whose clips are named; undefined for any other text. */
export const readMessageClips = (text: string): string | undefined => pattern.exec(text)?.[1]
