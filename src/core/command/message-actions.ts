import { declared } from '../text/say.ts'
import type { Command } from './command.ts'
import type { Feature } from './feature.ts'

/** The entry of a message's own menu that leads to the features for which the menu has no room. */
export const moreWithClip = declared('More with this clip')

/** What works on the clip of a message, in the order of the commands. */
export const clipFeaturesOf = (
  commands: readonly Command[],
): readonly (Feature & { messageAction: string })[] =>
  commands.flatMap((command) =>
    command.kind === 'feature' && command.messageAction !== undefined
      ? [{ ...command, messageAction: command.messageAction }]
      : [],
  )

/**
 * The features that have an entry of their own in a message's menu, where a platform takes so many entries,
 * and whether the last one leads to the others.
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

/** What stands for the clips of a message in a clip field. */
export const writeMessageClips = (message: string): string => `message:${message}`

/** The message whose clips are meant; undefined for any other text. */
export const readMessageClips = (text: string): string | undefined => pattern.exec(text)?.[1]
