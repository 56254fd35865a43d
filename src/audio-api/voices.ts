import { AppError } from '../core/errors.ts'
import type { Choice } from '../core/fields/field.ts'
import type { VoicePage } from '../core/job/audio-service.ts'
import { type Answer, asAnswer, isTrueAt, numberAt, readAnswer, textAt, valueAt } from './answer.ts'
import type { Exchange } from './transport.ts'

const readVoice = (value: unknown): Choice | undefined => {
  const voice: Answer = asAnswer(value) ?? {}
  const [id, name] = [textAt(voice, 'voice_id'), textAt(voice, 'voice_name')]
  return id === undefined || name === undefined ? undefined : { value: id, label: name }
}

const readPage = (answer: Answer): VoicePage | undefined => {
  const listed = valueAt(answer, 'voices')
  if (!isTrueAt(answer, 'success') || !Array.isArray(listed)) return undefined
  const voices = listed.flatMap((voice) => readVoice(voice) ?? [])
  const unreadable = listed.length - voices.length
  if (unreadable > 0 && voices.length === 0) return undefined
  return { voices, unreadable, total: numberAt(answer, 'total') }
}

/** The voices in an answer. Throws AppError `service_unreachable` or `service_answer_unreadable`. */
export const voicesIn = (exchange: Exchange): VoicePage => {
  if (exchange.kind !== 'answered') {
    throw new AppError('service_unreachable', `voices: ${exchange.reason}`, { retryable: true })
  }
  const answer = readAnswer(exchange.body)
  const page = answer === undefined ? undefined : readPage(answer)
  if (page === undefined)
    throw new AppError('service_answer_unreadable', `voices: HTTP ${exchange.status}`, { retryable: true })
  return page
}

/** Requested page size; a page may have fewer. */
export const voicesPerPage = 100
