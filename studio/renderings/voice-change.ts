import { readFile } from 'node:fs/promises'
import { decodeClip, wholeClip } from '../clips/decode.ts'
import { keptTags } from '../clips/kept-tags.ts'
import { readTags } from '../clips/read-tags.ts'
import { changeVoice, type VoiceChange } from '../voice/voice-change.ts'
import { type SoundFacts, writeSound } from './sound-files.ts'

/** Gives a clip another voice. */
export const renderVoiceChange = async (
  { clipPath, ...change }: VoiceChange & { readonly clipPath: string },
  filePath: string,
): Promise<SoundFacts> => {
  const bytes = await readFile(clipPath)
  const sound = await changeVoice(await decodeClip(bytes, wholeClip), change)
  return await writeSound(sound, filePath, { tags: keptTags(await readTags(bytes)) })
}
