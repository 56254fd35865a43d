import { breachLine, type Particulars } from '../control/breach-line.ts'
import { recordRefusal, type World } from './state.ts'

const answering = 'https://docs.discord.com/developers/interactions/receiving-and-responding'

/**
 * What a bot can do wrong without being told so in an answer, as the wire tells it, and what states it. The
 * wire may name before it what it was done to, and after it the particulars.
 */
export const breaches = {
  'no answer within': `${answering}#interaction-callback`,
  'deferred and never answered': `${answering}#followup-messages`,
  'is not for one person alone': `${answering}#followup-messages`,
  'would ping': 'https://docs.discord.com/developers/resources/message#allowed-mentions-object',
  'embeds were left out':
    'https://docs.discord.com/developers/topics/permissions#permissions-bitwise-permission-flags',
  'the link is unknown, forged or expired':
    'https://docs.discord.com/developers/reference#signed-attachment-cdn-urls',
  'identified again too soon': 'https://docs.discord.com/developers/events/gateway#rate-limiting',
  'started more sessions than a day allows': 'https://docs.discord.com/developers/events/gateway#identifying',
  'asked for what its intents do not cover':
    'https://docs.discord.com/developers/events/gateway-events#request-guild-members',
} as const

export type Breach = keyof typeof breaches

/** Puts on the wire what the bot did wrong. */
export const recordBreach = (world: World, breach: Breach, particulars: Particulars = {}): void =>
  recordRefusal(world, breachLine(breach, particulars), particulars.detail ?? {})
