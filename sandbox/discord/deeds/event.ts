import {
  type APIInteractionDataResolved,
  type APIInteractionDataResolvedGuildMember,
  type GatewayInteractionCreateDispatchData,
  Locale,
} from 'discord-api-types/v10'
import { UnknownReference } from '../../control/people.ts'
import { renderFile } from '../cdn.ts'
import { appPermissions } from '../installations.ts'
import { permissionsOf } from '../messages.ts'
import { contextOf, fileLimitOf } from '../places.ts'
import { guardContent, guardReply, renderMessage } from '../render.ts'
import { renderChannel } from '../render-channel.ts'
import { renderBareMember, renderRole, userOf } from '../render-member.ts'
import { type Channel, guildOf, type Interaction, type StoredFile, type World } from '../state.ts'

const channelOf = (world: World, id: string): Channel => {
  const channel = world.channels.get(id)
  if (!channel) throw new UnknownReference('channel', `There is no channel "${id}"`)
  return channel
}

const starterFields = (world: World, interaction: Interaction, channel: Channel) => {
  const user = userOf(world, interaction.userId)
  const guild = guildOf(world, channel)
  const member = guild?.members.get(interaction.userId)
  if (!guild || !member) return { user }
  return {
    guild_id: guild.id,
    guild: { id: guild.id, locale: Locale.EnglishUS, features: [...guild.features] },
    guild_locale: Locale.EnglishUS,
    member: {
      ...renderBareMember(member),
      user,
      permissions: String(permissionsOf(world, user.id, channel)),
    },
  }
}

/** A channel with what the starter may do in it. */
const renderPlace = (world: World, channel: Channel, userId: string) => ({
  ...renderChannel(world, channel),
  permissions: String(permissionsOf(world, userId, channel)),
})

/**
 * An interaction as the gateway tells it, whole.
 * https://docs.discord.com/developers/interactions/receiving-and-responding#interaction-object
 */
export const renderInteraction = (
  world: World,
  interaction: Interaction,
  data: object,
): GatewayInteractionCreateDispatchData => {
  const channel = channelOf(world, interaction.channelId)
  return {
    id: interaction.id,
    application_id: world.applicationId,
    type: interaction.type,
    token: interaction.token,
    version: 1,
    data,
    channel_id: channel.id,
    channel: renderPlace(world, channel, interaction.userId),
    context: contextOf(channel),
    ...starterFields(world, interaction, channel),
    ...(interaction.source && { message: renderMessage(world, interaction.source) }),
    locale: world.locales.get(interaction.userId) ?? Locale.EnglishUS,
    app_permissions: String(appPermissions(world, interaction, channel)),
    entitlements: [],
    authorizing_integration_owners: interaction.owners,
    attachment_size_limit: fileLimitOf(world, channel),
  } as GatewayInteractionCreateDispatchData
}

/**
 * The same as a session without the message content intent gets it: the message of a menu entry stays whole,
 * and what it or the message under a button replies to is judged by itself.
 * https://docs.discord.com/developers/events/gateway#message-content-intent
 */
export const guardInteraction = (
  world: World,
  event: GatewayInteractionCreateDispatchData,
): GatewayInteractionCreateDispatchData => {
  const guarded = 'message' in event && event.message ? { message: guardContent(world, event.message) } : {}
  const resolved = event.data && 'resolved' in event.data ? event.data.resolved : undefined
  const messages = resolved && 'messages' in resolved ? Object.entries(resolved.messages) : []
  const data = messages.length > 0 && {
    data: {
      ...event.data,
      resolved: {
        messages: Object.fromEntries(messages.map(([id, target]) => [id, guardReply(world, target)])),
      },
    },
  }
  return { ...event, ...guarded, ...data } as GatewayInteractionCreateDispatchData
}

/** What the values of an interaction refer to. */
export type References = {
  readonly userIds: readonly string[]
  readonly roleIds: readonly string[]
  readonly channelIds: readonly string[]
  readonly files: readonly StoredFile[]
}

export const noReferences: References = { userIds: [], roleIds: [], channelIds: [], files: [] }

const record = <T>(
  ids: readonly string[],
  make: (id: string) => T | undefined,
): Record<string, T> | undefined => {
  const entries = ids.flatMap((id) => {
    const made = make(id)
    return made === undefined ? [] : [[id, made] as const]
  })
  return entries.length > 0 ? Object.fromEntries(entries) : undefined
}

const resolveMember = (
  world: World,
  channel: Channel,
  id: string,
): APIInteractionDataResolvedGuildMember | undefined => {
  const member = guildOf(world, channel)?.members.get(id)
  if (!member) return undefined
  const { deaf: _deaf, mute: _mute, ...shown } = renderBareMember(member)
  return { ...shown, permissions: String(permissionsOf(world, id, channel)) }
}

const resolveChannel = (world: World, id: string, userId: string) => {
  const channel = world.channels.get(id)
  return (
    channel && {
      id,
      type: channel.type,
      name: channel.name,
      permissions: String(permissionsOf(world, userId, channel)),
      app_permissions: String(permissionsOf(world, world.bot.id, channel)),
    }
  )
}

/** The objects behind the ids, as `data.resolved` carries them; undefined when there are none. */
export const renderResolved = (
  world: World,
  { channelId, userId }: { channelId: string; userId: string },
  references: References,
): APIInteractionDataResolved | undefined => {
  const channel = channelOf(world, channelId)
  const resolved = {
    users: record(references.userIds, (id) => world.users.get(id)),
    members: record(references.userIds, (id) => resolveMember(world, channel, id)),
    roles: record(references.roleIds, (id) => {
      const role = guildOf(world, channel)?.roles.get(id)
      return role && renderRole(role)
    }),
    channels: record(references.channelIds, (id) => resolveChannel(world, id, userId)),
    attachments: record(
      references.files.map(({ id }) => id),
      (id) => {
        const file = references.files.find((candidate) => candidate.id === id)
        return file && renderFile(world, file)
      },
    ),
  }
  const given = Object.entries(resolved).filter(([, value]) => value !== undefined)
  return given.length > 0 ? Object.fromEntries(given) : undefined
}
