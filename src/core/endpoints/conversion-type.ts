/**
 * The feature families of the audio service, by the service's own names. A task is looked up under its family; each
 * endpoint states the family of its tasks (`audio-endpoints.ts`).
 */
export const conversionTypes = [
  'MUSIC_AI',
  'TEXT_TO_SPEECH',
  'VOICE_CONVERSION',
  'EXTRACTION',
  'COVER',
  'STEMS_SEPARATION',
  'VOCAL_EXTRACTION',
  'DENOISING',
  'DEECHO',
  'DEREVERB',
  'SOUND_GENERATOR',
  'AUDIO_TRANSCRIPTION',
  'AUDIO_SPEED_CHANGER',
  'AUDIO_MASTERING',
  'AUDIO_CUTTER',
  'REMIX',
  'FILE_CONVERT',
  'KEY_BPM_EXTRACTION',
  'AUDIO_TO_MIDI',
  'EXTEND',
  'INPAINT',
  'SING_OVER_INSTRUMENTAL',
  'LYRICS_GENERATOR',
] as const

/** One of the feature families. */
export type ConversionType = (typeof conversionTypes)[number]

/** The service's name for a task: the task's own id, or that of one of its outputs. */
export type TaskName = string | { conversionId: string }
