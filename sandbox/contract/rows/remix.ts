import { becomes, hasText, isTaken, makesOutputs } from '../expectations.ts'
import { fullRemix, givenLyrics, indexedRemix, longRemix, plainRemix } from '../orders.ts'
import { documented, type Row } from '../row.ts'
import { remakeRows } from './remakes.ts'

/** The rows about remixes. */
export const remixRows: readonly Row[] = [
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
]
