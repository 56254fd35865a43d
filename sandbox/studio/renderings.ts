import { renderCover } from './renderings/cover.ts'
import { renderCut } from './renderings/cut.ts'
import { renderInpaint } from './renderings/inpaint.ts'
import { renderMastering } from './renderings/mastering.ts'
import { renderPiece } from './renderings/piece.ts'
import { renderRemix } from './renderings/remix.ts'
import { renderSpeech } from './renderings/speech.ts'
import { renderTranscription } from './renderings/transcription.ts'
import { renderVoiceChange } from './renderings/voice-change.ts'

/**
 * What the render thread can make, one line for each kind. A rendering writes its files next to `filePath` and gives
 * what is to be told about them.
 */
export const renderings = {
  piece: renderPiece,
  remix: renderRemix,
  inpaint: renderInpaint,
  cut: renderCut,
  mastering: renderMastering,
  speech: renderSpeech,
  transcription: renderTranscription,
  voiceChange: renderVoiceChange,
  cover: renderCover,
}

type Renderings = typeof renderings
export type RenderKind = keyof Renderings
export type RenderOrder<Kind extends RenderKind> = Parameters<Renderings[Kind]>[0]
export type RenderResult<Kind extends RenderKind> = Awaited<ReturnType<Renderings[Kind]>>
