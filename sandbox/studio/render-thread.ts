import { writeFile } from 'node:fs/promises'
import { parentPort } from 'node:worker_threads'
import { drawCover } from './cover/cover.ts'
import { encodeMp3 } from './music/encode/mp3.ts'
import { encodeWav } from './music/encode/wav.ts'
import type { PieceResult } from './music/order.ts'
import { composePiece } from './music/piece.ts'
import { renderScore } from './music/sound/render.ts'
import type { RenderAnswer, RenderJob } from './renderer.ts'

const makePiece = async ({ order, filePath }: RenderJob & { kind: 'piece' }): Promise<PieceResult> => {
  const piece = composePiece(order)
  const sound = renderScore(piece.score)
  await Promise.all([
    writeFile(`${filePath}.mp3`, await encodeMp3(sound)),
    writeFile(`${filePath}.wav`, encodeWav(sound)),
  ])
  return { ...piece.facts, durationSeconds: sound.left.length / sound.sampleRate }
}

const makeCover = async ({ order, filePath }: RenderJob & { kind: 'cover' }): Promise<void> => {
  const cover = drawCover(order)
  await Promise.all([
    writeFile(`${filePath}.png`, cover.full),
    writeFile(`${filePath}-thumbnail.png`, cover.thumbnail),
  ])
}

const make = async (job: RenderJob): Promise<PieceResult | undefined> => {
  switch (job.kind) {
    case 'piece':
      return await makePiece(job)
    case 'cover':
      await makeCover(job)
      return undefined
  }
}

const answer = async (job: RenderJob): Promise<RenderAnswer> => {
  try {
    return { kind: 'made', result: await make(job) }
  } catch (error) {
    return { kind: 'failed', reason: error instanceof Error ? (error.stack ?? error.message) : `${error}` }
  }
}

parentPort?.on('message', async (job: RenderJob) => parentPort?.postMessage(await answer(job)))
