import { type Answer, privately } from '../../core/command/answer.ts'
import { plainMessage, type ResultMessage } from '../../core/message/message.ts'
import { within } from '../../core/waiting.ts'

/** Well below a chat's limit for an answer; what takes longer comes later. */
const soonMs = 800

/**
 * Answers at once if that is quick. Otherwise says so with `waiting`, and shows the answer later as `late` makes it a
 * message.
 */
export const soonOrLater = async (
  asked: Promise<Answer>,
  waiting: string,
  late: (answer: Answer) => ResultMessage = ({ message }) => message,
): Promise<Answer> => {
  const soon = await within(soonMs, asked)
  if (soon !== undefined) return soon
  return {
    ...privately(plainMessage(waiting)),
    turnsPage: true,
    whole: async () => late(await asked),
  }
}
