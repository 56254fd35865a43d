import {
  type AutocompleteInteraction,
  type ChatInputCommandInteraction,
  type Client,
  DiscordAPIError,
  Events,
  type InteractionReplyOptions,
  MessageFlags,
  RESTJSONErrorCodes,
} from 'discord.js'
import { type Answer, privately } from '../../core/command.ts'
import type { Log } from '../../core/log.ts'
import { plainMessage } from '../../core/message.ts'
import type { Acknowledgement, Dispatch } from '../../core/platform.ts'
import { postError } from './errors.ts'
import { invocationFrom, suggestionFrom } from './invocation.ts'
import { clip, limits } from './limits.ts'
import { render } from './render.ts'

interface ListenOptions {
  client: Client
  dispatch: Dispatch
  log: Log
}

const serverOnly = (): Answer =>
  privately(
    plainMessage('Tunesmith works in servers: please use this command in a channel of one.', 'failed'),
  )

const replyBody = (answer: Answer): InteractionReplyOptions => {
  const { content, embeds } = render(answer.message)
  const isPrivate = answer.kind === 'message' && answer.seenBy === 'member'
  return {
    content,
    embeds,
    allowedMentions: { parse: [] },
    ...(isPrivate && { flags: MessageFlags.Ephemeral }),
  }
}

/** https://docs.discord.com/developers/topics/opcodes-and-status-codes#json */
const acknowledgementFrom = (error: unknown): Acknowledgement => {
  if (!(error instanceof DiscordAPIError)) return { kind: 'unknown' }
  switch (error.code) {
    case RESTJSONErrorCodes.UnknownInteraction:
      return { kind: 'too_late' }
    case RESTJSONErrorCodes.InteractionHasAlreadyBeenAcknowledged:
      return { kind: 'given', message: undefined }
    default:
      return { kind: 'unknown' }
  }
}

const reply = async (
  { log }: ListenOptions,
  interaction: ChatInputCommandInteraction,
  answer: Answer,
): Promise<Acknowledgement> => {
  try {
    const response = await interaction.reply({ ...replyBody(answer), withResponse: true })
    const id = response.resource?.message?.id
    if (id === undefined) return { kind: 'given', message: undefined }
    return { kind: 'given', message: { platform: 'discord', channel: interaction.channelId, message: id } }
  } catch (error) {
    log.warn('an answer did not reach Discord', { error: postError(error), event: interaction.id })
    return acknowledgementFrom(error)
  }
}

const onCommand = async (options: ListenOptions, interaction: ChatInputCommandInteraction): Promise<void> => {
  const invocation = invocationFrom(interaction)
  const answer = invocation === undefined ? serverOnly() : await options.dispatch.answer(invocation)
  const acknowledgement = await reply(options, interaction, answer)
  if (answer.kind === 'accepted') await options.dispatch.acknowledged(answer.jobId, acknowledgement)
}

const onAutocomplete = async (
  { dispatch, log }: ListenOptions,
  interaction: AutocompleteInteraction,
): Promise<void> => {
  const choices = await dispatch.suggest(suggestionFrom(interaction))
  try {
    await interaction.respond(
      choices
        .filter(({ value }) => value.length <= limits.choiceValue)
        .slice(0, limits.choices)
        .map(({ label, value }) => ({ name: clip(label, limits.choiceName), value })),
    )
  } catch (error) {
    log.warn('suggestions did not reach Discord', { error: postError(error) })
  }
}

/** Hands every interaction to the dispatch. Returns how to wait for the ones in hand. */
export const listenForInteractions = (options: ListenOptions): { drained(): Promise<void> } => {
  const inHand = new Set<Promise<void>>()
  const track = (work: Promise<void>) => {
    const done = work
      .catch((error: unknown) => options.log.error('an interaction failed', { error }))
      .finally(() => inHand.delete(done))
    inHand.add(done)
  }
  options.client.on(Events.InteractionCreate, (interaction) => {
    if (interaction.isChatInputCommand()) track(onCommand(options, interaction))
    else if (interaction.isAutocomplete()) track(onAutocomplete(options, interaction))
  })
  return {
    async drained() {
      await Promise.all(inHand)
    },
  }
}
