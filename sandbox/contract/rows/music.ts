import {
  becomes,
  isTaken,
  lacks,
  makesAudio,
  makesCover,
  makesNoCover,
  makesOutputs,
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
import { refusalRows, refusalsOf } from '../refusing.ts'
import { demand, documented, type Row, seenElsewhere, shown } from '../row.ts'
import { coverRows, type Songs, songRows } from './songs.ts'

type MusicName = 'musicAiV1' | 'musicAiV2'

const songs: Readonly<Record<MusicName, Songs>> = {
  musicAiV1: {
    full: fullOldSong,
    plain: plainOldSong,
    instrumental: instrumentalOldSong,
    vocal: vocalOldSong,
    voiced: fullOldSong,
    guidance: 1000,
    within: fullOldSong,
    beyond: plainOldSong,
  },
  musicAiV2: {
    full: fullSong,
    plain: plainSong,
    instrumental: instrumentalSong,
    vocal: vocalSong,
    voiced: voicedSong,
    guidance: 1000,
    within: instrumentalSong,
    beyond: plainSong,
  },
}

const invalidRows = (name: MusicName, values: Readonly<Record<string, string>>): readonly Row[] => {
  const refused = refusalsOf(name, { status: 422, errorCode: 'UNPROCESSABLE_CONTENT' })
  return refusalRows(
    Object.entries(values).map(([field, value]) =>
      refused(`${field}.invalid`, `${field} "${value}" is refused`, { [field]: value }),
    ),
  )
}

const commonRows = (name: MusicName): readonly Row[] => [
  ...songRows(name, songs[name]),
  documented(`${name}.outputs`, 'makes two outputs', makesOutputs(songs[name].plain, 2)),
  documented(`${name}.gender.female`, 'takes gender female', makesAudio(songs[name].full)),
  documented(`${name}.gender.male`, 'takes gender male', makesAudio(songs[name].vocal)),
  ...invalidRows(name, {
    make_instrumental: 'perhaps',
    vocal_only: 'perhaps',
    generate_album_cover: 'perhaps',
  }),
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
    makesNoCover(fullOldSong),
  ),
]

const models = [
  ['v6', voicedSong],
  ['v6-pro', instrumentalSong],
  ['v7', fullSong],
  ['v7-pro', vocalSong],
] as const

const newRows: readonly Row[] = [
  ...coverRows('musicAiV2', fullSong, plainSong),
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
  ...invalidRows('musicAiV2', { lyrics_timestamps: 'perhaps', model: 'v5' }),
]

/** The rows about songs: of the deprecated endpoint, and of its successor. */
export const musicRows: readonly Row[] = [
  ...commonRows('musicAiV1'),
  ...oldRows,
  ...commonRows('musicAiV2'),
  ...newRows,
]
