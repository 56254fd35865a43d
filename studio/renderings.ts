type Render<Order, Result> = (order: Order, filePath: string) => Promise<Result>

/** Loads what makes something when it is wanted first: whoever reads a text aloud needs no instruments. */
const lazily =
  <Order, Result>(load: () => Promise<Render<Order, Result>>): Render<Order, Result> =>
  async (order, filePath) =>
    (await load())(order, filePath)

/**
 * What the render thread can make, one line for each kind. A rendering writes its files next to `filePath`
 * and gives what is to be told about them.
 */
export const renderings = {
  piece: lazily(async () => (await import('./renderings/piece.ts')).renderPiece),
  remix: lazily(async () => (await import('./renderings/remix.ts')).renderRemix),
  inpaint: lazily(async () => (await import('./renderings/inpaint.ts')).renderInpaint),
  cut: lazily(async () => (await import('./renderings/cut.ts')).renderCut),
  mastering: lazily(async () => (await import('./renderings/mastering.ts')).renderMastering),
  speech: lazily(async () => (await import('./renderings/speech.ts')).renderSpeech),
  transcription: lazily(async () => (await import('./renderings/transcription.ts')).renderTranscription),
  voiceChange: lazily(async () => (await import('./renderings/voice-change.ts')).renderVoiceChange),
  cover: lazily(async () => (await import('./renderings/cover.ts')).renderCover),
}

type Renderings = typeof renderings
export type RenderKind = keyof Renderings
export type RenderOrder<Kind extends RenderKind> = Parameters<Renderings[Kind]>[0]
export type RenderResult<Kind extends RenderKind> = Awaited<ReturnType<Renderings[Kind]>>
