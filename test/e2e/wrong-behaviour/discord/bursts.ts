import type { Addresses } from '../../../../sandbox/world/addresses.ts'
import type { Call } from '../call.ts'
import { again, andThen, asks, type Change, floods } from '../changes.ts'
import type { Row } from '../row.ts'
import { byToken } from './follow-ups.ts'
import { toPosted } from './others.ts'

const isRefused = /: 429 (0|30046) /

/** Those that are on their way with the first that is refused are refused as well. */
const burst = (
  name: string,
  does: Change,
  scenario: Row['scenario'] = 'mention',
  on = 'POST /channels/:id/messages',
): Row => ({
  name,
  scenario,
  does: { on, does },
  refusals: [isRefused],
  besides: [isRefused],
  endsWell: true,
})

/** More at once than a bucket takes. */
const few = 8

const reads = (path: (call: Call, addresses: Addresses) => string, atOnce = few): Change =>
  andThen(floods(atOnce, asks('GET', path)))

const hourMs = 60 * 60_000

/** Has what the member waits to see, who may look only after these edits. */
const stillSeen = { content: 'credits left here' }

/** https://docs.discord.com/developers/topics/rate-limits */
export const bursts: readonly Row[] = [
  burst('a burst of messages', andThen(floods(few, again))),
  burst(
    'a burst of looks at a channel’s messages',
    reads(({ path }) => path),
  ),
  burst(
    'a burst of looks at a message',
    toPosted((path) =>
      floods(
        few,
        asks('GET', () => path),
      ),
    ),
  ),
  burst(
    'a burst of edits',
    toPosted((path) =>
      floods(
        few,
        asks('PATCH', () => path, stillSeen),
      ),
    ),
  ),
  burst(
    'a burst of edits of a message of an hour ago',
    toPosted((path) => async (call, send, ground) => {
      ground.clock.advance(hourMs + 1)
      return floods(
        4,
        asks('PATCH', () => path, stillSeen),
      )(call, send, ground)
    }),
  ),
  burst(
    'a bot that types without end',
    andThen(
      floods(
        few,
        asks('POST', ({ path }) => path.replace(/messages$/, 'typing')),
      ),
    ),
  ),
  burst(
    'a burst of looks at a member',
    reads((_, { discord }) => `/api/v10/guilds/${discord.guildId}/members/${discord.memberId}`),
  ),
  burst(
    'a burst of looks at a person',
    reads((_, { discord }) => `/api/v10/users/${discord.memberId}`, 40),
  ),
  burst(
    'a burst of questions for the gateway',
    reads(() => '/api/v10/gateway/bot', 3),
  ),
  burst(
    'more than fifty requests a second',
    reads(() => '/api/v10/users/@me', 60),
  ),
  burst(
    'a burst of edits by a token',
    andThen(floods(few, asks('PATCH', byToken('/messages/@original'), { content: 'x' }))),
    'help',
    'POST /interactions/:id/:token/callback',
  ),
  burst(
    'a burst of registrations',
    andThen(floods(3, again)),
    'registration',
    'PUT /applications/:id/commands',
  ),
]
