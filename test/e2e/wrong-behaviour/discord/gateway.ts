import { type Change, long, many, never, says } from '../changes.ts'
import type { Row } from '../row.ts'

const frame = (op: number, d: unknown): string => JSON.stringify({ op, d })

const closed = (code: number): readonly RegExp[] => [new RegExp(`^gateway closed with ${code}: `)]

const said = (name: string, code: number, ...injects: readonly string[]): Row => ({
  name,
  scenario: 'comeback',
  does: { injects },
  refusals: closed(code),
  endsWell: true,
})

const identify = { token: 'another', intents: 1, properties: { os: 'linux', browser: 'x', device: 'x' } }

/** After these Discord does not want to hear of the bot again, which ends with a report. */
const started = (name: string, code: number, does: Change): Row => ({
  name,
  scenario: 'another',
  does: { on: 'gateway 2', does },
  refusals: closed(code),
})

/**
 * What is said over the gateway. Members are answered anyway, as the
 * official client comes back by itself.
 * https://docs.discord.com/developers/topics/opcodes-and-status-codes#gateway
 */
export const gateway: readonly Row[] = [
  said('an operation that does not exist', 4001, frame(99, {})),
  said('a text that is no JSON', 4002, '{"op":'),
  said('a payload of 4097 bytes', 4002, frame(3, long(4_097 - frame(3, '').length))),
  said('a heartbeat with a word for its number', 4002, frame(1, 'now')),
  said('a second identify', 4005, frame(2, identify)),
  said('121 payloads in a minute', 4008, ...many(121, () => frame(1, null))),
  {
    name: 'a session taken up at a number that was never sent',
    scenario: 'drop',
    does: { on: 'gateway 6', does: says('d.seq', 100_000) },
    refusals: closed(4007),
    endsWell: true,
  },
  {
    name: 'a heartbeat that does not come',
    scenario: 'comeback',
    does: { on: 'gateway 1', does: never(0) },
    refusals: closed(4009),
    endsWell: true,
  },
]

/** https://docs.discord.com/developers/events/gateway#identifying */
export const starts: readonly Row[] = [
  started('another token on the gateway', 4004, says('d.token', 'another')),
  started('a shard that cannot be', 4010, says('d.shard', [2, 1])),
  started('an intent that does not exist', 4013, says('d.intents', 2 ** 30)),
  started('an intent that is not switched on', 4014, says('d.intents', 1 << 1)),
]
