import type { PieceOrder } from '../music/order.ts'
import type { Studio } from '../studio.ts'
import type { Task } from '../tasks/task.ts'
import { voiceById } from '../voice-list/voices.ts'
import { type Problem, rendering, type Taken } from '../work.ts'
import { makeCover, makePieces } from './outputs.ts'

/** The values that all endpoints that make music have. */
type MusicValues = {
  readonly prompt: string
  readonly music_style: string
  readonly lyrics: string
  readonly title: string
  readonly make_instrumental: boolean
  readonly vocal_only: boolean
  readonly voice_id: string
  readonly generate_album_cover: boolean
}

/** What of an order is not the same for all endpoints, and what is charged. */
type SongDetails = Pick<Taken<unknown>, 'outputs' | 'variant'> & {
  readonly gender?: 'male' | 'female' | 'neutral' | undefined
  readonly seconds: number
  readonly withTimedLyrics?: boolean
}

/** What is made for each output of a song. */
type SongWork = Omit<PieceOrder, 'take'> & {
  readonly withCover: boolean
  readonly withTimedLyrics: boolean
}

/** Composes and plays a piece. */
export const song = rendering('piece', async () => (await import('../renderings/piece.ts')).renderPiece)

/** Why a request for music cannot be met, undefined where it can. */
const problemOf = (values: MusicValues): string | undefined => {
  const { prompt, music_style, lyrics, make_instrumental, vocal_only } = values
  if (`${prompt}${music_style}${lyrics}` === '') return 'One of prompt, music_style or lyrics is required'
  if (make_instrumental && vocal_only) return 'make_instrumental and vocal_only exclude each other'
  return undefined
}

const vocalsOf = ({ make_instrumental, vocal_only }: MusicValues): 'none' | 'only' | 'sung' => {
  if (make_instrumental) return 'none'
  return vocal_only ? 'only' : 'sung'
}

/** Takes a request for music, or says why not. */
export const takeSong = (
  values: MusicValues,
  { gender, seconds, withTimedLyrics = false, ...charged }: SongDetails,
): Taken<SongWork> | Problem => {
  const problem = problemOf(values)
  if (problem !== undefined) return { problem }
  const { prompt, music_style, lyrics, title } = values
  return {
    ...charged,
    texts: [prompt, music_style, lyrics, title],
    order: {
      prompt,
      musicStyle: music_style,
      lyrics,
      title,
      vocals: vocalsOf(values),
      gender: voiceById(values.voice_id)?.gender ?? gender ?? 'neutral',
      voice: values.voice_id,
      seconds,
      withCover: values.generate_album_cover,
      withTimedLyrics: withTimedLyrics && !values.make_instrumental,
    },
  }
}

/** Makes the outputs of a song, and the cover when one is wanted. */
export const makeSongs = async (studio: Studio, task: Task, work: SongWork): Promise<void> => {
  await makePieces(studio, task, work.withTimedLyrics, (take, name) =>
    studio.renderer.render(song, { ...work, take }, name),
  )
  if (work.withCover) await makeCover(studio, task, work)
}
