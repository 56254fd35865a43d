import { andThen, both, type Change, type Ground, times } from '../changes.ts'
import type { Row } from '../row.ts'
import { calling } from './calls.ts'

type Seen = { readonly ts: string; readonly files?: readonly { readonly id: string }[] }

const home = ({ addresses }: Ground) => ({ channel: addresses.slack.channelId })

/** Does something to what a member wrote last in the channel. */
const toMembers = (does: (message: Seen) => Change): Change =>
  andThen(async (call, send, ground) => {
    const answer = await calling('conversations.history', home)(call, send, ground)
    const { messages } = JSON.parse(answer.body.toString()) as { messages: (Seen & { user: string })[] }
    const written = messages.find(({ user }) => ground.addresses.slack.memberIds.includes(user))
    if (!written) throw new Error('No member wrote anything')
    return does(written)(call, send, ground)
  })

const row = (name: string, does: Change, refusal: RegExp): Row => ({
  name,
  scenario: 'mention',
  does: { on: 'chat.postEphemeral', does },
  refusals: [refusal],
  endsWell: true,
})

/** What belongs to others, or is gone. https://docs.slack.dev/reference/methods/chat.delete#errors */
export const others: readonly Row[] = [
  row(
    'an edit of a member’s message',
    toMembers(({ ts }) => calling('chat.update', (ground) => ({ ...home(ground), ts, text: 'x' }))),
    /^chat\.update: cant_update_message$/,
  ),
  row(
    'a member’s message that is deleted',
    toMembers(({ ts }) => calling('chat.delete', (ground) => ({ ...home(ground), ts }))),
    /^chat\.delete: cant_delete_message$/,
  ),
  row(
    'a message that is deleted twice',
    andThen(async (call, send, ground) => {
      const posted = await calling('chat.postMessage', (at) => ({ ...home(at), text: 'x' }))(
        call,
        send,
        ground,
      )
      const { ts } = JSON.parse(posted.body.toString()) as { ts: string }
      return both(
        calling('chat.delete', (at) => ({ ...home(at), ts })),
        times(2),
      )(call, send, ground)
    }),
    /^chat\.delete: message_not_found$/,
  ),
  row(
    'a look into a channel that the app is not in',
    andThen(
      calling('conversations.history', ({ addresses }) => ({ channel: addresses.slack.channelIds[2] ?? '' })),
    ),
    /^conversations\.history: not_in_channel$/,
  ),
  {
    name: 'a member’s file that is deleted',
    scenario: 'form',
    does: {
      on: 'views.open',
      does: toMembers(({ files = [] }) => calling('files.delete', () => ({ file: files[0]?.id ?? '' }))),
    },
    refusals: [/^files\.delete: cant_delete_file$/],
    endsWell: true,
  },
]
