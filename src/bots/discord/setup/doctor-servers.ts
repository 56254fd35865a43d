import { type REST, Routes } from 'discord.js'
import { type Check, type Finding, ok } from '../../../core/doctor-check.ts'
import { once } from '../../../core/waiting.ts'
import { lackingIn, serverChannelsIn, serverRightsIn } from '../incoming/channel-rights.ts'
import { idIn, isRecord } from '../incoming/id.ts'
import { accessError } from './access.ts'

/** https://docs.discord.com/developers/resources/user#get-current-user-guilds */
const pageSize = 200
/** Each takes three requests, and Discord allows fifty in a second. */
const serversMax = 15
const shownMax = 5

interface Server {
  id: string
  name: string
}

const readServers = async (rest: REST): Promise<readonly Server[]> => {
  const query = new URLSearchParams({ limit: String(pageSize) })
  const listed = await rest.get(Routes.userGuilds(), { query })
  return (Array.isArray(listed) ? listed : []).flatMap((entry: unknown) =>
    isRecord(entry) && typeof entry.id === 'string' ? [{ id: entry.id, name: String(entry.name) }] : [],
  )
}

const listText = (names: readonly string[]): string =>
  names.length <= shownMax
    ? names.join(', ')
    : `${names.slice(0, shownMax).join(', ')} and ${names.length - shownMax} more`

const serverFindings = async (rest: REST, { id, name }: Server, bot: string): Promise<readonly Finding[]> => {
  const [guild, member, channels] = await Promise.all([
    rest.get(Routes.guild(id)),
    rest.get(Routes.guildMember(id, bot)),
    rest.get(Routes.guildChannels(id)),
  ])
  const rights = serverRightsIn(guild, member, bot)
  const all = serverChannelsIn(channels)
  const judged = all.map((channel) => ({ channel, lacking: lackingIn(rights, channel) }))
  const open = judged.filter(({ lacking }) => lacking !== undefined)
  const what = `the server "${name}" (${id})`
  if (all.length > 0 && open.length === 0)
    return [
      {
        verdict: 'failed',
        what,
        why: 'The bot can post in none of its channels.',
        mend: 'Ask an admin there to give its role View Channel, Send Messages and the other permissions of the install link.',
      },
    ]
  const faulty = open.filter(({ lacking = [] }) => lacking.length > 0)
  if (faulty.length === 0)
    return [ok(`the bot can post in ${open.length} of ${all.length} channels of ${what}`)]
  const byLack = Map.groupBy(faulty, ({ lacking = [] }) => lacking.join(', '))
  return [...byLack].map(([lack, of]) => ({
    verdict: 'warning',
    what,
    why: `The bot can write but lacks ${lack} in ${listText(of.map(({ channel }) => `#${channel.name}`))}.`,
    mend: 'Ask an admin there to give these to its role, in the server or in these channels.',
  }))
}

const unread = (error: unknown): readonly Finding[] => [
  {
    verdict: 'failed',
    what: "Discord's servers",
    why: accessError(error).message,
    mend: 'Run the doctor again.',
  },
]

const serversFinding = (servers: readonly Server[]): Finding => {
  const names = listText(servers.map(({ name }) => name))
  if (servers.length > 0) return ok(`servers that the bot is in: ${servers.length} (${names})`)
  return {
    verdict: 'warning',
    what: "Discord's servers",
    why: 'The bot is in none, so nobody can use it.',
    mend: 'Open its install link (see docs/discord.md) and choose your server.',
  }
}

/** Which servers the bot is in, and what it may do in their channels. `readUs` reads the bot's own user. */
export const createServersChecks = (rest: REST, readUs: () => Promise<unknown>): readonly Check[] => {
  const servers = once(() => readServers(rest))
  return [
    {
      id: 'discord.servers',
      run: async () => servers().then((all) => [serversFinding(all)], unread),
    },
    {
      id: 'discord.permissions',
      async run() {
        try {
          const all = await servers()
          const bot = idIn(await readUs(), 'bot')
          const looked = all.slice(0, serversMax)
          const found = await Promise.all(looked.map((server) => serverFindings(rest, server, bot)))
          const more = all.length - looked.length
          return [...found.flat(), ...(more > 0 ? [ok(`servers that were not checked: ${more}`)] : [])]
        } catch (error) {
          return unread(error)
        }
      },
    },
  ]
}
