import { MessageFlags } from 'discord-api-types/v10'
import { z } from 'zod'
import { recordBreach } from '../breaches.ts'
import { isUserInstalledOnly } from '../installations.ts'
import { answeredInteraction } from '../interactions.ts'
import { limits } from '../limits.ts'
import { deleteMessage } from '../messages.ts'
import { refused } from '../refusal.ts'
import { renderAnswer } from '../render.ts'
import { type Call, route } from '../route.ts'
import type { Interaction, Message, World } from '../state.ts'
import { answerBody, editBody, type MessageBody } from '../validation/message.ts'
import { queryFlag, readBody } from '../validation/problems.ts'
import { editAnswer, postAnswer } from './interactions.ts'

type WebhookParams = 'applicationId' | 'token'

const interactionOf = (world: World, { params }: Call<WebhookParams>): Interaction =>
  answeredInteraction(world, params.applicationId, params.token)

/** `@original`, or a follow-up of the same interaction. */
const messageOf = (world: World, call: Call<WebhookParams | 'messageId'>): Message => {
  const interaction = interactionOf(world, call)
  const { messageId } = call.params
  const message = messageId === '@original' ? interaction.original : world.messages.get(messageId)
  if (!message && messageId === '@original') throw refused('unknownWebhook')
  const belongs = message === interaction.original || message?.interaction === interaction
  if (!message || !belongs || message.state === 'deleted') throw refused('unknownMessage')
  return message
}

const webhookQuery = z.object({ wait: queryFlag, with_components: queryFlag })

const edit = (world: World, call: Call<WebhookParams | 'messageId'>) => {
  const message = messageOf(world, call)
  readBody(webhookQuery, call.query)
  const body = readBody(editBody, call.payload ?? {})
  editAnswer(world, interactionOf(world, call), message, body, { files: call.files, at: [] })
  return renderAnswer(world, message)
}

/** Discord ignores the flag there, and shows to all what was meant for one. */
const noteLatePrivacy = (world: World, { seenBy }: Message, { flags }: MessageBody): void => {
  if (seenBy === 'all' && (flags ?? 0) & MessageFlags.Ephemeral)
    recordBreach(world, 'is not for one person alone', { to: 'the follow-up that fills a deferral' })
}

/**
 * The first follow-up after a deferral fills the waiting message; its visibility was settled by the deferral.
 */
const followUp = (world: World, call: Call<WebhookParams>) => {
  const interaction = interactionOf(world, call)
  readBody(webhookQuery, call.query)
  const body = readBody(answerBody, call.payload ?? {})
  if (isUserInstalledOnly(interaction) && interaction.followUps >= limits.followUps)
    throw refused('tooManyFollowUps')
  interaction.followUps += 1
  if (interaction.original?.state === 'thinking') {
    noteLatePrivacy(world, interaction.original, body)
    editAnswer(world, interaction, interaction.original, body, { files: call.files, at: [] })
    return renderAnswer(world, interaction.original)
  }
  return renderAnswer(world, postAnswer(world, interaction, body, { files: call.files, at: [] }))
}

const pathToken = { authorization: 'token in path' } as const
const messagePath = '/webhooks/:applicationId/:token/messages/:messageId'

/**
 * What an interaction's token opens after the first answer.
 * https://docs.discord.com/developers/interactions/receiving-and-responding#followup-messages
 */
export const webhookRoutes = (world: World) => [
  route('POST', '/webhooks/:applicationId/:token', (call) => followUp(world, call), {
    ...pathToken,
    query: ['wait', 'with_components'],
    body: 'json and files',
  }),
  route('GET', messagePath, (call) => renderAnswer(world, messageOf(world, call)), pathToken),
  route('PATCH', messagePath, (call) => edit(world, call), {
    ...pathToken,
    query: ['with_components'],
    body: 'json and files',
  }),
  route(
    'DELETE',
    messagePath,
    (call) => {
      deleteMessage(world, messageOf(world, call))
    },
    pathToken,
  ),
]
