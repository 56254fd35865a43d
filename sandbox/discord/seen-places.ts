import { ChannelType, PermissionFlagsBits } from 'discord-api-types/v10'
import type { SeenChannel, SeenGroup, SeenPerson, SeenPlaces, SeenServer } from '../control/seen-places.ts'
import { displayName, findPerson } from './deeds/references.ts'
import { permissionsOf } from './messages.ts'
import { holds, permissionsIn } from './permissions.ts'
import { holdsMessages } from './places.ts'
import { userOf } from './render-member.ts'
import { type Channel, directMessage, type Guild, type World } from './state.ts'

const seeChannel = ({ id, name, thread }: Channel): SeenChannel => ({
  id,
  name,
  kind: thread ? 'thread' : 'channel',
  ...(thread && { parent: thread.parentId }),
})

const seePeople = (world: World, guild: Guild): readonly SeenPerson[] =>
  [...guild.members.values()].map((member) => {
    const user = userOf(world, member.userId)
    return {
      id: user.id,
      name: displayName(user),
      isBot: user.bot ?? false,
      isAdmin: holds(permissionsIn(guild, member, []), PermissionFlagsBits.ManageGuild),
    }
  })

/** All roles but the one that everybody has. */
const seeGroups = ({ id: everyoneId, roles }: Guild): readonly SeenGroup[] =>
  [...roles.values()].filter(({ id }) => id !== everyoneId).map(({ id, name }) => ({ id, name }))

const seeServer = (world: World, guild: Guild, userId: string): SeenServer => ({
  id: guild.id,
  name: guild.name,
  channels: [...world.channels.values()]
    .filter((channel) => channel.guildId === guild.id && holdsMessages(channel))
    .filter(({ type }) => type !== ChannelType.GuildVoice)
    .filter((channel) => holds(permissionsOf(world, userId, channel), PermissionFlagsBits.ViewChannel))
    .map(seeChannel),
  people: seePeople(world, guild),
  groups: seeGroups(guild),
})

/** The servers that somebody is in with the channels that they see there, and their messages with the bot. */
export const seenPlaces = (world: World, viewer: string): SeenPlaces => {
  const { id: userId } = findPerson(world, viewer, 'viewer')
  const { id } = directMessage(world, userId)
  return {
    servers: [...world.guilds.values()]
      .filter(({ members, isOut }) => members.has(userId) && !isOut)
      .map((guild) => seeServer(world, guild, userId)),
    directMessages: [{ id, name: displayName(world.bot), kind: 'direct message' }],
  }
}
