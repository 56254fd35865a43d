import type { AiMark, DigitalSource } from '../ai-mark.ts'
import type { ConversionType } from '../endpoints/conversion-type.ts'
import type { JobRecord } from './job.ts'

/**
 * How the files of each family come about: generated, made of a clip by generating, or a clip that was only
 * worked on. The last says no more than is true of a member's own recording.
 */
const sources = {
  MUSIC_AI: 'trainedAlgorithmicMedia',
  TEXT_TO_SPEECH: 'trainedAlgorithmicMedia',
  VOICE_CONVERSION: 'compositeWithTrainedAlgorithmicMedia',
  EXTRACTION: 'algorithmicallyEnhanced',
  COVER: 'compositeWithTrainedAlgorithmicMedia',
  STEMS_SEPARATION: 'algorithmicallyEnhanced',
  VOCAL_EXTRACTION: 'algorithmicallyEnhanced',
  DENOISING: 'algorithmicallyEnhanced',
  DEECHO: 'algorithmicallyEnhanced',
  DEREVERB: 'algorithmicallyEnhanced',
  SOUND_GENERATOR: 'trainedAlgorithmicMedia',
  AUDIO_TRANSCRIPTION: 'trainedAlgorithmicMedia',
  AUDIO_SPEED_CHANGER: 'algorithmicallyEnhanced',
  AUDIO_MASTERING: 'algorithmicallyEnhanced',
  AUDIO_CUTTER: 'algorithmicallyEnhanced',
  REMIX: 'compositeWithTrainedAlgorithmicMedia',
  FILE_CONVERT: 'algorithmicallyEnhanced',
  KEY_BPM_EXTRACTION: 'algorithmicallyEnhanced',
  AUDIO_TO_MIDI: 'algorithmicallyEnhanced',
  EXTEND: 'compositeWithTrainedAlgorithmicMedia',
  INPAINT: 'compositeWithTrainedAlgorithmicMedia',
  SING_OVER_INSTRUMENTAL: 'compositeWithTrainedAlgorithmicMedia',
  LYRICS_GENERATOR: 'trainedAlgorithmicMedia',
} as const satisfies Record<ConversionType, DigitalSource>

/** The mark of a job's files: its own, or that of the job whose result it shows once more. */
export const resultMark = (
  { id, values, outcome }: Pick<JobRecord, 'id' | 'values' | 'outcome'>,
  family: ConversionType | undefined,
): AiMark => {
  if (outcome?.mark !== undefined) return outcome.mark
  const source = family === undefined ? 'trainedAlgorithmicMedia' : sources[family]
  return { job: id, source, ...(typeof values.model === 'string' && { model: values.model }) }
}
