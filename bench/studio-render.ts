import { decodeClip } from '../sandbox/studio/clips/decode.ts'
import { encodeMp3 } from '../sandbox/studio/encode/mp3.ts'
import { encodeWav } from '../sandbox/studio/encode/wav.ts'
import type { PieceOrder } from '../sandbox/studio/music/order.ts'
import { composePiece } from '../sandbox/studio/music/piece.ts'
import { renderScore } from '../sandbox/studio/music/sound/render.ts'
import type { Stereo } from '../sandbox/studio/music/sound/stereo.ts'
import { styles } from '../sandbox/studio/music/styles/all.ts'
import { arrangeRemix } from '../sandbox/studio/remix/remix.ts'
import { speakText } from '../sandbox/studio/speech/speech.ts'

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

/** Processor seconds for one output: made, and encoded as MP3 and WAV. */
const measure = async (make: () => Stereo | Promise<Stereo>): Promise<number> => {
  const before = process.cpuUsage()
  const sound = await make()
  await encodeMp3(sound)
  encodeWav(sound)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000_000
}

const print = async (name: string, make: () => Stereo | Promise<Stereo>): Promise<void> => {
  console.log(`${name.padEnd(24)} ${(await measure(make)).toFixed(2)} s`)
}

// Every output is 20 s long, or about that for speech.
const play = (musicStyle: string): Stereo => renderScore(composePiece({ ...order, musicStyle }).score)
for (const { name } of styles) await print(name, () => play(name))

const clip = await encodeMp3(play('pop'))
for (const { name } of styles) {
  const remixOrder = { ...order, prompt: name, lyrics: 'row the boat\nacross the sea', clipPath: '' }
  const remix = async () => renderScore(arrangeRemix(await decodeClip(clip), remixOrder).score)
  await print(`remix as ${name}`, remix)
}

const text = 'The quick brown fox jumps over the lazy dog by the river. '.repeat(6)
for (const gender of ['female', 'male'] as const) {
  await print(`speech, ${gender}`, () => speakText({ text, samplePath: undefined, voice: '', gender }))
}
