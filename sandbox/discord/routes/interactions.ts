import {
  InteractionResponseType,
  MessageFlags,
  PermissionFlagsBits,
  type RESTPostAPIInteractionCallbackWithResponseResult,
} from 'discord-api-types/v10'
import { z } from 'zod'
import { draftMessage } from '../drafts.ts'
import type { IncomingFile } from '../files.ts'
import { appPermissions, isForcedEphemeral, isUserInstalledOnly } from '../installations.ts'
import { settleInteraction, waitingInteraction } from '../interactions.ts'
import { changeMessage, emptyDraft, postMessage } from '../messages.ts'
import { holds } from '../permissions.ts'
import { reportUnguardedMentions } from '../pings.ts'
import { refused } from '../refusal.ts'
import { renderAnswer } from '../render.ts'
import { type Call, route } from '../route.ts'
import type { Channel, Interaction, Message, Outcome, World } from '../state.ts'
import { callbackBody } from '../validation/callback.ts'
import type { MessageBody } from '../validation/message.ts'
import type { Modal } from '../validation/modal.ts'
import { problemIf, queryFlag, readBody, refuseProblems } from '../validation/problems.ts'

/** Flags that an answer to an interaction may set. */
export const settableOnAnswer =
  MessageFlags.SuppressEmbeds |
  MessageFlags.Ephemeral |
  MessageFlags.SuppressNotifications |
  MessageFlags.IsComponentsV2

type Answer = z.output<ReturnType<typeof callbackBody>>

/**
 * Where an answer goes. It may be given anywhere but in a closed thread, and carries
 * files where the app may attach them.
 * https://github.com/discord/discord-api-docs/issues/6884
 */
const answerPlace = (world: World, interaction: Interaction, files: readonly IncomingFile[]): Channel => {
  const channel = world.channels.get(interaction.channelId)
  if (!channel) throw refused('unknownChannel')
  if (channel.thread?.isArchived && channel.thread.isLocked)
    throw refused(isUserInstalledOnly(interaction) ? 'missingAccess' : 'archivedThread')
  if (
    files.length > 0 &&
    !holds(appPermissions(world, interaction, channel), PermissionFlagsBits.AttachFiles)
  )
    throw refused('missingPermissions')
  return channel
}

const withForcedFlags = (world: World, interaction: Interaction, flags: number): number =>
  isForcedEphemeral(world, interaction) ? flags | MessageFlags.Ephemeral : flags

const seenBy = (interaction: Interaction, flags: number) =>
  flags & MessageFlags.Ephemeral ? interaction.userId : 'all'

/** Posts a message that belongs to an interaction. */
export const postAnswer = (
  world: World,
  interaction: Interaction,
  body: MessageBody,
  { files, at }: { files: readonly IncomingFile[]; at: readonly PropertyKey[] },
): Message => {
  const channel = answerPlace(world, interaction, files)
  const asked = draftMessage(world, body, {
    channel,
    incoming: files,
    before: undefined,
    at,
    settable: settableOnAnswer,
  })
  const draft = { ...asked, flags: withForcedFlags(world, interaction, asked.flags) }
  const audience = seenBy(interaction, draft.flags)
  if (audience === 'all') reportUnguardedMentions(world, draft, body.allowed_mentions)
  return postMessage(world, {
    channelId: interaction.channelId,
    authorId: world.bot.id,
    draft,
    seenBy: audience,
    tts: body.tts,
    replyToId: interaction.original?.id,
    interaction,
  })
}

/** Edits a message that belongs to an interaction. */
export const editAnswer = (
  world: World,
  interaction: Interaction,
  message: Message,
  body: MessageBody,
  { files, at }: { files: readonly IncomingFile[]; at: readonly PropertyKey[] },
): void => {
  const channel = answerPlace(world, interaction, files)
  const draft = draftMessage(world, body, {
    channel,
    incoming: files,
    before: message,
    at,
    settable: MessageFlags.SuppressEmbeds | MessageFlags.IsComponentsV2,
  })
  if (message.seenBy === 'all') reportUnguardedMentions(world, draft, body.allowed_mentions)
  changeMessage(world, message, draft)
}

