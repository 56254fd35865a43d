import { createHash } from 'node:crypto'

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

/** The voice with this identifier. */
export const voiceById = (voiceId: string): Voice | undefined =>
  voices.find((voice) => voice.voiceId === voiceId)
