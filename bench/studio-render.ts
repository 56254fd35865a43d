import { encodeMp3 } from '../sandbox/studio/music/encode/mp3.ts'
import { encodeWav } from '../sandbox/studio/music/encode/wav.ts'
import type { PieceOrder } from '../sandbox/studio/music/order.ts'
import { composePiece } from '../sandbox/studio/music/piece.ts'
import { renderScore } from '../sandbox/studio/music/sound/render.ts'
import { styles } from '../sandbox/studio/music/styles/all.ts'

const order: Omit<PieceOrder, 'musicStyle'> = {
  prompt: 'a song about rivers',
  lyrics: '',
  title: '',
  vocals: 'sung',
  gender: 'female',
  voice: '',
  seconds: 20,
  take: 1,
}

/** Processor seconds for one output of 20 s with a voice: composed, rendered, and encoded as MP3 and WAV. */
const measure = async (musicStyle: string): Promise<number> => {
  const before = process.cpuUsage()
  const sound = renderScore(composePiece({ ...order, musicStyle }).score)
  await encodeMp3(sound)
  encodeWav(sound)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000_000
}

for (const { name } of styles) console.log(`${name.padEnd(12)} ${(await measure(name)).toFixed(2)} s`)
