import {
  becomes,
  hasText,
  isTaken,
  makesAudio,
  makesCover,
  makesNoCover,
  timedLinesOf,
} from '../expectations.ts'
import type { Order } from '../requests.ts'
import { documented, type Row, seenElsewhere } from '../row.ts'

/** Requests to the two endpoints that remake a clip. */
type Remakes = {
  /** For a file, with every option: a title, a cover, timed lyrics, in a female voice. */
  readonly full: Order
  /** Of an address and a prompt alone. */
  readonly plain: Order
  readonly male: Order
  /** Of a file named 0.audio_file, in a neutral voice. */
  readonly indexed: Order
  readonly title: string
}

/** What Remix and Inpaint have in common. */
export const remakeRows = (
  name: 'remix' | 'inpaint',
  { full, plain, male, indexed, title }: Remakes,
): readonly Row[] => [
  documented(`${name}.audio_file`, 'takes audio_file', makesAudio(full)),
  documented(`${name}.audio_url`, 'takes audio_url', makesAudio(plain)),
  documented(`${name}.prompt`, 'takes a prompt alone', makesAudio(plain)),
  documented(`${name}.title`, 'gives the result the title', becomes(full, hasText('title_1', title))),
  documented(`${name}.gender.female`, 'takes gender female', isTaken(full)),
  documented(`${name}.gender.male`, 'takes gender male', isTaken(male)),
  documented(`${name}.gender.neutral`, 'takes gender neutral', isTaken(indexed)),
  documented(`${name}.generate_album_cover`, 'generate_album_cover makes a cover', makesCover(full)),
  seenElsewhere(
    `${name}.generate_album_cover.default`,
    'makes no cover unless asked to',
    makesNoCover(plain),
  ),
  documented(
    `${name}.lyrics_timestamps`,
    'lyrics_timestamps gives the lyrics times',
    becomes(full, (conversion) => {
      timedLinesOf(conversion, 'lyrics_timestamped_1')
    }),
  ),
  seenElsewhere(`${name}.indexed`, 'takes 0.audio_file for audio_file', makesAudio(indexed)),
]
