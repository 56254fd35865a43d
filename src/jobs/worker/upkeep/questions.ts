import type { Consents, DueQuestion } from '../../../core/command/consent.ts'
import { onChange } from '../../../core/log.ts'
import type { JobDeps } from '../../job-deps.ts'
import { questionMessage } from '../../messages/owner-messages.ts'
import { type DueDeps, isRetryable, placeOf, sendEach } from './due-messages.ts'
import { repeat } from './repeat.ts'

interface QuestionDeps extends DueDeps {
  consents: Pick<Consents, 'due' | 'begin' | 'end'>
  deadlines: Pick<JobDeps['deadlines'], 'questionsMs'>
}

/** A question that was not taken stays due; an owner who takes no direct messages is not asked. */
const sendQuestion = async (deps: QuestionDeps, due: DueQuestion): Promise<void> => {
  const { consents, log, now } = deps
  const { account, owner } = due
  const place = placeOf(deps, account)
  if (place === undefined) return
  const begun = await consents.begin(due)
  if (begun === undefined || begun === 'in_hand') return
  const attempt = { ...begun, askedAtMs: now(), fileBytesMax: 0, linksAllowed: false }
  const { port, platform, server } = place
  const target = { platform, server, channel: begun.channel, member: owner }
  try {
    await port.notify(target, questionMessage(begun, server), attempt, 'direct')
  } catch (error) {
    if (isRetryable(error)) throw error
    log.info('the owner of a clip could not be asked', { reason: String(error), account })
  }
  await consents.end(due)
}

/** Asks the owners of clips whose question is due, each once. One who can't be reached doesn't keep the others. */
export const sendQuestions = async (deps: QuestionDeps): Promise<void> =>
  sendEach(await deps.consents.due(), (due) => sendQuestion(deps, due))

/** Asks every few seconds. Returns how to stop. */
export const startQuestions = (deps: QuestionDeps): { stop(): Promise<void> } => {
  const tell = onChange((error) => deps.log.warn('questions to owners of clips wait', { error }), deps.now)
  return { stop: repeat(() => sendQuestions(deps).catch(tell), deps.deadlines.questionsMs).stop }
}
