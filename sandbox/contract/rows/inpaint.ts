import { likenessOf, soundOf, stretchOf } from '../audio.ts'
import { clipSampleRate, clipSamples, clipSeconds } from '../clips.ts'
import {
  becomes,
  demandNear,
  fetchAudio,
  fills,
  hasText,
  isTaken,
  lacks,
  makesAudio,
  makesCover,
  makesOutputs,
} from '../expectations.ts'
import {
  doubleInpaint,
  fullInpaint,
  indexedInpaint,
  paintedSeconds,
  plainInpaint,
  textOfLength,
} from '../orders.ts'
import { refusalRows } from '../refusing.ts'
import type { FieldValue } from '../requests.ts'
import { demand, documented, type Row, seenElsewhere } from '../row.ts'
import { type Service, wavAddressOf } from '../service.ts'
import { validRequest } from '../valid-requests.ts'
import { type Fields, textOf } from '../values.ts'
import { submissionRows } from './submissions.ts'

const rangeText = 'audio_file or audio_url and valid replace range are required.'

const refused = (id: string, title: string, changes: Readonly<Record<string, FieldValue | undefined>>) => ({
  id: `inpaint.${id}` as const,
  title: `${title} is refused: ${rangeText}`,
  request: validRequest('inpaint', 'own', changes),
  text: rangeText,
  seenStatus: 422,
})

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
  documented('inpaint.audio_file', 'takes audio_file', makesAudio(fullInpaint)),
  documented('inpaint.audio_url', 'takes audio_url', makesAudio(plainInpaint)),
  documented('inpaint.prompt', 'takes a prompt', makesAudio(plainInpaint)),
  documented('inpaint.lyrics', 'takes the full lyrics', becomes(fullInpaint, fills('lyrics_1'))),
  documented(
    'inpaint.lyrics_section_to_replace.3000',
    'takes a lyrics_section_to_replace of 3000 characters',
    isTaken(fullInpaint),
  ),
  documented('inpaint.gender.female', 'takes gender female', isTaken(fullInpaint)),
  documented('inpaint.gender.male', 'takes gender male', isTaken(doubleInpaint)),
  documented('inpaint.gender.neutral', 'takes gender neutral', isTaken(indexedInpaint)),
  documented('inpaint.num_outputs.1', 'num_outputs 1 makes one output', makesOutputs(fullInpaint, 1)),
  documented('inpaint.num_outputs.2', 'num_outputs 2 makes two outputs', makesOutputs(doubleInpaint, 2)),
  documented('inpaint.num_outputs.default', 'num_outputs is 2 unless given', makesOutputs(plainInpaint, 2)),
  documented(
    'inpaint.title',
    'gives the result the title',
    becomes(fullInpaint, hasText('title_1', 'Painted Bay')),
  ),
  documented('inpaint.generate_album_cover', 'generate_album_cover makes a cover', makesCover(fullInpaint)),
  seenElsewhere(
    'inpaint.generate_album_cover.default',
    'makes no cover unless asked to',
    becomes(plainInpaint, lacks('album_cover_path')),
  ),
  documented(
    'inpaint.lyrics_timestamps',
    'lyrics_timestamps gives the lyrics times',
    becomes(fullInpaint, fills('lyrics_timestamped_1')),
  ),
  seenElsewhere('inpaint.indexed', 'takes 0.audio_file for audio_file', makesAudio(indexedInpaint)),
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
  ...submissionRows('inpaint'),
  ...paramRows,
  ...soundRows,
  ...refusalRows([
    refused('audio.none', 'a request without a clip', { audio_file: undefined }),
    refused('replace_start_at.required', 'a request without replace_start_at', {
      replace_start_at: undefined,
    }),
    refused('replace_end_at.required', 'a request without replace_end_at', { replace_end_at: undefined }),
    refused('range.reversed', 'an end before the start', { replace_start_at: 2, replace_end_at: 1 }),
    refused('range.empty', 'an end at the start', { replace_start_at: 1, replace_end_at: 1 }),
    refused('range.negative', 'a start before the beginning', { replace_start_at: -1 }),
    ...([0, 3] as const).map((num_outputs) => ({
      id: `inpaint.num_outputs.${num_outputs}` as const,
      title: `num_outputs ${num_outputs} is refused`,
      request: validRequest('inpaint', 'own', { num_outputs }),
      seenStatus: 422,
    })),
    {
      id: 'inpaint.lyrics_section_to_replace.3001',
      title: 'a lyrics_section_to_replace of 3001 characters is refused',
      request: validRequest('inpaint', 'own', { lyrics_section_to_replace: textOfLength(3001) }),
      seenStatus: 422,
    },
    {
      id: 'inpaint.gender.other',
      title: 'a gender other than male, female and neutral is refused',
      request: validRequest('inpaint', 'own', { gender: 'robot' }),
      seenStatus: 422,
    },
  ]),
]
