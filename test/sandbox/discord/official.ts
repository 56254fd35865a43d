import { createRequire } from 'node:module'
import { Client, type ClientOptions, Events, type Interaction, type RESTOptions } from 'discord.js'
import type { DiscordAddresses } from '../../../sandbox/discord/stand-in.ts'
import type { RawBot } from './support.ts'

/** The `require` of a package, found through the packages that depend on it. */
const loadFrom = (...packages: readonly string[]) =>
  createRequire(packages.reduce((from, name) => createRequire(from).resolve(name), import.meta.url))

const { Agent } = loadFrom('discord.js', '@discordjs/rest')('undici') as {
  readonly Agent: new () => NonNullable<RESTOptions['agent']>
}

/** By default discord.js sends through the undici that was loaded first, but its forms work only with its own. */
const agent = new Agent()

/** How the official library reaches the stand-in. */
export const restTo = ({ api, cdn }: Pick<DiscordAddresses, 'api' | 'cdn'>) => ({
  api,
  cdn,
  mediaProxy: cdn,
  version: '10',
  retries: 0,
  agent,
})

/** Discord's official client, logged in to the stand-in. */
export const startOfficialClient = async (
  { discord }: RawBot,
  options: Partial<ClientOptions> = {},
): Promise<Client<true>> => {
  const client = new Client({
    intents: ['Guilds', 'GuildMessages', 'MessageContent'],
    rest: restTo(discord.addresses),
    waitGuildTimeout: 2000,
    allowedMentions: { parse: [], repliedUser: false },
    ...options,
  })
  const ready = new Promise<Client<true>>((resolve) => client.once(Events.ClientReady, resolve))
  await client.login(discord.addresses.token)
  return ready
}

/** The next interaction that reaches the client. */
export const nextInteraction = (client: Client): Promise<Interaction> =>
  new Promise((resolve) => client.once(Events.InteractionCreate, resolve))

/** The first channel, to write in. */
export const firstChannel = async (client: Client, { discord }: RawBot) => {
  const channel = await client.channels.fetch(discord.addresses.channelId)
  if (!channel?.isSendable() || !channel.isTextBased() || channel.isDMBased())
    throw new Error('not a channel to write in')
  return channel
}
