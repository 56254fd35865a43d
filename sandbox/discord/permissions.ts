import { OverwriteType, PermissionFlagsBits } from 'discord-api-types/v10'

/** A role, or what a channel says about a role or a member, as far as rights go. */
export type RoleRights = { readonly id: string; readonly permissions: bigint }
export type Overwrite = {
  readonly id: string
  readonly type: OverwriteType
  readonly allow: bigint
  readonly deny: bigint
}
export type Holder = { readonly userId: string; readonly roleIds: readonly string[] }

type GuildRights = {
  readonly id: string
  readonly ownerId: string
  readonly roles: ReadonlyMap<string, RoleRights>
}

/** Every right there is: what owners and administrators hold. */
export const allPermissions = Object.values(PermissionFlagsBits).reduce((all, bit) => all | bit, 0n)

/** Whether every bit of `wanted` is held. */
export const holds = (permissions: bigint, wanted: bigint): boolean => (permissions & wanted) === wanted

/** What a member may do in a server, before its channels have their say. */
export const basePermissions = (guild: GuildRights, holder: Holder): bigint => {
  if (holder.userId === guild.ownerId) return allPermissions
  const everyone = guild.roles.get(guild.id)?.permissions ?? 0n
  const held = holder.roleIds.reduce((sum, id) => sum | (guild.roles.get(id)?.permissions ?? 0n), everyone)
  return holds(held, PermissionFlagsBits.Administrator) ? allPermissions : held
}

const apply = (permissions: bigint, overwrites: readonly Overwrite[]): bigint => {
  const deny = overwrites.reduce((sum, overwrite) => sum | overwrite.deny, 0n)
  const allow = overwrites.reduce((sum, overwrite) => sum | overwrite.allow, 0n)
  return (permissions & ~deny) | allow
}

/**
 * What a member may do in a channel: roles, then the channel's word on everyone, on the roles, on the member.
 * Who may not see the channel may do nothing in it; who may not send, for which `sendingRight` stands, may
 * not attach, embed or mention everyone.
 * https://docs.discord.com/developers/topics/permissions#permission-overwrites
 */
export const permissionsIn = (
  guild: GuildRights,
  holder: Holder,
  overwrites: readonly Overwrite[],
  sendingRight: bigint = PermissionFlagsBits.SendMessages,
): bigint => {
  const base = basePermissions(guild, holder)
  if (base === allPermissions) return base
  const everyone = overwrites.filter(({ id }) => id === guild.id)
  const roles = overwrites.filter(
    ({ id, type }) => type === OverwriteType.Role && holder.roleIds.includes(id),
  )
  const own = overwrites.filter(({ id, type }) => type === OverwriteType.Member && id === holder.userId)
  return withImplied([everyone, roles, own].reduce(apply, base), sendingRight)
}

const sendingRights =
  PermissionFlagsBits.AttachFiles |
  PermissionFlagsBits.EmbedLinks |
  PermissionFlagsBits.MentionEveryone |
  PermissionFlagsBits.SendTTSMessages

const withImplied = (permissions: bigint, sendingRight: bigint): bigint => {
  if (!holds(permissions, PermissionFlagsBits.ViewChannel)) return 0n
  return holds(permissions, sendingRight) ? permissions : permissions & ~sendingRights
}

/** What everybody may do in a direct message or among friends, where there are no roles. */
export const directMessagePermissions =
  PermissionFlagsBits.ViewChannel |
  PermissionFlagsBits.SendMessages |
  PermissionFlagsBits.EmbedLinks |
  PermissionFlagsBits.AttachFiles |
  PermissionFlagsBits.ReadMessageHistory |
  PermissionFlagsBits.AddReactions |
  PermissionFlagsBits.UseExternalEmojis |
  PermissionFlagsBits.UseApplicationCommands |
  PermissionFlagsBits.SendVoiceMessages
