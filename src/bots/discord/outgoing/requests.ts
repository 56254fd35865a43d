import { type REST, Routes } from 'discord.js'
import { idIn } from '../incoming/id.ts'
import { answerTimeoutMs, type Content } from './content.ts'

/**
 * Creates a message. For a few minutes Discord makes only one message per nonce.
 * https://docs.discord.com/developers/resources/message#create-message
 */
export const createMessage = (
  rest: REST,
  channel: string,
  { body, files }: Content,
  nonce: string,
): Promise<unknown> =>
  rest.post(Routes.channelMessages(channel), {
    body: { ...body, nonce, enforce_nonce: true },
    files,
    signal: AbortSignal.timeout(answerTimeoutMs(files)),
  })

/**
 * Edits one of our messages, with the bot's own rights. Throws AppError `platform_unavailable` if the answer is
 * not Discord's, such as a proxy's page with status 200: it is then unknown whether the edit was made.
 */
export const editMessage = async (
  rest: REST,
  channel: string,
  message: string,
  { body, files }: Content,
): Promise<void> => {
  const answer = await rest.patch(Routes.channelMessage(channel, message), {
    body,
    files,
    signal: AbortSignal.timeout(answerTimeoutMs(files)),
  })
  idIn(answer, 'message')
}
