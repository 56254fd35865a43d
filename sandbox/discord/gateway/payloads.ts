import { GatewayCloseCodes, GatewayIntentBits } from 'discord-api-types/v10'
import { z } from 'zod'
import { GatewayClose } from './closing.ts'

/** What a payload carries, as its op has it; throws the close of a payload that cannot be read. */
export const readData = <T extends z.ZodType>(schema: T, d: unknown): z.output<T> => {
  const { data, error } = schema.safeParse(d)
  if (error) throw new GatewayClose(GatewayCloseCodes.DecodeError, error.issues)
  return data
}

/** Any payload from a client. https://docs.discord.com/developers/events/gateway-events#payload-structure */
export const gatewayPayload = z.strictObject({
  op: z.int(),
  d: z.unknown().optional(),
  s: z.int().nullish(),
  t: z.string().nullish(),
})

/** The number of the last event received, or null before the first. */
export const heartbeatData = z.int().nullable()

/** https://docs.discord.com/developers/events/gateway-events#update-presence */
export const presenceData = z.strictObject({
  since: z.number().nullish(),
  activities: z.array(z.unknown()),
  status: z.enum(['online', 'dnd', 'idle', 'invisible', 'offline']),
  afk: z.boolean(),
})

/** https://docs.discord.com/developers/events/gateway-events#identify */
export const identifyData = z.strictObject({
  token: z.string(),
  intents: z.int().min(0),
  properties: z.record(z.string(), z.unknown()),
  compress: z.boolean().nullish(),
  large_threshold: z.int().min(50).max(250).nullish(),
  shard: z.tuple([z.int().min(0), z.int().min(1)]).nullish(),
  presence: presenceData.nullish(),
})

export type IdentifyData = z.output<typeof identifyData>

/** https://docs.discord.com/developers/events/gateway-events#resume */
export const resumeData = z.strictObject({
  token: z.string(),
  session_id: z.string(),
  seq: z.int().nullable(),
})

/** https://docs.discord.com/developers/events/gateway-events#update-voice-state */
export const voiceStateData = z.strictObject({
  guild_id: z.string(),
  channel_id: z.string().nullable(),
  self_mute: z.boolean(),
  self_deaf: z.boolean(),
})

/** https://docs.discord.com/developers/events/gateway-events#request-soundboard-sounds */
export const soundboardData = z.strictObject({ guild_ids: z.array(z.string()) })

const isGiven = (value: unknown): boolean => value !== undefined && value !== null

/**
 * One of query and user_ids, and with a query a limit.
 * https://docs.discord.com/developers/events/gateway-events#request-guild-members
 */
export const requestMembersData = z
  .strictObject({
    guild_id: z.string(),
    query: z.string().nullish(),
    limit: z.int().min(0).max(100).nullish(),
    presences: z.boolean().nullish(),
    user_ids: z.union([z.string(), z.array(z.string()).max(100)]).nullish(),
    nonce: z.string().nullish(),
  })
  .refine(({ query, user_ids }) => isGiven(query) || isGiven(user_ids))
  .refine(({ query, limit }) => !isGiven(query) || isGiven(limit))

export type RequestMembers = z.output<typeof requestMembersData>

/** Every intent that there is; any other bit is invalid. */
export const allIntents = Object.values(GatewayIntentBits)
  .filter((value): value is GatewayIntentBits => typeof value === 'number')
  .reduce((all, bit) => all | bit, 0)

/** Intents that must be switched on for the application first. */
export const privilegedIntents =
  GatewayIntentBits.GuildMembers | GatewayIntentBits.GuildPresences | GatewayIntentBits.MessageContent
