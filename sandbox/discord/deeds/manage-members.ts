import { PermissionFlagsBits } from 'discord-api-types/v10'
import { type Management, type ServerManagement, UnknownReference } from '../../control/people.ts'
import { addMember, banMember, changeMember, changeRole, removeMember } from '../member-changes.ts'
import type { Actor, Guild, Member, Role, World } from '../state.ts'
import { findUser, NotAllowed } from './references.ts'
import { findPermission, requireRight } from './rights.ts'

const positionOf = (guild: Guild, { roleIds }: Member): number =>
  Math.max(0, ...roleIds.map((id) => guild.roles.get(id)?.position ?? 0))

/**
 * Only what stands lower than one's own highest role can be managed.
 * https://docs.discord.com/developers/topics/permissions#permission-hierarchy
 */
const requireHigher = (guild: Guild, { userId }: Actor, position: number): void => {
  const actor = guild.members.get(userId)
  if (actor && guild.ownerId !== userId && positionOf(guild, actor) <= position)
    throw new NotAllowed('That stands as high as you do, or higher')
}

const findRole = (guild: Guild, name: string): Role => {
  const role = [...guild.roles.values()].find((candidate) => [candidate.id, candidate.name].includes(name))
  if (!role) throw new UnknownReference('role', `There is no role "${name}" here`)
  return role
}

/** Somebody who is in the server. */
export const findMember = (world: World, guild: Guild, name: string): Member => {
  const user = findUser(world, name)
  const member = user && guild.members.get(user.id)
  if (!member) throw new UnknownReference('member', `There is no member "${name}" here`)
  return member
}

const findNewcomer = (world: World, guild: Guild, name: string): string => {
  const user = findUser(world, name)
  if (!user) throw new UnknownReference('member', `There is no person "${name}"`)
  if (user.bot) throw new NotAllowed('A bot is invited, not added')
  if (guild.members.has(user.id)) throw new NotAllowed('They are here already')
  return user.id
}

type RightsDeed = Extract<ServerManagement, { permission: string }>
type RoleDeed = Extract<ServerManagement, { role: string; member: string }>
type MemberDeed = Exclude<ServerManagement, RightsDeed | RoleDeed | { name: string }>

const changeRoleRights = (world: World, actor: Actor, guild: Guild, deed: RightsDeed): void => {
  const permission = findPermission(deed.permission)
  const role = findRole(guild, deed.role)
  requireRight(world, actor, PermissionFlagsBits.ManageRoles | permission)
  requireHigher(guild, actor, role.position)
  const { permissions } = role
  changeRole(world, guild, role, deed.what === 'grant' ? permissions | permission : permissions & ~permission)
}

const changeRoles = (world: World, actor: Actor, guild: Guild, deed: RoleDeed): void => {
  const role = findRole(guild, deed.role)
  const member = findMember(world, guild, deed.member)
  requireRight(world, actor, PermissionFlagsBits.ManageRoles)
  requireHigher(guild, actor, role.position)
  if (role.id === guild.id || role.botId !== undefined)
    throw new NotAllowed('Nobody gives or takes that role')
  const others = member.roleIds.filter((id) => id !== role.id)
  changeMember(world, guild, member, deed.what === 'give role' ? [...others, role.id] : others)
}

const changeMembers = (world: World, actor: Actor, guild: Guild, { what, member }: MemberDeed): void => {
  if (what === 'add member') {
    requireRight(world, actor, PermissionFlagsBits.ManageGuild)
    addMember(world, guild, findNewcomer(world, guild, member))
    return
  }
  const found = findMember(world, guild, member)
  if (found.userId === world.bot.id) throw new NotAllowed('The bot is removed, not a member')
  const isBan = what === 'ban member'
  requireRight(world, actor, isBan ? PermissionFlagsBits.BanMembers : PermissionFlagsBits.KickMembers)
  requireHigher(
    guild,
    actor,
    found.userId === guild.ownerId ? Number.POSITIVE_INFINITY : positionOf(guild, found),
  )
  if (isBan) banMember(world, guild, found.userId)
  else removeMember(world, guild, found.userId)
}

type MembersDeed = Exclude<Management | ServerManagement, Management | { name: string }>

/** Looks after the roles and the members of a server. */
export const manageMembers = (world: World, actor: Actor, guild: Guild, deed: MembersDeed): void => {
  switch (deed.what) {
    case 'grant':
    case 'revoke':
      changeRoleRights(world, actor, guild, deed)
      return
    case 'give role':
    case 'take role':
      changeRoles(world, actor, guild, deed)
      return
    case 'add member':
    case 'remove member':
    case 'ban member':
      changeMembers(world, actor, guild, deed)
  }
}
