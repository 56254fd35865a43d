import type { ResultPart } from '../command/prepared-request.ts'
import type { Outcome, Output } from '../outcome.ts'

const asWav = (output: Output): Output[] =>
  output.wavUrl === undefined ? [] : [{ ...output, audioUrl: output.wavUrl, smallerUrl: output.audioUrl }]

const isNothing = ({ outputs, coverUrl, transcription, translation }: Outcome): boolean =>
  outputs.length === 0 && coverUrl === undefined && transcription === undefined && translation === undefined

/** The part of an outcome that is wanted; undefined where there is nothing of it. */
export const partOf = (outcome: Outcome, part: ResultPart): Outcome | undefined => {
  const { take } = part
  const taken = take === undefined ? outcome.outputs : outcome.outputs.slice(take - 1, take)
  const outputs = part.asWav ? taken.flatMap(asWav) : taken
  const isPart = take !== undefined || part.asWav
  if (isPart && outputs.length === 0) return undefined
  const found = { ...outcome, outputs }
  return isNothing(found) ? undefined : found
}

/** The addresses of everything in it that is a file. */
export const filesIn = ({ outputs, coverUrl }: Outcome): readonly string[] =>
  [...outputs.map(({ audioUrl }) => audioUrl), coverUrl].flatMap((url) => url ?? [])

/** An outcome without some files; undefined where it had files to hear, and has none any more. */
export const withoutFiles = (outcome: Outcome, gone: ReadonlySet<string>): Outcome | undefined => {
  const without = (url: string | undefined) => (url !== undefined && gone.has(url) ? undefined : url)
  const outputs = outcome.outputs.map((output) => ({
    ...output,
    audioUrl: without(output.audioUrl),
    wavUrl: without(output.wavUrl),
    ...(output.smallerUrl !== undefined && { smallerUrl: without(output.smallerUrl) }),
  }))
  const hadAudio = outcome.outputs.some(({ audioUrl }) => audioUrl !== undefined)
  const hasAudio = outputs.some(({ audioUrl }) => audioUrl !== undefined)
  return hadAudio && !hasAudio ? undefined : { ...outcome, outputs, coverUrl: without(outcome.coverUrl) }
}
