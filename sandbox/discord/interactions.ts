import {
  type ApplicationCommandType,
  ApplicationIntegrationType,
  GatewayDispatchEvents,
  type GatewayInteractionCreateDispatchData,
  InteractionType,
} from 'discord-api-types/v10'
import { recordBreach } from './breaches.ts'
import { guardInteraction } from './deeds/event.ts'
import { limits } from './limits.ts'
import { emptyDraft, postMessage } from './messages.ts'
import { refused } from './refusal.ts'
import { announce, type Interaction, type Message, type Outcome, type World } from './state.ts'
import { randomText } from './world.ts'

/** What a person started. */
export type Start = {
  readonly type: InteractionType
  readonly userId: string
  readonly channelId: string
  readonly title: string
  readonly source?: Message | undefined
  readonly commandType?: ApplicationCommandType
  readonly trigger?: Interaction
  readonly focused?: { readonly type: number }
  readonly owners: Interaction['owners']
}

/** An interaction on its way, and what its starter gets to see first. */
export type Started = { readonly interaction: Interaction; readonly outcome: Promise<Outcome> }

const createInteraction = (world: World, start: Start, settle: (outcome: Outcome) => void): Interaction => ({
  id: world.nextId(),
  token: randomText(world.random, 64),
  type: start.type,
  userId: start.userId,
  channelId: start.channelId,
  createdAtMs: world.clock.now(),
  title: start.title,
  source: start.source,
  commandType: start.commandType,
  trigger: start.trigger,
  focused: start.focused,
  owners: start.owners,
  settle,
  state: 'waiting',
  isExcused: false,
  original: undefined,
  followUps: 0,
})

/** The client shows its own line to the one who asked; a failed suggestion list shows nothing. */
const showNoResponse = (world: World, interaction: Interaction): void => {
  if (interaction.type === InteractionType.ApplicationCommandAutocomplete) return
  postMessage(world, {
    channelId: interaction.channelId,
    authorId: world.bot.id,
    draft: emptyDraft,
    seenBy: interaction.userId,
    interaction,
    state: 'did not respond',
  })
}

/** Whether a requested fault, not the bot, kept the interaction from its answer. */
const isExcused = ({ network }: World, interaction: Interaction): boolean =>
  interaction.isExcused || network.failedSince(interaction.createdAtMs)

const expire = (world: World, interaction: Interaction): void => {
  if (interaction.state !== 'waiting') return
  interaction.state = 'expired'
  if (!isExcused(world, interaction))
    recordBreach(world, 'no answer within', {
      to: interaction.title,
      more: `${limits.answerMs} ms`,
      detail: { interaction: interaction.id },
    })
  showNoResponse(world, interaction)
  interaction.settle({ kind: 'nothing' })
}

/** A deferred answer that never came: the client stops its dots when the token dies. */
const stopThinking = (world: World, interaction: Interaction): void => {
  if (interaction.original?.state !== 'thinking') return
  interaction.original.state = 'did not respond'
  if (!interaction.isExcused && world.network.failure() === undefined)
    recordBreach(world, 'deferred and never answered', {
      to: interaction.title,
      detail: { interaction: interaction.id },
    })
}

/**
 * Hands an interaction to the bot. `render` makes the event from the interaction's ids.
 * Unanswered after three seconds it dies, and the person sees so.
 */
export const startInteraction = (
  world: World,
  start: Start,
  render: (interaction: Interaction) => GatewayInteractionCreateDispatchData,
): Started => {
  const { promise, resolve } = Promise.withResolvers<Outcome>()
  const interaction = createInteraction(world, start, resolve)
  world.interactions.set(interaction.token, interaction)
  world.clock.at(interaction.createdAtMs + limits.answerMs, () => expire(world, interaction))
  world.clock.at(interaction.createdAtMs + limits.tokenLifeMs, () => stopThinking(world, interaction))
  const data = render(interaction)
  const channel = world.channels.get(interaction.channelId)
  announce(world, {
    event: GatewayDispatchEvents.InteractionCreate,
    // Where the app is not, no shard is the server's.
    guildId: interaction.owners[ApplicationIntegrationType.GuildInstall] && channel?.guildId,
    intents: 0,
    data,
    withoutContent: guardInteraction(world, data),
  })
  return { interaction, outcome: promise }
}

/** Observed, in no document: an interaction whose channel is gone says so. */
const refuseGoneChannel = (world: World, { channelId }: Interaction): void => {
  if (!world.channels.has(channelId)) throw refused('unknownChannel')
}

/** The interaction that a callback answers, still unanswered and in time. */
export const waitingInteraction = (world: World, id: string, token: string): Interaction => {
  const interaction = world.interactions.get(token)
  if (!interaction || interaction.id !== id) throw refused('unknownInteraction')
  const because = { isExcused: isExcused(world, interaction) }
  if (interaction.state === 'expired') throw refused('unknownInteraction', because)
  if (interaction.state === 'answered') throw refused('alreadyAcknowledged', because)
  refuseGoneChannel(world, interaction)
  return interaction
}

/** The interaction that a webhook route works for, answered and not over fifteen minutes old. */
export const answeredInteraction = (world: World, applicationId: string, token: string): Interaction => {
  const interaction = world.interactions.get(token)
  if (applicationId !== world.applicationId) throw refused('unknownWebhook')
  if (!interaction || world.clock.now() - interaction.createdAtMs >= limits.tokenLifeMs)
    throw refused('invalidWebhookToken')
  if (interaction.state !== 'answered') throw refused('unknownWebhook')
  refuseGoneChannel(world, interaction)
  return interaction
}

/** Marks the interaction as answered and lets its starter see the outcome. */
export const settleInteraction = (interaction: Interaction, outcome: Outcome): void => {
  interaction.state = 'answered'
  interaction.settle(outcome)
}
