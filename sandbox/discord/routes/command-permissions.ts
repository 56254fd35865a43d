import type { RESTGetAPIGuildApplicationCommandsPermissionsResult } from 'discord-api-types/v10'
import { commandPermissions } from '../command-permissions.ts'
import { hasBot } from '../guild-changes.ts'
import { refused } from '../refusal.ts'
import { route } from '../route.ts'
import type { Guild, World } from '../state.ts'

type Params = { readonly applicationId: string; readonly guildId: string }
type Rendered = RESTGetAPIGuildApplicationCommandsPermissionsResult[number]

const guildFor = (world: World, { applicationId, guildId }: Params): Guild => {
  if (applicationId !== world.applicationId) throw refused('unknownApplication')
  const guild = world.guilds.get(guildId)
  if (!guild || !hasBot(world, guild)) throw refused('missingAccess')
  return guild
}

/** What was set for one id in a server, as the API shows it; undefined where nothing was. */
const render = (world: World, guild: Guild, id: string): Rendered | undefined => {
  const permissions = [...commandPermissions(world, guild, id)]
  if (permissions.length === 0) return undefined
  return { id, application_id: world.applicationId, guild_id: guild.id, permissions }
}

const subjects = (world: World, guild: Guild): readonly string[] => [
  world.applicationId,
  ...[guild.id, 'global'].flatMap((scope) => (world.commands.get(scope) ?? []).map(({ id }) => id)),
]

const path = '/applications/:applicationId/guilds/:guildId/commands'

/**
 * Who may use commands in a server. A bot may look, and only people with rights may change it.
 * https://docs.discord.com/developers/interactions/application-commands#permissions
 */
export const commandPermissionRoutes = (world: World) => [
  route('GET', `${path}/permissions`, ({ params }) => {
    const guild = guildFor(world, params)
    return subjects(world, guild).flatMap((id) => render(world, guild, id) ?? [])
  }),
  route('GET', `${path}/:commandId/permissions`, ({ params }) => {
    const rendered = render(world, guildFor(world, params), params.commandId)
    if (!rendered) throw refused('unknownCommandPermissions')
    return rendered
  }),
  route('PUT', `${path}/:commandId/permissions`, ({ params }) => {
    guildFor(world, params)
    throw refused('botsNotAllowed')
  }),
]
