/** The values of `conversionType`, which is also the `feature` of a conversion. */
export const features = [
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

export type Feature = (typeof features)[number]
