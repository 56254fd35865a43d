import { hertzOf, soundOf, stretchOf } from '../audio.ts'
import { toneHertz } from '../clips.ts'
import { becomes, demandNear, fetchResult, isTaken, makesAudio } from '../expectations.ts'
import { cutAddress, cutAs, cutVideo, indexedCut, outputExtensions, twoIndexedCuts } from '../orders.ts'
import { refusalRows } from '../refusing.ts'
import type { FieldValue } from '../requests.ts'
import { demand, documented, type Row, seenElsewhere, shown } from '../row.ts'
import { audioAddressOf } from '../service.ts'
import { validRequest } from '../valid-requests.ts'
import { submissionRows } from './submissions.ts'

/** MP3, AAC and Opus come in frames and carry padding. */
const frameTolerance = 0.15
const exactTolerance = 0.005

const refused = (id: string, title: string, start_time: FieldValue, end_time: FieldValue) => ({
  id: `cutter.range.${id}` as const,
  title: `${title} is refused: Invalid time range specified`,
  request: validRequest('cutter', 'own', { start_time, end_time }),
  text: 'Invalid time range specified',
  seenStatus: 400,
})

/** The rows about cutting. */
export const cutterRows: readonly Row[] = [
  ...submissionRows('cutter'),
  documented('cutter.audio_file', 'takes audio_file', makesAudio(cutAs('mp3'))),
  documented(
    'cutter.audio_url',
    'takes audio_url, and keeps 700 ms of it',
    becomes(cutAddress, async (conversion, service) =>
      demandNear(await fetchResult(service, conversion), 0.7, frameTolerance, 'the length in seconds'),
    ),
  ),
  documented('cutter.audio_url.video', 'takes the address of a video-sharing site', isTaken(cutVideo)),
  documented(
    'cutter.audio_url.video.end',
    'cuts the sound of a video-sharing site, or says why it cannot',
    async (service) => {
      const conversion = await service.ended(cutVideo)
      if (conversion.status === 'COMPLETED') await fetchResult(service, conversion)
      else demand(!!conversion.message, `it ends as ${shown(conversion.status)} without a message`)
    },
  ),
  ...outputExtensions.map((extension) =>
    documented(
      `cutter.output_extension.${extension}`,
      `output_extension ${extension} makes a file of that kind, a second long`,
      becomes(cutAs(extension), async (conversion, service) =>
        demandNear(
          await fetchResult(service, conversion, extension),
          1,
          frameTolerance,
          'the length in seconds',
        ),
      ),
    ),
  ),
  documented(
    'cutter.end_time.milliseconds',
    'from 1000 to 2000 ms are kept exactly',
    becomes(cutAs('wav'), async (conversion, service) =>
      demandNear(await fetchResult(service, conversion, 'wav'), 1, exactTolerance, 'the length in seconds'),
    ),
  ),
  documented(
    'cutter.start_time.milliseconds',
    'what is kept begins at 1000 ms: the second of three tones',
    becomes(cutAs('wav'), async (conversion, service) => {
      const sound = soundOf(await service.file(audioAddressOf(conversion)))
      demandNear(hertzOf(stretchOf(sound, 0.05, 0.95)), toneHertz[1], 20, 'the pitch in hertz')
    }),
  ),
  seenElsewhere(
    'cutter.indexed',
    'takes 0.audio_file for audio_file',
    becomes(indexedCut, async (conversion, service) =>
      demandNear(await fetchResult(service, conversion), 0.5, frameTolerance, 'the length in seconds'),
    ),
  ),
  seenElsewhere(
    'cutter.indexed.second',
    'takes 1.audio_file beside 0.audio_file',
    makesAudio(twoIndexedCuts),
  ),
  ...refusalRows([
    refused('reversed', 'an end before the start', 2000, 1000),
    refused('empty', 'an end at the start', 1000, 1000),
    refused('negative', 'a start before the beginning', -1, 1000),
    {
      id: 'cutter.audio.none',
      title: 'a request without a clip is refused',
      request: validRequest('cutter', 'own', { audio_file: undefined }),
      seenStatus: 400,
    },
    {
      id: 'cutter.output_extension.other',
      title: 'another output format is refused',
      request: validRequest('cutter', 'own', { output_extension: 'midi' }),
      seenStatus: 400,
    },
  ]),
]
