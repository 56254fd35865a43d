import { createHash } from 'node:crypto'
import { z } from 'zod'

/** A voice of the service. */
export type Voice = {
  readonly voiceId: string
  readonly name: string
  readonly gender: 'female' | 'male'
}

const femaleNames = [
  'Ada Winter',
  'Amber Lane',
  'Beatrix Holm',
  'Cleo Marsh',
  'Dalia Reyes',
  'Edda Stone',
  'Freya Nilsen',
  'Greta Vale',
  'Hana Mori',
  'Imani Brooks',
  'Iris Calloway',
  'Juno Hart',
  'Kaia Lund',
  'Lena Fuchs',
  'Mara Quill',
  'Nadia Rahal',
  'Odette Ferran',
  'Priya Anand',
  'Rosa Delgado',
  'Saskia Blum',
  'Talia Frost',
  'Una Byrne',
  'Vera Sol',
  'Willa Crane',
]
const maleNames = [
  'Abel Rook',
  'Anders Falk',
  'Basil North',
  'Caleb Dune',
  'Dario Conti',
  'Emil Strand',
  'Felix Okoye',
  'Gideon Pryce',
  'Hugo Laurent',
  'Idris Cole',
  'Jonas Wilde',
  'Kenji Arata',
  'Leon Varga',
  'Miles Thorne',
  'Nico Santoro',
  'Otis Greer',
  'Pavel Dvorak',
  'Quentin Ash',
  'Rafael Moura',
  'Silas Boone',
  'Tomas Riel',
  'Ulric Sand',
  'Viggo Hale',
  'Wendell Pike',
]

/** An identifier in the form of a UUID that stays the same from start to start. */
const stableIdentifier = (name: string): string => {
  const digits = createHash('sha256').update(`voice ${name}`).digest('hex')
  return digits.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-a$4-$5')
}

const voiceOf =
  (gender: Voice['gender']) =>
  (name: string): Voice => ({ voiceId: stableIdentifier(name), name, gender })

/** All voices, by name. */
export const voices: readonly Voice[] = [
  ...femaleNames.map(voiceOf('female')),
  ...maleNames.map(voiceOf('male')),
].toSorted((one, other) => one.name.localeCompare(other.name))

const countMax = 5_000

/** Changes to the studio's own list of 48 voices. */
export const voiceListDialect = z
  .strictObject({
    /** Total number of voices. Extra ones sound like one of the 48. */
    count: z.int().min(0).max(countMax),
    /** Largest page size, whatever `limit` says. */
    pageMax: z.int().min(1).max(1_000),
    /** Number of records at the start without a name. */
    nameless: z.int().min(0).max(countMax),
  })
  .partial()
export type VoiceListDialect = z.output<typeof voiceListDialect>

let namesakes: readonly { readonly voice: Voice; readonly soundsLike: Voice }[] | undefined

/** Extra voices, named after the 48 with a number. */
const allNamesakes = (): NonNullable<typeof namesakes> => {
  namesakes ??= Array.from({ length: Math.ceil(countMax / voices.length) }, (_, round) =>
    voices.map((soundsLike) => {
      const name = `${soundsLike.name} ${round + 2}`
      return { voice: { ...soundsLike, voiceId: stableIdentifier(name), name }, soundsLike }
    }),
  ).flat()
  return namesakes
}

/** The voices that a dialect lists. */
export const voicesListed = ({ count = voices.length }: VoiceListDialect): readonly Voice[] =>
  count <= voices.length
    ? voices.slice(0, count)
    : [...voices, ...allNamesakes().map(({ voice }) => voice)].slice(0, count)

/** The voice with this identifier, or for an extra voice the one that it sounds like. */
export const voiceById = (voiceId: string): Voice | undefined =>
  voices.find((voice) => voice.voiceId === voiceId) ??
  allNamesakes().find(({ voice }) => voice.voiceId === voiceId)?.soundsLike