const think = (world: World, interaction: Interaction, asked: number): Message => {
  const channel = answerPlace(world, interaction, [])
  const flags = withForcedFlags(world, interaction, asked)
  return postMessage(world, {
    channelId: channel.id,
    authorId: world.bot.id,
    draft: { ...emptyDraft, flags: flags | MessageFlags.Loading },
    seenBy: seenBy(interaction, flags),
    interaction,
    state: 'thinking',
  })
}

/**
 * No page says what becomes of an update of a message that was deleted meanwhile: it is refused as other edits
 * of such a message are, and the interaction is as unanswered as before.
 */
const updateSource = (
  world: World,
  interaction: Interaction,
  body: MessageBody | undefined,
  files: readonly IncomingFile[],
): void => {
  const { source } = interaction
  if (source && body) {
    if (source.state === 'deleted') throw refused('unknownMessage')
    editAnswer(world, interaction, source, body, { files, at: ['data'] })
  }
  interaction.original = source
}

const keepForm = (world: World, interaction: Interaction, data: Modal): Outcome => {
  const form = {
    id: world.nextId(),
    userId: interaction.userId,
    channelId: interaction.channelId,
    source: interaction,
    data,
  }
  world.forms.set(form.id, form)
  return { kind: 'form', form }
}

const give = (
  world: World,
  interaction: Interaction,
  answer: Answer,
  files: readonly IncomingFile[],
): Outcome => {
  switch (answer.type) {
    case InteractionResponseType.ChannelMessageWithSource:
      interaction.original = postAnswer(world, interaction, answer.data, { files, at: ['data'] })
      return { kind: 'message' }
    case InteractionResponseType.DeferredChannelMessageWithSource:
      interaction.original = think(world, interaction, answer.data?.flags ?? 0)
      return { kind: 'message' }
    case InteractionResponseType.DeferredMessageUpdate:
      updateSource(world, interaction, undefined, files)
      return { kind: 'update' }
    case InteractionResponseType.UpdateMessage:
      updateSource(world, interaction, answer.data, files)
      return { kind: 'update' }
    case InteractionResponseType.ApplicationCommandAutocompleteResult:
      return { kind: 'choices', choices: answer.data.choices.map(({ name, value }) => ({ name, value })) }
    case InteractionResponseType.Modal:
      return keepForm(world, interaction, answer.data)
  }
}

const describe = (
  world: World,
  interaction: Interaction,
  type: InteractionResponseType,
): RESTPostAPIInteractionCallbackWithResponseResult => {
  const message = interaction.original
  return {
    interaction: {
      id: interaction.id,
      type: interaction.type,
      ...(message && {
        response_message_id: message.id,
        response_message_loading: message.state === 'thinking',
        response_message_ephemeral: message.seenBy !== 'all',
      }),
    },
    ...(message && { resource: { type, message: renderAnswer(world, message) } }),
  } as RESTPostAPIInteractionCallbackWithResponseResult
}

const callbackQuery = z.object({ with_response: queryFlag })

/** Files come with answers that show a message; with any other they would be lost. */
const refuseIdleFiles = ({ type }: Answer, files: readonly IncomingFile[]): void => {
  const shows =
    type === InteractionResponseType.ChannelMessageWithSource ||
    type === InteractionResponseType.UpdateMessage
  refuseProblems(
    files.flatMap(({ index }) =>
      problemIf(!shows, [`files[${index}]`], 'UNKNOWN_FIELD', 'This answer shows no files.'),
    ),
  )
}

const acknowledge = (world: World, { params, payload, files, query }: Call<'interactionId' | 'token'>) => {
  const interaction = waitingInteraction(world, params.interactionId, params.token)
  const { with_response } = readBody(callbackQuery, query)
  const schema = callbackBody({
    type: interaction.type,
    hasSource: interaction.source !== undefined,
    optionType: interaction.focused?.type ?? 0,
  })
  const answer = readBody(schema, payload)
  refuseIdleFiles(answer, files)
  settleInteraction(interaction, give(world, interaction, answer, files))
  return with_response ? describe(world, interaction, answer.type) : undefined
}

/** The first answer to an interaction. */
export const interactionRoutes = (world: World) => [
  route('POST', '/interactions/:interactionId/:token/callback', (call) => acknowledge(world, call), {
    authorization: 'token in path',
    wireKind: 'ack',
    query: ['with_response'],
    body: 'json and files',
  }),
]
