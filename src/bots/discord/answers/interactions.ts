import {
  type AutocompleteInteraction,
  type ButtonInteraction,
  DiscordAPIError,
  type Interaction,
  MessageFlags,
  type ModalMessageModalSubmitInteraction,
  PermissionFlagsBits,
  RESTJSONErrorCodes,
  type StringSelectMenuInteraction,
} from 'discord.js'
import { nameWaitMs, withNames } from '../../../core/clip/offered-clip.ts'
import {
  type AcceptedAnswer,
  type Answer,
  type MessageAnswer,
  refusal,
  type Surface,
} from '../../../core/command/answer.ts'
import type { Asked } from '../../../core/command/invocation.ts'
import type { Acknowledgement, Dispatch } from '../../../core/job/platform.ts'
import type { Log } from '../../../core/log.ts'
import { readCommandId } from '../../../core/message/command-link.ts'
import { say } from '../../../core/text/say.ts'
import { onOneLine, shortened } from '../../../core/text/text.ts'
import { within } from '../../../core/waiting.ts'
import { modalOf } from '../forms/form.ts'
import { readFormId, readSendId } from '../forms/form-id.ts'
import {
  type Asking,
  formButtonInvocation,
  isSeenAlone,
  messageActionInvocation,
  pressInvocation,
  sendButtonInvocation,
  sentFormInvocation,
  slashInvocation,
  suggestionFrom,
} from '../incoming/invocation.ts'
import { postError } from '../outgoing/errors.ts'
import { isMenu, isOfOtherTaker } from '../render/buttons.ts'
import { limits } from '../render/limits.ts'
import { answerBody, isPrivate, withSmallFiles } from './answer-body.ts'
import { withWritten } from './echoed-form-text.ts'
import type { OtherCopy } from './other-copy.ts'

interface InteractionOptions {
  dispatch: Dispatch
  log: Log
  otherCopy: Pick<OtherCopy, 'report'>
}

const elsewhere = (): Answer =>
  refusal(say('Tunesmith only works in servers and in direct messages with it. Use this command there.'))

const unknownForm = (): Answer =>
  refusal(say('This is from an older version of Tunesmith. Run the command again.'))

/** https://docs.discord.com/developers/topics/opcodes-and-status-codes#json */
const hasCode = (error: unknown, code: RESTJSONErrorCodes): boolean =>
  error instanceof DiscordAPIError && error.code === code

const isAnswered = (error: unknown): boolean =>
  hasCode(error, RESTJSONErrorCodes.InteractionHasAlreadyBeenAcknowledged)

/**
 * Whether Discord already has our answer: from an earlier try whose reply was lost, or from another process on
 * the same Redis. A copy with another Redis has its own job for it, and one of them is enough. If another process
 * refused the request, which the member alone sees, the job must not run: its result would be shown in that refusal.
 */
const acknowledgementByOther = async (
  { log, otherCopy }: InteractionOptions,
  interaction: Asking,
  answer: AcceptedAnswer,
): Promise<Acknowledgement> => {
  const { taker } = answer
  const given = { kind: 'given', message: undefined } as const
  if (taker === undefined) return given
  try {
    const { components, flags } = await interaction.fetchReply()
    if (flags.has(MessageFlags.Ephemeral) && !isPrivate(answer)) return { kind: 'too_late' }
    if (!isOfOtherTaker(components, taker)) return given
  } catch (error) {
    log.warn('could not find out which process answered an interaction', {
      error: postError(error),
      event: interaction.id,
    })
    return { kind: 'unknown' }
  }
  otherCopy.report()
  return { kind: 'too_late' }
}

/** The outcome of an answer that Discord did not accept from us. */
const acknowledgementAfter = async (
  options: InteractionOptions,
  interaction: Asking,
  answer: Answer,
  error: unknown,
): Promise<Acknowledgement> => {
  const { log } = options
  const event = interaction.id
  if (isAnswered(error)) {
    log.debug('an interaction was answered already', { event })
    return answer.kind === 'accepted'
      ? acknowledgementByOther(options, interaction, answer)
      : { kind: 'given', message: undefined }
  }
  log.warn('an answer did not reach Discord', { error: postError(error), event })
  return { kind: hasCode(error, RESTJSONErrorCodes.UnknownInteraction) ? 'too_late' : 'unknown' }
}

