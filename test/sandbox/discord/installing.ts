import type { Deed } from '../../../sandbox/control/people.ts'
import type { Answer, RawBot, RawGateway } from './support.ts'

const commandsPath = ({ discord }: RawBot): string =>
  `/applications/${discord.addresses.applicationId}/commands`

/** Registers "/ping", with more said of it. */
export const inviting = (bot: RawBot, more: object): Promise<Answer> =>
  bot.call('POST', commandsPath(bot), { name: 'ping', description: 'Ping', ...more })

/** An interaction as the bot got it. */
export type Arrived = {
  readonly event: Readonly<Record<string, unknown>>
  readonly gateway: RawGateway
  callback(body: unknown): Promise<Answer>
  webhook(method: string, rest: string, body?: unknown): Promise<Answer>
}

type Where = { readonly as: string; readonly channel: string; readonly deed?: Deed }

/** Somebody does it somewhere, by default they run "/ping", and the bot gets it. */
export const arrive = async (
  bot: RawBot,
  gateway: RawGateway,
  { as, channel, deed = { command: '/ping' } }: Where,
): Promise<Arrived> => {
  void bot.discord.people.act(as, channel, deed)
  const { d } = await gateway.next('INTERACTION_CREATE')
  const event = d as unknown as Record<string, unknown>
  const { applicationId } = bot.discord.addresses
  return {
    event,
    gateway,
    callback: (body) =>
      bot.callAs(undefined, 'POST', `/interactions/${event.id}/${event.token}/callback`, body),
    webhook: (method, rest, body) =>
      bot.callAs(undefined, method, `/webhooks/${applicationId}/${event.token}${rest}`, body),
  }
}

/**
 * A "/ping" that serves everywhere, and a person of the server without the bot who
 * installed the app for themselves.
 */
export const installForUser = async (bot: RawBot): Promise<string> => {
  const { memberId, channelId } = bot.discord.addresses.otherGuild
  bot.discord.setInstallationContexts(['guild', 'user'])
  await inviting(bot, { integration_types: [0, 1], contexts: [0, 1, 2] })
  await bot.discord.people.act(memberId, channelId, { manage: { what: 'install app' } })
  return memberId
}

/** That person runs it in their server. */
export const installed = async (bot: RawBot): Promise<Arrived> => {
  const as = await installForUser(bot)
  const gateway = await bot.identified()
  return arrive(bot, gateway, { as, channel: bot.discord.addresses.otherGuild.channelId })
}
