import { writeFile } from 'node:fs/promises'
import { parentPort } from 'node:worker_threads'
import { drawCover } from './cover/cover.ts'
import { encodeMp3 } from './encode/mp3.ts'
import { encodeWav } from './encode/wav.ts'
import type { PieceResult } from './music/order.ts'
import { composePiece } from './music/piece.ts'
import { renderScore } from './music/sound/render.ts'
import type { Stereo } from './music/sound/stereo.ts'
import { composeRemix } from './remix/remix.ts'
import type { JobOf, RenderAnswer, RenderJob, RenderResults } from './renderer.ts'
import { renderSpeech } from './speech/speech.ts'
import { UnusableInput } from './unusable-input.ts'

/** Writes both files of a sound and says how long it is. */
const writeSound = async (sound: Stereo, filePath: string): Promise<{ durationSeconds: number }> => {
  await Promise.all([
    writeFile(`${filePath}.mp3`, await encodeMp3(sound)),
    writeFile(`${filePath}.wav`, encodeWav(sound)),
  ])
  return { durationSeconds: sound.left.length / sound.sampleRate }
}

const makePiece = async ({ order, filePath }: JobOf<'piece'>): Promise<PieceResult> => {
  const { score, facts } = composePiece(order)
  return { ...facts, ...(await writeSound(renderScore(score), filePath)) }
}

const makeRemix = async ({ order, filePath }: JobOf<'remix'>): Promise<PieceResult> => {
  const { score, facts } = await composeRemix(order)
  return { ...facts, ...(await writeSound(renderScore(score), filePath)) }
}

const makeCover = async ({ order, filePath }: JobOf<'cover'>): Promise<void> => {
  const cover = drawCover(order)
  await Promise.all([
    writeFile(`${filePath}.png`, cover.full),
    writeFile(`${filePath}-thumbnail.png`, cover.thumbnail),
  ])
}

const make = async (job: RenderJob): Promise<RenderResults[RenderJob['kind']]> => {
  switch (job.kind) {
    case 'piece':
      return await makePiece(job)
    case 'remix':
      return await makeRemix(job)
    case 'speech':
      return await writeSound(await renderSpeech(job.order), job.filePath)
    case 'cover':
      await makeCover(job)
      return undefined
  }
}

const answer = async (job: RenderJob): Promise<RenderAnswer> => {
  try {
    return { kind: 'made', result: await make(job) }
  } catch (error) {
    if (error instanceof UnusableInput) return { kind: 'unusable', reason: error.message }
    return { kind: 'failed', reason: error instanceof Error ? (error.stack ?? error.message) : `${error}` }
  }
}

parentPort?.on('message', async (job: RenderJob) => parentPort?.postMessage(await answer(job)))
