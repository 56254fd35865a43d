import type { Row } from './row.ts'
import { accountRows } from './rows/accounts.ts'
import { batchRows } from './rows/batch.ts'
import { byIdRows } from './rows/by-id.ts'
import { conversionRows } from './rows/conversions.ts'
import { cutterRows } from './rows/cutter.ts'
import { inpaintRows } from './rows/inpaint.ts'
import { limitRows } from './rows/limits.ts'
import { lyricsRows } from './rows/lyrics.ts'
import { masteringRows } from './rows/mastering.ts'
import { musicRows } from './rows/music.ts'
import { remixRows } from './rows/remix.ts'
import { sharedRows } from './rows/shared.ts'
import { speechRows } from './rows/speech.ts'
import { submissionRows } from './rows/submissions.ts'
import { transcriptionRows } from './rows/transcription.ts'
import { voiceChangerRows } from './rows/voice-changer.ts'
import { voiceRows } from './rows/voices.ts'

/** What a record cannot say: how the service behaves. */
const byHand: readonly Row[] = [
  ...sharedRows,
  ...byIdRows,
  ...conversionRows,
  ...submissionRows,
  ...voiceRows,
  ...musicRows,
  ...batchRows,
  ...speechRows,
  ...voiceChangerRows,
  ...remixRows,
  ...masteringRows,
  ...cutterRows,
  ...inpaintRows,
  ...transcriptionRows,
  ...lyricsRows,
  ...accountRows,
]

/** Every row of the contract, in the order of the report. */
export const allRows: readonly Row[] = [...byHand, ...limitRows(byHand)]
