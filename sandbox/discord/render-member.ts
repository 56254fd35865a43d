import type { APIGuildMember, APIRole, APIUser, GuildMemberFlags, RoleFlags } from 'discord-api-types/v10'
import type { Member, Role, World } from './state.ts'

const iso = (ms: number) => new Date(ms).toISOString()

/** A user that must exist, because the stand-in itself wrote the id. */
export const userOf = (world: World, id: string): APIUser => {
  const user = world.users.get(id)
  if (!user) throw new Error(`No user ${id} in this world`)
  return user
}

/** https://docs.discord.com/developers/topics/permissions#role-object */
export const renderRole = (role: Role): APIRole => ({
  id: role.id,
  name: role.name,
  color: 0,
  colors: { primary_color: 0, secondary_color: null, tertiary_color: null },
  hoist: false,
  icon: null,
  unicode_emoji: null,
  position: role.position,
  permissions: String(role.permissions),
  managed: role.botId !== undefined,
  ...(role.botId !== undefined && { tags: { bot_id: role.botId } }),
  mentionable: false,
  flags: 0 as RoleFlags,
})

/** A member without the user, as messages and resolved data carry it. */
export const renderBareMember = (member: Member): Omit<APIGuildMember, 'user'> => ({
  nick: null,
  avatar: null,
  banner: null,
  roles: [...member.roleIds],
  joined_at: iso(member.joinedAtMs),
  premium_since: null,
  deaf: false,
  mute: false,
  pending: false,
  flags: 0 as GuildMemberFlags,
  communication_disabled_until: null,
})

/** https://docs.discord.com/developers/resources/guild#guild-member-object */
export const renderMember = (world: World, member: Member): APIGuildMember => ({
  ...renderBareMember(member),
  user: userOf(world, member.userId),
})
