import { GatewayCloseCodes } from 'discord-api-types/v10'

/**
 * Why Discord closes a connection.
 * https://docs.discord.com/developers/topics/opcodes-and-status-codes#gateway-gateway-close-event-codes
 */
const reasons = {
  [GatewayCloseCodes.UnknownOpcode]: 'Unknown opcode.',
  [GatewayCloseCodes.DecodeError]: 'Error while decoding payload.',
  [GatewayCloseCodes.NotAuthenticated]: 'Not authenticated.',
  [GatewayCloseCodes.AuthenticationFailed]: 'Authentication failed.',
  [GatewayCloseCodes.AlreadyAuthenticated]: 'Already authenticated.',
  [GatewayCloseCodes.InvalidSeq]: 'Invalid seq.',
  [GatewayCloseCodes.RateLimited]: 'You are being rate limited.',
  [GatewayCloseCodes.SessionTimedOut]: 'Session timed out.',
  [GatewayCloseCodes.InvalidShard]: 'Invalid shard.',
  [GatewayCloseCodes.ShardingRequired]: 'Sharding required.',
  [GatewayCloseCodes.InvalidAPIVersion]: 'Invalid API version.',
  [GatewayCloseCodes.InvalidIntents]: 'Invalid intent(s).',
  [GatewayCloseCodes.DisallowedIntents]: 'Disallowed intent(s).',
} as const

/** The codes with which a bot's own doing is answered. */
export const refusingCodes: readonly number[] = Object.keys(reasons).map(Number)

/** Every code with which Discord closes a gateway; there is no 4006. */
export const closeCodes: readonly number[] = Object.values(GatewayCloseCodes).filter(
  (code) => typeof code === 'number',
)

const resumableCodes: ReadonlySet<number> = new Set([
  GatewayCloseCodes.UnknownError,
  GatewayCloseCodes.UnknownOpcode,
  GatewayCloseCodes.DecodeError,
  GatewayCloseCodes.NotAuthenticated,
  GatewayCloseCodes.AlreadyAuthenticated,
  GatewayCloseCodes.RateLimited,
])

/**
 * Whether a session is over with a close by Discord: after 4007 and 4009 a client starts a new one, after
 * 4004 and 4010 to 4014 it must not come back. The codes are those of the page above.
 */
export const endsSession = (code: number): boolean => !resumableCodes.has(code)

/**
 * Discord's "no" on the gateway: thrown while a payload is read, turned into
 * a close and an entry of the wire.
 */
export class GatewayClose extends Error {
  readonly code: keyof typeof reasons
  readonly detail: unknown

  constructor(code: keyof typeof reasons, detail?: unknown) {
    super(reasons[code])
    this.name = 'GatewayClose'
    this.code = code
    this.detail = detail
  }
}
