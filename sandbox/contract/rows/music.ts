import {
  becomes,
  fetchAudio,
  fills,
  hasText,
  isTaken,
  lacks,
  makesAudio,
  makesCover,
  timedLinesOf,
} from '../expectations.ts'
import {
  fullOldSong,
  fullSong,
  givenLyrics,
  instrumentalOldSong,
  instrumentalSong,
  plainOldSong,
  plainSong,
  vocalOldSong,
  vocalSong,
  voicedSong,
} from '../orders.ts'
import { type Refusal, refusalRows } from '../refusing.ts'
import type { FieldValue, Order } from '../requests.ts'
import { demand, documented, type Row, seenElsewhere, shown } from '../row.ts'
import { validRequest } from '../valid-requests.ts'
import { textOf } from '../values.ts'
import { submissionRows } from './submissions.ts'

type MusicName = 'musicAiV1' | 'musicAiV2'

type Songs = {
  readonly full: Order
  readonly plain: Order
  readonly instrumental: Order
  readonly vocal: Order
  readonly voiced: Order
  /** Prompts on both sides of the guidance. */
  readonly thousand: Order
}

const songs: Readonly<Record<MusicName, Songs>> = {
  musicAiV1: {
    full: fullOldSong,
    plain: plainOldSong,
    instrumental: instrumentalOldSong,
    vocal: vocalOldSong,
    voiced: fullOldSong,
    thousand: fullOldSong,
  },
  musicAiV2: {
    full: fullSong,
    plain: plainSong,
    instrumental: instrumentalSong,
    vocal: vocalSong,
    voiced: voicedSong,
    thousand: instrumentalSong,
  },
}

const noLyrics = lacks('lyrics_1', 'lyrics_2', 'lyrics_timestamped_1', 'lyrics_timestamped_2')

const invalid = (name: MusicName, field: string, value: FieldValue): Refusal => ({
  id: `${name}.${field}.${typeof value === 'string' ? 'invalid' : 'type'}`,
  title: `${field} ${shown(value)} is refused: 422 UNPROCESSABLE_CONTENT`,
  request: validRequest(name, 'own', { [field]: value }),
  status: 422,
  errorCode: 'UNPROCESSABLE_CONTENT',
})

const flags = ['make_instrumental', 'vocal_only', 'generate_album_cover'] as const

const textRows = (name: MusicName, { full, plain, thousand }: Songs): readonly Row[] => [
  documented(`${name}.prompt`, 'makes a song of a prompt alone', makesAudio(plain)),
  documented(`${name}.prompt.1000`, 'takes a prompt of 1000 characters', isTaken(thousand)),
  documented(`${name}.prompt.1001`, 'takes a prompt beyond the guidance: 1001 characters', isTaken(plain)),
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
  documented(
    `${name}.outputs`,
    'makes two outputs',
    becomes(plain, async (conversion, service) => {
      for (const output of [1, 2]) await fetchAudio(service, textOf(conversion, `conversion_path_${output}`))
    }),
  ),
]

const voiceRows = (name: MusicName, { full, plain, instrumental, vocal, voiced }: Songs): readonly Row[] => [
  documented(
    `${name}.make_instrumental`,
    'make_instrumental leaves the lyrics out',
    becomes(instrumental, noLyrics),
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
      await fetchAudio(service, textOf(conversion, 'conversion_path_1'))
    }),
  ),
  documented(`${name}.gender.female`, 'takes gender female', makesAudio(full)),
  documented(`${name}.gender.male`, 'takes gender male', makesAudio(vocal)),
  documented(`${name}.voice_id`, 'takes a voice of the list', makesAudio(voiced)),
]

const commonRows = (name: MusicName): readonly Row[] => [
  ...submissionRows(name),
  ...textRows(name, songs[name]),
  ...voiceRows(name, songs[name]),
  ...refusalRows(flags.map((flag) => invalid(name, flag, 'perhaps'))),
]

const oldRows: readonly Row[] = [
  documented(
    'musicAiV1.generate_album_cover.default',
    'makes a cover unless told otherwise',
    makesCover(plainOldSong),
  ),
  documented(
    'musicAiV1.generate_album_cover',
    'generate_album_cover false leaves the cover out',
    becomes(fullOldSong, lacks('album_cover_path', 'album_cover_thumbnail')),
  ),
]

const models = [
  ['v6', voicedSong],
  ['v6-pro', instrumentalSong],
  ['v7', fullSong],
  ['v7-pro', vocalSong],
] as const

const newRows: readonly Row[] = [
  documented('musicAiV2.generate_album_cover', 'generate_album_cover makes a cover', makesCover(fullSong)),
  documented(
    'musicAiV2.generate_album_cover.default',
    'makes no cover unless asked to',
    becomes(plainSong, lacks('album_cover_path', 'album_cover_thumbnail')),
  ),
  documented(
    'musicAiV2.lyrics_timestamps',
    'lyrics_timestamps gives the lyrics times',
    becomes(fullSong, (conversion) => {
      const [first] = timedLinesOf(conversion, 'lyrics_timestamped_1')
      demand(givenLyrics.includes(first?.text ?? ' '), `the first line is ${shown(first)}`)
    }),
  ),
  documented(
    'musicAiV2.lyrics_timestamps.default',
    'gives the lyrics no times unless asked to',
    becomes(plainSong, lacks('lyrics_timestamped_1', 'lyrics_timestamped_2')),
  ),
  ...models.map(([model, order]) =>
    documented(`musicAiV2.model.${model}`, `takes model ${model}`, makesAudio(order)),
  ),
  seenElsewhere('musicAiV2.gender.neutral', 'takes gender neutral', isTaken(voicedSong)),
  ...refusalRows([invalid('musicAiV2', 'lyrics_timestamps', 'perhaps'), invalid('musicAiV2', 'model', 'v5')]),
  documented('musicAiV2.response.unflagged', 'a song of the sea is not flagged', async (service) => {
    const { is_flagged } = (await service.accepted(fullSong)).body
    demand(is_flagged === false, `is_flagged is ${shown(is_flagged)}`)
  }),
]

/** The rows about songs: of the deprecated endpoint, and of its successor. */
export const musicRows: readonly Row[] = [
  ...commonRows('musicAiV1'),
  ...oldRows,
  ...commonRows('musicAiV2'),
  ...newRows,
]
