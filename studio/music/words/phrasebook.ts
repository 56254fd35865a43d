import type { Choices } from '../style.ts'

/** What a lyricist has at hand in one language; `{topic}` stands for what the song is about. */
export type Phrasebook = {
  /** Families of line endings; within a family all of them rhyme by their sounds. */
  readonly endings: Choices<Choices<string>>
  /** How a line of a verse begins that names a topic. */
  readonly verses: Choices<string>
  /** How a line begins that paints the scene and answers the line before. */
  readonly pictures: Choices<string>
  readonly choruses: Choices<string>
  /** What a song is about whose prompt names nothing. */
  readonly themes: Choices<string>
}
