import type { ResultPart } from '../command/prepared-request.ts'
import type { Outcome, Output } from '../outcome.ts'

const asWav = (output: Output): Output[] =>
  output.wavUrl === undefined ? [] : [{ ...output, audioUrl: output.wavUrl, smallerUrl: output.audioUrl }]

const isNothing = ({ outputs, coverUrl, transcription, translation, findings }: Outcome): boolean =>
  outputs.length === 0 &&
  [coverUrl, transcription, translation, findings].every((value) => value === undefined)

/** The requested part of an outcome; undefined if it has nothing of that part. */
export const partOf = (outcome: Outcome, part: ResultPart): Outcome | undefined => {
  const { take } = part
  const taken = take === undefined ? outcome.outputs : outcome.outputs.slice(take - 1, take)
  const outputs = part.asWav ? taken.flatMap(asWav) : taken
  const isPart = take !== undefined || part.asWav
  if (isPart && outputs.length === 0) return undefined
  const found = { ...outcome, outputs, ...(isPart && { findings: undefined }) }
  return isNothing(found) ? undefined : found
}

/** The addresses of all files in an outcome. */
export const filesIn = ({ outputs, coverUrl, findings }: Outcome): readonly string[] =>
  [
    ...outputs.map(({ audioUrl }) => audioUrl),
    coverUrl,
    ...(findings?.files ?? []).map(({ url }) => url),
  ].flatMap((url) => url ?? [])

/** Number of files of the product; a cover only accompanies it. */
const productFiles = (outcome: Outcome): number => filesIn({ ...outcome, coverUrl: undefined }).length

/** An outcome without certain files; undefined if it had files and nothing is left. */
export const withoutFiles = (outcome: Outcome, gone: ReadonlySet<string>): Outcome | undefined => {
  const without = (url: string | undefined) => (url !== undefined && gone.has(url) ? undefined : url)
  const outputs = outcome.outputs.map((output) => ({
    ...output,
    audioUrl: without(output.audioUrl),
    wavUrl: without(output.wavUrl),
    ...(output.smallerUrl !== undefined && { smallerUrl: without(output.smallerUrl) }),
  }))
  const { findings } = outcome
  const files = (findings?.files ?? []).filter(({ url }) => !gone.has(url))
  const left = {
    ...outcome,
    outputs,
    coverUrl: without(outcome.coverUrl),
    ...(findings !== undefined && { findings: { ...findings, files } }),
  }
  const isGone = productFiles(outcome) > 0 && productFiles(left) === 0
  return isGone && (findings?.facts.length ?? 0) === 0 ? undefined : left
}
