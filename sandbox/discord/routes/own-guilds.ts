import type { RESTAPIPartialCurrentUserGuild } from 'discord-api-types/v10'
import { z } from 'zod'
import { hasBot, removeBot } from '../guild-changes.ts'
import { basePermissions } from '../permissions.ts'
import { refused } from '../refusal.ts'
import { type Call, route } from '../route.ts'
import type { Guild, World } from '../state.ts'
import { complain, queryFlag, readBody, snowflake } from '../validation/problems.ts'

const guildsPerPage = 200

const pageSize = z
  .string()
  .default(String(guildsPerPage))
  .superRefine((value, context) => {
    if (!/^\d+$/.test(value)) complain(context, 'NUMBER_TYPE_COERCE', 'Value is not int.')
    else if (Number(value) < 1)
      complain(context, 'NUMBER_TYPE_MIN', 'Value should be greater than or equal to 1.')
    else if (Number(value) > guildsPerPage)
      complain(context, 'NUMBER_TYPE_MAX', `Value should be less than or equal to ${guildsPerPage}.`)
  })
  .transform(Number)

const listQuery = z.object({
  before: snowflake.optional(),
  after: snowflake.optional(),
  limit: pageSize,
  with_counts: queryFlag,
})

const render = (world: World, guild: Guild, withCounts: boolean): RESTAPIPartialCurrentUserGuild => {
  const holder = guild.members.get(world.bot.id)
  return {
    id: guild.id,
    name: guild.name,
    icon: null,
    banner: null,
    owner: guild.ownerId === world.bot.id,
    permissions: String(holder === undefined ? 0n : basePermissions(guild, holder)),
    features: [...guild.features],
    ...(withCounts && { approximate_member_count: guild.members.size, approximate_presence_count: 1 }),
  }
}

const byId = (one: Guild, other: Guild): number => (BigInt(one.id) < BigInt(other.id) ? -1 : 1)

/** https://docs.discord.com/developers/resources/user#get-current-user-guilds */
const list = (world: World, { query }: Call<never>) => {
  const { before, after, limit, with_counts: withCounts } = readBody(listQuery, query)
  const within = [...world.guilds.values()]
    .filter((guild) => hasBot(world, guild))
    .filter(({ id }) => before === undefined || BigInt(id) < BigInt(before))
    .filter(({ id }) => after === undefined || BigInt(id) > BigInt(after))
    .toSorted(byId)
  const page = before === undefined ? within.slice(0, limit) : within.slice(-limit)
  return page.map((guild) => render(world, guild, withCounts))
}

/** https://docs.discord.com/developers/resources/user#leave-guild */
const leave = (world: World, { params }: Call<'guildId'>): undefined => {
  const guild = world.guilds.get(params.guildId)
  if (guild === undefined || !hasBot(world, guild)) throw refused('unknownGuild')
  removeBot(world, guild)
}

/** The servers that the bot is in. */
export const ownGuildRoutes = (world: World) => [
  route('GET', '/users/@me/guilds', (call) => list(world, call), {
    query: ['before', 'after', 'limit', 'with_counts'],
  }),
  route('DELETE', '/users/@me/guilds/:guildId', (call) => leave(world, call)),
]
