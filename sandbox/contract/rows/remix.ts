import { becomes, hasText, isTaken, makesOutputs } from '../expectations.ts'
import { fullRemix, givenLyrics, indexedRemix, longRemix, plainRemix, textOfLength } from '../orders.ts'
import { refusalRows, refusalsOf } from '../refusing.ts'
import { documented, type Row } from '../row.ts'
import { remakeRows } from './remakes.ts'
import { submissionRows } from './submissions.ts'

const refused = refusalsOf('remix', { seenStatus: 422 })

/** The rows about remixes. */
export const remixRows: readonly Row[] = [
  ...submissionRows('remix'),
  ...remakeRows('remix', {
    full: fullRemix,
    plain: plainRemix,
    male: longRemix,
    indexed: indexedRemix,
    title: 'Waltz of the Bay',
  }),
  documented(
    'remix.lyrics',
    'sings the given lyrics',
    becomes(fullRemix, hasText('lyrics_1', givenLyrics.split('\n')[1] ?? '')),
  ),
  documented('remix.lyrics.5000', 'takes lyrics of 5000 characters', isTaken(longRemix)),
  documented('remix.outputs', 'makes two outputs', makesOutputs(fullRemix, 2)),
  ...refusalRows([
    refused(
      'audio.none',
      'neither audio_file nor audio_url is refused',
      { audio_file: undefined },
      { text: 'Either audio_file or audio_url must be provided.' },
    ),
    refused('lyrics.5001', 'lyrics of 5001 characters are refused', { lyrics: textOfLength(5001) }),
  ]),
]
