/** Who is heard: music with a voice, music alone, or the voice alone. */
export type Vocals = 'sung' | 'none' | 'only'

export type Gender = 'female' | 'male' | 'neutral'

/** What somebody wants to hear. Empty texts are left to the composer. */
export type PieceOrder = {
  readonly prompt: string
  readonly musicStyle: string
  readonly lyrics: string
  readonly title: string
  readonly vocals: Vocals
  readonly gender: Gender
  /** The identifier of a voice; it colours the singing. */
  readonly voice: string
  readonly seconds: number
  /** Counts from 1; two takes of one order are two different pieces. */
  readonly take: number
}

/** What a cover is drawn from. */
export type CoverOrder = Pick<PieceOrder, 'prompt' | 'musicStyle' | 'lyrics' | 'title'>

/** A sung line, times in milliseconds from the start of the piece. */
export type TimedLine = {
  readonly start: number
  readonly end: number
  readonly text: string
  readonly index: number
}

/** What is told about a piece beside its sound. */
export type PieceFacts = {
  readonly title: string
  readonly lyrics: string
  readonly timedLines: readonly TimedLine[]
  readonly style: string
  readonly beatsPerMinute: number
  /** For example `D minor`. */
  readonly key: string
}

export type PieceResult = PieceFacts & { readonly durationSeconds: number }
