import { allVoices } from './endpoints/all-voices.ts'
import { audioCutter } from './endpoints/audio-cutter.ts'
import { audioMastering } from './endpoints/audio-mastering.ts'
import { audioTranscribe } from './endpoints/audio-transcribe.ts'
import { byId } from './endpoints/by-id.ts'
import { inpaint } from './endpoints/inpaint.ts'
import { musicAiBatch } from './endpoints/music-ai-batch.ts'
import { musicAiV1 } from './endpoints/music-ai-v1.ts'
import { musicAiV2 } from './endpoints/music-ai-v2.ts'
import { promptToLyrics } from './endpoints/prompt-to-lyrics.ts'
import { remix } from './endpoints/remix.ts'
import { searchVoices } from './endpoints/search-voices.ts'
import { textToSpeech } from './endpoints/text-to-speech.ts'
import { voiceChanger } from './endpoints/voice-changer.ts'
import type { Endpoint } from './http/endpoint.ts'

/** Every endpoint of the service, one line each. */
export const endpoints: readonly Endpoint[] = [
  musicAiV2,
  musicAiBatch,
  musicAiV1,
  promptToLyrics,
  remix,
  inpaint,
  audioMastering,
  audioCutter,
  textToSpeech,
  audioTranscribe,
  voiceChanger,
  byId,
  allVoices,
  searchVoices,
]
