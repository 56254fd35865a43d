import {
  becomes,
  fills,
  hasText,
  isTaken,
  lacks,
  makesAudio,
  makesCover,
  makesOutputs,
  timedLinesOf,
} from '../expectations.ts'
import { fullRemix, givenLyrics, indexedRemix, longRemix, plainRemix, textOfLength } from '../orders.ts'
import { refusalRows } from '../refusing.ts'
import { demand, documented, type Row, seenElsewhere, shown } from '../row.ts'
import { validRequest } from '../valid-requests.ts'
import { submissionRows } from './submissions.ts'

/** The rows about remixes. */
export const remixRows: readonly Row[] = [
  ...submissionRows('remix'),
  documented('remix.audio_file', 'takes audio_file', makesAudio(fullRemix)),
  documented('remix.audio_url', 'takes audio_url', makesAudio(plainRemix)),
  documented('remix.prompt', 'takes a prompt alone', makesAudio(plainRemix)),
  documented(
    'remix.lyrics',
    'sings the given lyrics',
    becomes(fullRemix, hasText('lyrics_1', givenLyrics.split('\n')[1] ?? '')),
  ),
  documented('remix.lyrics.5000', 'takes lyrics of 5000 characters', isTaken(longRemix)),
  documented(
    'remix.title',
    'gives the remix the title',
    becomes(fullRemix, hasText('title_1', 'Waltz of the Bay')),
  ),
  documented('remix.gender.female', 'takes gender female', isTaken(fullRemix)),
  documented('remix.gender.male', 'takes gender male', isTaken(longRemix)),
  documented('remix.gender.neutral', 'takes gender neutral', isTaken(indexedRemix)),
  documented('remix.generate_album_cover', 'generate_album_cover makes a cover', makesCover(fullRemix)),
  seenElsewhere(
    'remix.generate_album_cover.default',
    'makes no cover unless asked to',
    becomes(plainRemix, lacks('album_cover_path')),
  ),
  documented(
    'remix.lyrics_timestamps',
    'lyrics_timestamps gives the lyrics times',
    becomes(fullRemix, (conversion) => {
      fills('lyrics_timestamped_1')(conversion)
      timedLinesOf(conversion, 'lyrics_timestamped_1')
    }),
  ),
  documented('remix.outputs', 'makes two outputs', makesOutputs(fullRemix, 2)),
  documented('remix.response.unflagged', 'a waltz is not flagged', async (service) => {
    const { is_flagged } = (await service.accepted(fullRemix)).body
    demand(is_flagged === false, `is_flagged is ${shown(is_flagged)}`)
  }),
  seenElsewhere('remix.indexed', 'takes 0.audio_file for audio_file', makesAudio(indexedRemix)),
  ...refusalRows([
    {
      id: 'remix.audio.none',
      title: 'neither audio_file nor audio_url is refused: Either audio_file or audio_url must be provided.',
      request: validRequest('remix', 'own', { audio_file: undefined }),
      text: 'Either audio_file or audio_url must be provided.',
      seenStatus: 422,
    },
    {
      id: 'remix.lyrics.5001',
      title: 'lyrics of 5001 characters are refused',
      request: validRequest('remix', 'own', { lyrics: textOfLength(5001) }),
      seenStatus: 422,
    },
    {
      id: 'remix.gender.other',
      title: 'a gender other than male, female and neutral is refused',
      request: validRequest('remix', 'own', { gender: 'robot' }),
      seenStatus: 422,
    },
  ]),
]
