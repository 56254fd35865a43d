import { randomUUID } from 'node:crypto'
import { recordBreach } from './breaches.ts'
import { deliver } from './delivery/deliver.ts'
import { randomDigits, randomText } from './ids.ts'
import { limits } from './limits.ts'
import { postMessage, slackbotId } from './messages.ts'
import { Refused } from './refusal.ts'
import {
  type Envelope,
  type Interaction,
  type Message,
  type Outcome,
  type Reception,
  recordRefusal,
  type View,
  type World,
} from './state.ts'

/** What a person started, and how its answer is taken. */
export type Start = {
  readonly title: string
  readonly userId: string
  readonly channelId: string
  readonly source?: Message | undefined
  readonly view?: View | undefined
  readonly render: (interaction: Interaction) => Omit<Envelope, 'title'>
  /**
   * Takes the body of the acknowledgement and says what the person sees of it; undefined when they still
   * wait. Throws Refused when no such body may stand there.
   */
  readonly onAck: (body: unknown, interaction: Interaction) => Outcome | undefined
  /**
   * Whether the person looks for the answer in the conversation, also for why there is none; forms that are
   * sent and menus that are looked up wait for their acknowledgement, whatever is posted meanwhile.
   */
  readonly isAnsweredInConversation: boolean
}

/** An interaction on its way, and what its starter gets to see first. */
export type Started = { readonly interaction: Interaction; readonly outcome: Promise<Outcome> }

/** `13345224609.738474920.8088930838d88f008e0`, as the page on trigger ids shows it. */
const newTriggerId = (random: () => number): string => {
  const hex = [...randomText(random, 19)].map((letter) => (letter.charCodeAt(0) % 16).toString(16)).join('')
  return `${randomDigits(random, 11)}.${randomDigits(random, 9)}.${hex}`
}

const createInteraction = (world: World, start: Start, resolve: (outcome: Outcome) => void): Interaction => {
  const interaction: Interaction = {
    id: randomUUID(),
    title: start.title,
    userId: start.userId,
    channelId: start.channelId,
    createdAtMs: world.clock.now(),
    triggerId: newTriggerId(world.random),
    source: start.source,
    view: start.view,
    isAnsweredInConversation: start.isAnsweredInConversation,
    isSettled: false,
    triggerState: 'fresh',
    settle: (outcome) => {
      interaction.isSettled = true
      resolve(outcome)
    },
  }
  return interaction
}

/** The client's own line, to the one who asked. */
const showFailure = (world: World, { title, userId, channelId }: Interaction, error: string): void => {
  postMessage(world, {
    channelId,
    userId: slackbotId,
    seenBy: userId,
    text: `${title} failed with the error "${error}"`,
    blocks: [],
    state: 'did not respond',
  })
}

const fail = (world: World, start: Start, interaction: Interaction, error: string): void => {
  if (start.isAnsweredInConversation) showFailure(world, interaction, error)
  interaction.settle({ kind: 'failed', error })
}

/** After the trigger is dead nothing more comes of it that the person would take for the answer. */
const giveUpLater = (world: World, interaction: Interaction): void => {
  world.clock.at(interaction.createdAtMs + limits.triggerLifeMs, () =>
    interaction.settle({ kind: 'nothing' }),
  )
}

const takeReception = (world: World, start: Start, interaction: Interaction, reception: Reception): void => {
  if (reception.kind === 'failed') {
    const isNetworkToBlame = world.network.failedSince(interaction.createdAtMs)
    if (reception.error === 'dispatch_failed' && !isNetworkToBlame)
      recordBreach(world, 'could not be handed to the app', { to: start.title })
    fail(world, start, interaction, reception.error)
    return
  }
  try {
    const outcome = start.onAck(reception.body, interaction)
    if (outcome) interaction.settle(outcome)
    else giveUpLater(world, interaction)
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    recordBreach(world, 'invalid acknowledgement:', {
      to: start.title,
      more: error.code,
      detail: { ...error.detail, body: reception.body },
    })
    fail(world, start, interaction, 'invalid_response')
  }
}

/**
 * Hands an interaction to the app. Not acknowledged after three seconds it
 * has failed, and the person sees so.
 * https://docs.slack.dev/interactivity/handling-user-interaction
 */
export const startInteraction = (world: World, start: Start): Started => {
  const { promise, resolve } = Promise.withResolvers<Outcome>()
  const interaction = createInteraction(world, start, resolve)
  world.interactions.set(interaction.triggerId, interaction)
  void deliver(world, { title: start.title, ...start.render(interaction) })
    .then((reception) => takeReception(world, start, interaction, reception))
    .catch((error: unknown) => {
      recordRefusal(world, `${start.title}: stand-in failed: ${String(error)}`, {})
      interaction.settle({ kind: 'failed', error: 'internal_error' })
    })
  return { interaction, outcome: promise }
}

/** Exchanges a trigger id for the right to open a form, once and within three seconds. */
export const useTrigger = (world: World, triggerId: string): Interaction => {
  const interaction = world.interactions.get(triggerId)
  if (!interaction) throw new Refused('invalid_trigger_id')
  if (interaction.triggerState === 'exchanged') throw new Refused('exchanged_trigger_id')
  if (world.clock.now() - interaction.createdAtMs > limits.triggerLifeMs)
    throw new Refused('expired_trigger_id')
  interaction.triggerState = 'exchanged'
  return interaction
}
