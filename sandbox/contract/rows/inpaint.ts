import { likenessOf, soundOf, stretchOf } from '../audio.ts'
import { clipSampleRate, clipSamples, clipSeconds } from '../clips.ts'
import { becomes, demandNear, fetchAudio, fills, isTaken, makesOutputs } from '../expectations.ts'
import { doubleInpaint, fullInpaint, indexedInpaint, paintedSeconds, plainInpaint } from '../orders.ts'
import { refusalRows, refusalsOf } from '../refusing.ts'
import { demand, documented, type Row } from '../row.ts'
import { type Service, wavAddressOf } from '../service.ts'
import { type Fields, textOf } from '../values.ts'
import { remakeRows } from './remakes.ts'

const refused = refusalsOf('inpaint', { seenStatus: 422 })

const before = { from: 0.05, to: paintedSeconds.from - 0.2 }
const within = { from: paintedSeconds.from + 0.1, to: paintedSeconds.to - 0.1 }
const after = { from: paintedSeconds.to + 0.2, to: clipSeconds('music') - 0.1 }

const likenessIn = async (
  service: Service,
  conversion: Fields,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<number> => {
  const made = soundOf(await service.file(wavAddressOf(conversion)))
  const given = { samples: clipSamples('music'), sampleRate: clipSampleRate }
  return likenessOf(stretchOf(made, from, to), stretchOf(given, from, to))
}

const alike = 0.9
const unlike = 0.8

const paramRows: readonly Row[] = [
  ...remakeRows('inpaint', {
    full: fullInpaint,
    plain: plainInpaint,
    male: doubleInpaint,
    indexed: indexedInpaint,
    title: 'Painted Bay',
  }),
  documented('inpaint.lyrics', 'takes the full lyrics', becomes(fullInpaint, fills('lyrics_1'))),
  documented(
    'inpaint.lyrics_section_to_replace.3000',
    'takes a lyrics_section_to_replace of 3000 characters',
    isTaken(fullInpaint),
  ),
  documented('inpaint.num_outputs.1', 'num_outputs 1 makes one output', makesOutputs(fullInpaint, 1)),
  documented('inpaint.num_outputs.2', 'num_outputs 2 makes two outputs', makesOutputs(doubleInpaint, 2)),
  documented('inpaint.num_outputs.default', 'num_outputs is 2 unless given', makesOutputs(plainInpaint, 2)),
]

const soundRows: readonly Row[] = [
  documented(
    'inpaint.length',
    'the result is as long as the clip',
    becomes(doubleInpaint, async (conversion, service) => {
      const seconds = await fetchAudio(service, textOf(conversion, 'conversion_path_1'))
      demandNear(seconds, clipSeconds('music'), 0.3, 'the length in seconds')
    }),
  ),
  documented(
    'inpaint.replace_start_at.seconds',
    'before replace_start_at, in seconds, the clip stays',
    becomes(doubleInpaint, async (conversion, service) => {
      const likeness = await likenessIn(service, conversion, before)
      demand(likeness > alike, `its likeness to the clip is ${likeness.toFixed(2)} of 1`)
    }),
  ),
  documented(
    'inpaint.replace_end_at.seconds',
    'after replace_end_at, in seconds, the clip stays',
    becomes(doubleInpaint, async (conversion, service) => {
      const likeness = await likenessIn(service, conversion, after)
      demand(likeness > alike, `its likeness to the clip is ${likeness.toFixed(2)} of 1`)
    }),
  ),
  documented(
    'inpaint.effect',
    'between them the clip is replaced',
    becomes(doubleInpaint, async (conversion, service) => {
      const likeness = await likenessIn(service, conversion, within)
      demand(likeness < unlike, `its likeness to the clip is ${likeness.toFixed(2)} of 1`)
    }),
  ),
]

/** The rows about replacing a part of a clip. */
export const inpaintRows: readonly Row[] = [
  ...paramRows,
  ...soundRows,
  ...refusalRows([refused('num_outputs.1.5', 'num_outputs 1.5 is refused', { num_outputs: 1.5 })]),
]
