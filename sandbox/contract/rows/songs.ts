import {
  becomes,
  fetchResult,
  fills,
  hasText,
  isTaken,
  lacks,
  makesAudio,
  makesCover,
  makesNoCover,
} from '../expectations.ts'
import { givenLyrics } from '../orders.ts'
import type { Order } from '../requests.ts'
import { documented, type Row } from '../row.ts'

/** Requests to the three endpoints that make songs from a prompt. */
export type Songs = {
  /** With lyrics, a title and a style. */
  readonly full: Order
  /** Of a prompt alone. */
  readonly plain: Order
  readonly instrumental: Order
  readonly vocal: Order
  readonly voiced: Order
  /** How long a prompt should be at most, and orders of just that length and of one character more. */
  readonly guidance: number
  readonly within: Order
  readonly beyond: Order
}

type SongEndpoint = 'musicAiV1' | 'musicAiV2' | 'batch'

const textRows = (name: SongEndpoint, songs: Songs): readonly Row[] => {
  const { full, plain, guidance, within, beyond } = songs
  return [
    documented(`${name}.prompt`, 'makes a song of a prompt alone', makesAudio(plain)),
    documented(`${name}.prompt.${guidance}`, `takes a prompt of ${guidance} characters`, isTaken(within)),
    documented(
      `${name}.prompt.${guidance + 1}`,
      `takes a prompt beyond the guidance: ${guidance + 1} characters`,
      isTaken(beyond),
    ),
    documented(`${name}.music_style`, 'takes music_style', makesAudio(full)),
    documented(
      `${name}.lyrics`,
      'sings the given lyrics',
      becomes(full, hasText('lyrics_1', givenLyrics.split('\n')[1] ?? '')),
    ),
    documented(
      `${name}.title`,
      'gives the song the title',
      becomes(full, hasText('title_1', 'Across the Bay')),
    ),
  ]
}

const voiceRows = (name: SongEndpoint, songs: Songs): readonly Row[] => {
  const { plain, instrumental, vocal, voiced } = songs
  return [
    documented(
      `${name}.make_instrumental`,
      'make_instrumental leaves the lyrics out',
      becomes(instrumental, lacks('lyrics_1', 'lyrics_2', 'lyrics_timestamped_1', 'lyrics_timestamped_2')),
    ),
    documented(
      `${name}.make_instrumental.default`,
      'make_instrumental is false unless given: the song has lyrics',
      becomes(plain, fills('lyrics_1')),
    ),
    documented(
      `${name}.vocal_only`,
      'vocal_only makes vocals: with lyrics',
      becomes(vocal, async (conversion, service) => {
        fills('lyrics_1')(conversion)
        await fetchResult(service, conversion)
      }),
    ),
    documented(`${name}.voice_id`, 'takes a voice of the list', makesAudio(voiced)),
  ]
}

/** What the endpoints for songs have in common. */
export const songRows = (name: SongEndpoint, songs: Songs): readonly Row[] => [
  ...textRows(name, songs),
  ...voiceRows(name, songs),
]

/** Covers of the two endpoints that make none unless asked to. */
export const coverRows = (name: SongEndpoint, withCover: Order, without: Order): readonly Row[] => [
  documented(`${name}.generate_album_cover`, 'generate_album_cover makes a cover', makesCover(withCover)),
  documented(`${name}.generate_album_cover.default`, 'makes no cover unless asked to', makesNoCover(without)),
]
