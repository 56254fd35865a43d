import { type SpeechOrder, speakTimed } from '../speech/speech.ts'
import { titleOfText } from '../speech/title.ts'
import { type SoundFacts, writeSound } from './sound-files.ts'

/** Speaks a text; the files carry its words, and when each is heard. */
export const renderSpeech = async (order: SpeechOrder, filePath: string): Promise<SoundFacts> => {
  const { sound, words } = await speakTimed(order)
  const tags = { title: titleOfText(order.text), lyrics: order.text, timedLyrics: words }
  return await writeSound(sound, filePath, { tags })
}
