import type { ConversionType } from '../../src/core/endpoints/conversion-type.ts'
import { hasEnded, type Task, type TaskOutput } from '../tasks/task.ts'
import type { WebhookDialect } from './dialect.ts'

/** What a task has that it had not before. `index` counts outputs from 0. */
export type News =
  | { readonly kind: 'streaming' | 'audio' | 'lyrics'; readonly index: number }
  | { readonly kind: 'cover' }
  | { readonly kind: 'result' }
  | { readonly kind: 'failure' }

/** Features that call for each thing as it comes; the others call once, at the end. */
const severalCalls: readonly ConversionType[] = ['MUSIC_AI', 'REMIX', 'INPAINT']

const newOf = (before: Task, after: Task, name: 'audioUrl' | 'timedLyrics'): readonly number[] => {
  const has = (output: TaskOutput | undefined): boolean => (output?.[name] ?? '') !== ''
  return after.outputs.flatMap((output, index) => (has(output) && !has(before.outputs[index]) ? [index] : []))
}

const thingsBetween = (
  before: Task,
  after: Task,
  { isStreaming = false }: WebhookDialect,
): readonly News[] => {
  const of = (kind: 'streaming' | 'audio' | 'lyrics', indexes: readonly number[]): readonly News[] =>
    indexes.map((index) => ({ kind, index }))
  const audio = newOf(before, after, 'audioUrl')
  const hasNewCover = before.coverUrl === '' && after.coverUrl !== ''
  return [
    ...(isStreaming && after.feature === 'MUSIC_AI' ? of('streaming', audio) : []),
    ...of('audio', audio),
    ...of('lyrics', newOf(before, after, 'timedLyrics')),
    ...(hasNewCover ? [{ kind: 'cover' } as const] : []),
  ]
}

/** The events of a change, in the order in which they are sent. */
export const newsBetween = (before: Task, after: Task, dialect: WebhookDialect): readonly News[] => {
  const isEnd = hasEnded(after) && !hasEnded(before)
  if (isEnd && after.status !== 'COMPLETED') return dialect.failure === 'silent' ? [] : [{ kind: 'failure' }]
  if (dialect.form !== 'general' && severalCalls.includes(after.feature))
    return thingsBetween(before, after, dialect)
  return isEnd ? [{ kind: 'result' }] : []
}
