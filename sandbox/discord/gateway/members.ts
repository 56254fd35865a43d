import { GatewayCloseCodes, GatewayDispatchEvents, GatewayIntentBits } from 'discord-api-types/v10'
import { recordBreach } from '../breaches.ts'
import { hasBot } from '../guild-changes.ts'
import { limits } from '../limits.ts'
import { renderMember } from '../render-member.ts'
import type { Guild, Member, World } from '../state.ts'
import { GatewayClose } from './closing.ts'
import { type RequestMembers, readData, requestMembersData } from './payloads.ts'
import { dispatch, type Gateway, hasIntent, type Session } from './sessions.ts'

const findMembers = (
  world: World,
  guild: Guild,
  { user_ids: userIds, query, limit }: RequestMembers,
): readonly Member[] => {
  const wanted = userIds === undefined || userIds === null ? undefined : [userIds].flat()
  const prefix = (query ?? '').toLowerCase()
  const found = [...guild.members.values()].filter(({ userId }) =>
    wanted ? wanted.includes(userId) : world.users.get(userId)?.username.startsWith(prefix),
  )
  return found.slice(0, limit || found.length)
}

/**
 * All members are for who may hear of members, presences for who may hear of
 * presences. Nothing is answered to others.
 */
const mayAsk = (session: Session, { user_ids: userIds, query, presences }: RequestMembers): boolean => {
  const asksAll = !userIds && !query
  if (asksAll && !hasIntent(session, GatewayIntentBits.GuildMembers)) return false
  return !presences || hasIntent(session, GatewayIntentBits.GuildPresences)
}

/**
 * Answers with the requested members of a server, in one part.
 * https://docs.discord.com/developers/events/gateway-events#request-guild-members
 */
export const sendMembers = (gateway: Gateway, session: Session, d: unknown): void => {
  const { world } = gateway
  const asked = readData(requestMembersData, d)
  const guild = world.guilds.get(asked.guild_id)
  if (!guild || !hasBot(world, guild))
    throw new GatewayClose(GatewayCloseCodes.DecodeError, { guildId: asked.guild_id })
  if (!mayAsk(session, asked)) {
    recordBreach(world, 'asked for what its intents do not cover', { to: 'members', detail: asked })
    return
  }
  const { nonce, presences, user_ids: userIds } = asked
  const keepsNonce = nonce && Buffer.byteLength(nonce) <= limits.membersNonceBytes
  dispatch(gateway, session, GatewayDispatchEvents.GuildMembersChunk, {
    guild_id: guild.id,
    members: findMembers(world, guild, asked).map((member) => renderMember(world, member)),
    chunk_index: 0,
    chunk_count: 1,
    not_found: [userIds ?? []].flat().filter((id) => !guild.members.has(id)),
    ...(presences && { presences: [] }),
    ...(keepsNonce && { nonce }),
  })
}
