import { again, andThen, type Change, floods, type Ground } from '../changes.ts'
import type { Row } from '../row.ts'
import { calling } from './calls.ts'

const home = ({ addresses }: Ground) => ({ channel: addresses.slack.channelId })
const member = ({ addresses }: Ground) => ({ user: addresses.slack.memberId })

const burst = (name: string, method: string, atOnce: number, change: Change): Row => ({
  name,
  scenario: 'mention',
  endsWell: true,
  does: { on: 'chat.postEphemeral', does: andThen(floods(atOnce, change)) },
  refusals: [new RegExp(`^${method}: ratelimited$`)],
  // Those that are on their way with the first that is refused are refused as well.
  besides: [new RegExp(`^${method}: ratelimited$`)],
})

const burstOf = (
  name: string,
  method: string,
  atOnce: number,
  ...how: readonly [
    args?: (ground: Ground) => Readonly<Record<string, string>>,
    token?: (ground: Ground) => string,
  ]
): Row => burst(name, method, atOnce, calling(method, ...how))

/**
 * A call of each tier, and those with a rate of their own. https://docs.slack.dev/apis/web-api/rate-limits
 */
export const bursts: readonly Row[] = [
  burstOf('a burst of messages in a channel', 'chat.postMessage', 8, (ground) => ({
    ...home(ground),
    text: 'x',
  })),
  burst('a burst of words in private', 'chat.postEphemeral', 60, again),
  burstOf('a burst of looks at a person', 'users.info', 60, member),
  burstOf('a burst of looks at a channel', 'conversations.info', 30, home),
  burstOf('a burst of lists of all people', 'users.list', 15),
  burstOf('a burst of looks at itself', 'auth.test', 200),
  burstOf(
    'a burst of asking for sockets',
    'apps.connections.open',
    8,
    () => ({}),
    ({ addresses }) => addresses.slack.appToken,
  ),
]
