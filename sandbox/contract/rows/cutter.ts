import { hertzOf, soundOf, stretchOf } from '../audio.ts'
import { toneHertz } from '../clips.ts'
import { becomes, demandNear, fetchResult, isTaken, makesAudio } from '../expectations.ts'
import { cutAddress, cutAs, cutVideo, indexedCut, outputExtensions, twoIndexedCuts } from '../orders.ts'
import { refusalRows, refusalsOf } from '../refusing.ts'
import { demand, documented, type Row, seenElsewhere, shown } from '../row.ts'
import { audioAddressOf } from '../service.ts'

/** MP3, AAC and Opus come in frames and carry padding. */
const frameTolerance = 0.15
const exactTolerance = 0.005

const refused = refusalsOf('cutter', { seenStatus: 400 })

const badRange = { text: 'Invalid time range specified' }

/** The rows about cutting. */
export const cutterRows: readonly Row[] = [
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
    ...(['start_time', 'end_time'] as const).map((end) =>
      refused(
        `${end}.required`,
        `a request without ${end} is refused`,
        { [end]: undefined },
        { ...badRange, source: 'evidence' },
      ),
    ),
  ]),
]
