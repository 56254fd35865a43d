// Written by `npm run endpoints`.

import { cutter } from './endpoints/cutter.ts'
import { inpaint } from './endpoints/inpaint.ts'
import { lyrics } from './endpoints/lyrics.ts'
import { mastering } from './endpoints/mastering.ts'
import { music } from './endpoints/music.ts'
import { musicBatch } from './endpoints/music-batch.ts'
import { musicV1 } from './endpoints/music-v1.ts'
import { remix } from './endpoints/remix.ts'
import { speech } from './endpoints/speech.ts'
import { transcription } from './endpoints/transcription.ts'
import { voiceChanger } from './endpoints/voice-changer.ts'
import type { Work } from './work.ts'

/** What each endpoint that takes work does, by the names of their records. */
export const works: Readonly<Record<string, Work>> = {
  cutter,
  inpaint,
  lyrics,
  mastering,
  music,
  musicBatch,
  musicV1,
  remix,
  speech,
  transcription,
  voiceChanger,
}
