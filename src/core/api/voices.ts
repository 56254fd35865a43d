import type { Choice } from '../command/field.ts'
import { AppError } from '../errors.ts'
import { type Answer, asAnswer, isTrueAt, numberAt, readAnswer, textAt, valueAt } from './answer.ts'
import type { Exchange } from './transport.ts'

/** One page of voices. What it does not say of itself is undefined. */
export interface VoicePage {
  voices: readonly Choice[]
  limit: number | undefined
  page: number | undefined
  total: number | undefined
}

const readVoice = (value: unknown): Choice | undefined => {
  const voice: Answer = asAnswer(value) ?? {}
  const [id, name] = [textAt(voice, 'voice_id'), valueAt(voice, 'voice_name')]
  return id === undefined || typeof name !== 'string' ? undefined : { value: id, label: name }
}

const readPage = (answer: Answer): VoicePage | undefined => {
  const listed = valueAt(answer, 'voices')
  if (!isTrueAt(answer, 'success') || !Array.isArray(listed)) return undefined
  const voices = listed.flatMap((voice) => readVoice(voice) ?? [])
  if (voices.length < listed.length) return undefined
  const [limit, page, total] = ['limit', 'page', 'total'].map((name) => numberAt(answer, name))
  return { voices, limit, page, total }
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

const perPage = 100
const pagesMax = 50

/**
 * Every voice, page by page. A page may be smaller than what was asked for, so
 * the total says where the list ends.
 */
export const allVoices = async (
  readOne: (values: { limit: number; page: number }) => Promise<VoicePage>,
): Promise<readonly Choice[]> => {
  const all: Choice[] = []
  for (let page = 0; page < pagesMax; page += 1) {
    const { voices, total } = await readOne({ limit: perPage, page })
    all.push(...voices)
    const isLast = total === undefined ? voices.length < perPage : all.length >= total
    if (isLast || voices.length === 0) break
  }
  return all
}
