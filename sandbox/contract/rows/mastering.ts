import { levelOf, soundOf } from '../audio.ts'
import { clipSeconds } from '../clips.ts'
import { becomes, demandNear, fetchResult, makesAudio } from '../expectations.ts'
import {
  indexedMastering,
  masteredAddresses,
  masteredAs,
  mixedMastering,
  outputExtensions,
  twoIndexedMasterings,
} from '../orders.ts'
import { demand, documented, type Row, seenElsewhere } from '../row.ts'
import { audioAddressOf } from '../service.ts'

/** Padding of MP3 and AAC may lengthen a file by some frames. */
const lengthTolerance = 0.3

/** The quiet clip has a level of about 0.01, the reference of about 0.7. */
const louderThan = 0.1

/** The rows about matching a clip to a reference. */
export const masteringRows: readonly Row[] = [
  documented('mastering.audio_file', 'takes audio_file', makesAudio(masteredAs('mp3'))),
  documented('mastering.reference_audio_file', 'takes reference_audio_file', makesAudio(masteredAs('mp3'))),
  documented('mastering.audio_url', 'takes audio_url', makesAudio(masteredAddresses)),
  documented('mastering.reference_audio_url', 'takes reference_audio_url', makesAudio(masteredAddresses)),
  ...outputExtensions.map((extension) =>
    documented(
      `mastering.output_extension.${extension}`,
      `output_extension ${extension} makes a file of that kind, as long as the clip`,
      becomes(masteredAs(extension), async (conversion, service) => {
        const seconds = await fetchResult(service, conversion, extension)
        demandNear(seconds, clipSeconds('quiet'), lengthTolerance, 'the length in seconds')
      }),
    ),
  ),
  documented(
    'mastering.effect',
    'a quiet clip becomes about as loud as its loud reference',
    becomes(masteredAs('wav'), async (conversion, service) => {
      const level = levelOf(soundOf(await service.file(audioAddressOf(conversion))))
      demand(level > louderThan, `the level is ${level.toFixed(3)} of 1`)
    }),
  ),
  seenElsewhere(
    'mastering.indexed',
    'takes 0.audio_file and 0.reference_audio_file for the two files',
    makesAudio(indexedMastering),
  ),
  seenElsewhere(
    'mastering.indexed.second',
    'takes 1.audio_file and 1.reference_audio_file beside those with 0',
    makesAudio(twoIndexedMasterings),
  ),
  seenElsewhere(
    'mastering.mixed',
    'takes a clip as a file and its reference as an address',
    makesAudio(mixedMastering),
  ),
]
