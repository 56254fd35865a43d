import { type Client, Events, type Message, MessageType } from 'discord.js'
import type { Log } from '../../core/log.ts'
import type { Dispatch } from '../../core/platform.ts'
import { onInteraction } from './interactions.ts'
import { onMention, onSighting } from './mentions.ts'

interface ListenOptions {
  client: Client
  dispatch: Dispatch
  log: Log
  /** Whether Discord lets us read messages that do not mention us. */
  readsContent: boolean
  /** Keeps work in hand until it is done. */
  track: (work: Promise<void>) => void
}

/** What was written by a person, not by a program or by Discord itself. */
const isFromMember = ({ author, webhookId, type }: Message): boolean =>
  !author.bot && webhookId === null && (type === MessageType.Default || type === MessageType.Reply)

/** Hands everything that members do to the dispatch. */
export const listenForEvents = (options: ListenOptions): void => {
  const { client, track } = options
  client.on(Events.InteractionCreate, (interaction) => track(onInteraction(options, interaction)))
  client.on(Events.MessageCreate, (message) => {
    if (!message.inGuild() || !isFromMember(message)) return
    track(onSighting(options, message))
    track(onMention(options, message))
  })
}
