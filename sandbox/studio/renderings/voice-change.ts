import { readFile } from 'node:fs/promises'
import { decodeClip } from '../clips/decode.ts'
import { changeVoice, type VoiceChange } from '../voice/voice-change.ts'
import { writeSound } from './sound-files.ts'

/** Gives a clip another voice. */
export const renderVoiceChange = async (
  { clipPath, ...change }: VoiceChange & { readonly clipPath: string },
  filePath: string,
): Promise<{ readonly durationSeconds: number }> =>
  await writeSound(await changeVoice(await decodeClip(await readFile(clipPath)), change), filePath)