/**
 * An answer as a message body for where the interaction was made: in a direct message the bot has every
 * permission.
 */
const bodyIn = ({ guildId, appPermissions }: Asking, answer: Answer, page?: number) =>
  answerBody(answer, guildId === null || appPermissions.has(PermissionFlagsBits.AttachFiles), page)

const reply = async (interaction: Asking, answer: Answer, page?: number): Promise<Acknowledgement> => {
  const response = await interaction.reply({
    ...bodyIn(interaction, answer, page),
    ...(isPrivate(answer) && { flags: MessageFlags.Ephemeral }),
    withResponse: true,
  })
  const id = response.resource?.message?.id
  // A job can't keep an ephemeral message.
  if (id === undefined || interaction.channelId === null || isPrivate(answer))
    return { kind: 'given', message: undefined }
  return { kind: 'given', message: { platform: 'discord', channel: interaction.channelId, message: id } }
}

/** What is pressed or picked in a message, or sent by a form that was opened there. */
type Pressed = ButtonInteraction | StringSelectMenuInteraction | ModalMessageModalSubmitInteraction

const isPressed = (interaction: Asking): interaction is Pressed =>
  interaction.isMessageComponent() || (interaction.isModalSubmit() && interaction.isFromMessage())

/** A member's name in this server, as Discord shows it. It is plain text, so it notifies nobody. */
const nameIn =
  ({ guild, client }: Asking) =>
  async (member: string): Promise<string | undefined> => {
    const known = guild?.members.cache.get(member) ?? client.users.cache.get(member)
    if (known !== undefined || guild === null) return known?.displayName
    const asked = guild.members.fetch(member).then(
      ({ displayName }) => displayName,
      () => undefined, // members who left are not named
    )
    return within(nameWaitMs, asked)
  }

const surfaceOf = (interaction: Asking): Surface => ({ drawsCharts: false, nameOf: nameIn(interaction) })

/** Keeps the current page until the next is ready. If the message is gone by then, there is nothing to update. */
const turnInTime = async (
  interaction: Pressed,
  answer: MessageAnswer,
  whole: NonNullable<MessageAnswer['whole']>,
): Promise<void> => {
  await interaction.deferUpdate()
  const message = await whole(surfaceOf(interaction))
  const body = await withSmallFiles(bodyIn(interaction, { ...answer, message }))
  await interaction.editReply({ ...body, attachments: [] })
}

/**
 * Shows a page in place of the one whose button, menu or form was used; if that one is gone, as a separate message.
 * https://docs.discord.com/developers/interactions/receiving-and-responding#interaction-response-object-interaction-callback-type
 */
const turnPage = async (interaction: Pressed, answer: MessageAnswer): Promise<Acknowledgement> => {
  try {
    if (answer.whole === undefined)
      await interaction.update({ ...bodyIn(interaction, answer), attachments: [] })
    else await turnInTime(interaction, answer, answer.whole)
    return { kind: 'given', message: undefined }
  } catch (error) {
    return hasCode(error, RESTJSONErrorCodes.UnknownMessage) && !interaction.deferred
      ? reply(interaction, answer)
      : Promise.reject(error)
  }
}

/** Long before Discord forgets an interaction, which it does after 15 minutes, the message is there. */
const replyInTime = async (
  interaction: Asking,
  answer: MessageAnswer,
  whole: NonNullable<MessageAnswer['whole']>,
): Promise<void> => {
  await interaction.deferReply({ flags: MessageFlags.Ephemeral })
  const message = await whole(surfaceOf(interaction))
  await interaction.editReply(await withSmallFiles(bodyIn(interaction, { ...answer, message })))
}

/**
 * Gives an answer. A page replaces the one before it. A form opens at once at the requested `page`, except as
 * the answer to another form, which Discord does not allow: then a button opens its next page.
 */
