import { type SpeechOrder, speakText } from '../speech/speech.ts'
import { writeSound } from './sound-files.ts'

/** Speaks a text. */
export const renderSpeech = async (
  order: SpeechOrder,
  filePath: string,
): Promise<{ readonly durationSeconds: number }> => await writeSound(await speakText(order), filePath)
