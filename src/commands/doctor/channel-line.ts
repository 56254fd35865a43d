import { unreachable } from '../../core/errors.ts'
import type { ChannelLack, ChannelLook } from '../../core/job/channel-look.ts'
import { say } from '../../core/text/say.ts'
import type { DoctorLine } from './line.ts'

/** How to mend what the bot lacks in a channel. */
const mendOf = (lack: ChannelLack): string => {
  switch (lack.kind) {
    case 'right':
      return say('Give me the {{right}} permission in this channel.', { right: lack.name })
    case 'scope':
      return say(
        "This workspace hasn't granted me {{scope}}. Your bot operator needs to install the app again.",
        {
          scope: lack.name,
        },
      )
    case 'absent':
      return say("I'm not in this channel. Invite me: type /invite and my name.")
    case 'archived':
      return say("This channel is archived, so I can't post in it.")
    case 'unknown':
      return say("I can't find this channel. It's gone, or it's private and I wasn't invited.")
    default:
      return unreachable(lack)
  }
}

interface Named {
  /** A channel other than the one in which the admin asks. */
  channel?: string
  /** Whether the chat refused the last message there. */
  isRefused?: boolean
}

/** Whether the bot can work in a channel. */
export const channelLine = (
  label: string,
  look: ChannelLook,
  { channel, isRefused = false }: Named = {},
): DoctorLine => {
  const about = channel === undefined ? {} : { about: { kind: 'channel', id: channel } as const }
  const lacks =
    look.status === 'looked'
      ? look.lacks.map(mendOf)
      : [say("I couldn't check this channel in time. Try again in a minute.")]
  const refused =
    isRefused && lacks.length === 0
      ? [say("I couldn't post the last message there. Check that I can, or choose another channel.")]
      : []
  return {
    label,
    ...about,
    problems: [...lacks, ...refused],
    fine: say('I can read, post and attach files here.'),
  }
}