const give = async (
  options: InteractionOptions,
  interaction: Asking,
  answer: Answer,
  page = 0,
  wantsMore = false,
): Promise<void> => {
  let acknowledgement: Acknowledgement = { kind: 'given', message: undefined }
  try {
    if (
      answer.kind === 'message' &&
      answer.turnsPage === true &&
      isPressed(interaction) &&
      isSeenAlone(interaction)
    )
      acknowledgement = await turnPage(interaction, answer)
    else if (answer.kind === 'message' && answer.whole !== undefined)
      await replyInTime(interaction, answer, answer.whole)
    else if (answer.kind !== 'form') acknowledgement = await reply(interaction, answer)
    else if (interaction.isModalSubmit())
      acknowledgement = await reply(interaction, answer, wantsMore ? page + 1 : undefined)
    else await interaction.showModal(modalOf(await withNames(answer.form, nameIn(interaction)), page))
  } catch (error) {
    acknowledgement = await acknowledgementAfter(options, interaction, answer, error)
  }
  if (answer.kind === 'accepted') await options.dispatch.acknowledged(answer.jobId, acknowledgement)
}

const onAsking = async (
  options: InteractionOptions,
  interaction: Asking,
  invocation: Asked | undefined,
  page = 0,
): Promise<void> => {
  if (invocation === undefined) return give(options, interaction, elsewhere(), page)
  const { dispatch } = options
  const { form } = invocation
  const answer = await dispatch.answer(invocation)
  const shown = form === undefined ? answer : withWritten(answer, dispatch.commands, invocation)
  await give(options, interaction, shown, page, form?.sent === false)
}

const onAutocomplete = async (
  { dispatch, log }: InteractionOptions,
  interaction: AutocompleteInteraction,
): Promise<void> => {
  const suggestion = suggestionFrom(interaction)
  const choices = suggestion === undefined ? [] : await dispatch.suggest(suggestion)
  try {
    await interaction.respond(
      choices
        .filter(({ value }) => value.length <= limits.choiceValue)
        .slice(0, limits.choices)
        .map(({ label, value }) => ({ name: shortened(onOneLine(label), limits.choiceName), value })),
    )
  } catch (error) {
    const failure = postError(error)
    if (isAnswered(error)) log.debug('suggestions came from another process', {})
    else if (failure.code === 'program_fault')
      log.error('suggestions did not reach Discord', { error: failure })
    else log.debug('suggestions did not reach Discord', { reason: failure.message })
  }
}

/** Answers one interaction of any kind that we offer. */
export const onInteraction = async (options: InteractionOptions, interaction: Interaction): Promise<void> => {
  const { commands } = options.dispatch
  if (interaction.isAutocomplete()) return onAutocomplete(options, interaction)
  if (interaction.isChatInputCommand())
    return onAsking(options, interaction, slashInvocation(interaction, commands))
  if (interaction.isMessageContextMenuCommand())
    return onAsking(options, interaction, messageActionInvocation(interaction))
  if (interaction.isStringSelectMenu() && isMenu(interaction.customId)) {
    const picked = readCommandId(interaction.values[0] ?? '')
    if (picked === undefined) return give(options, interaction, unknownForm())
    return onAsking(options, interaction, pressInvocation(interaction, picked, commands))
  }
  if (!interaction.isButton() && !interaction.isModalSubmit()) return
  const asked = interaction.isButton() ? readCommandId(interaction.customId) : undefined
  if (asked !== undefined && interaction.isButton())
    return onAsking(options, interaction, pressInvocation(interaction, asked, commands))
  const sent = interaction.isButton() ? readSendId(interaction.customId) : undefined
  if (sent !== undefined && interaction.isButton())
    return onAsking(options, interaction, sendButtonInvocation(interaction, sent))
  const form = readFormId(interaction.customId)
  if (form === undefined) return give(options, interaction, unknownForm())
  const invocation = interaction.isButton()
    ? formButtonInvocation(interaction, form)
    : sentFormInvocation(interaction, form, commands)
  return onAsking(options, interaction, invocation, form.page)
}
