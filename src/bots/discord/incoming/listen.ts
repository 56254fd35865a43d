import { type Client, Events, type Message, MessageType, type PartialMessage } from 'discord.js'
import { createSeldom } from '../../../core/caches.ts'
import type { Dispatch } from '../../../core/job/platform.ts'
import type { Log } from '../../../core/log.ts'
import { inLanguage } from '../../../core/text/say.ts'
import { onInteraction } from '../answers/interactions.ts'
import type { OtherCopy } from '../answers/other-copy.ts'
import { listenForArrivals } from './joined.ts'
import { onMention, onSighting } from './mentions.ts'

interface ListenOptions {
  client: Client
  token: string
  dispatch: Dispatch
  log: Log
  otherCopy: Pick<OtherCopy, 'report'>
  /** Whether Discord lets us read messages that do not mention us. */
  readsContent: boolean
  /** Tracks pending work until it is done. */
  track: (work: Promise<void>) => void
}

/** Whether a person wrote the message, not a program or Discord itself. */
const isFromMember = ({ author, webhookId, type }: Message): boolean =>
  !author.bot && webhookId === null && (type === MessageType.Default || type === MessageType.Reply)

type Gone = Pick<Message | PartialMessage, 'id' | 'channelId' | 'guildId'>

/** Discord may resend events after a connection was resumed; this many recent ones are recognized. */
const seenMax = 10_000

const createSeen = (): ((id: string) => boolean) => {
  const seen = new Set<string>()
  return (id) => {
    if (seen.has(id)) return true
    seen.add(id)
    const [oldest] = seen
    if (seen.size > seenMax && oldest !== undefined) seen.delete(oldest)
    return false
  }
}

/**
 * Reports deleted messages, of which Discord gives only the place. In direct messages nobody else could be
 * offered what they brought.
 */
const onLoss = async ({ dispatch }: ListenOptions, gone: readonly Gone[]): Promise<void> => {
  const [first] = gone
  if (first === undefined || first.guildId === null) return
  const messages = gone.map(({ id }) => id)
  await dispatch.lost({ account: `discord:${first.guildId}`, channel: first.channelId, messages })
}

/** discord.js forgets the token after a 401 and could then neither answer nor reconnect. */
const keepToken = (client: Client, token: string): void => {
  const remember = () => void client.rest.setToken(token)
  client.on(Events.MessageCreate, remember)
  client.on(Events.ShardReconnecting, remember)
}

/** Passes everything that members do to the dispatch. */
export const listenForEvents = (options: ListenOptions): void => {
  const { client, token, track } = options
  const wasSeen = createSeen()
  const mentions = { ...options, mayBeTold: createSeldom(), waiting: new Map<string, number>() }
  keepToken(client, token)
  listenForArrivals(options)
  client.on(Events.InteractionCreate, (interaction) => {
    if (!wasSeen(interaction.id))
      track(inLanguage(interaction.locale, () => onInteraction(options, interaction)))
  })
  client.on(Events.MessageCreate, (message) => {
    if (!isFromMember(message) || wasSeen(message.id)) return
    track(onSighting(mentions, message))
    track(onMention(mentions, message))
  })
  client.on(Events.MessageDelete, (message) => track(onLoss(options, [message])))
  client.on(Events.MessageBulkDelete, (messages) => track(onLoss(options, [...messages.values()])))
}
