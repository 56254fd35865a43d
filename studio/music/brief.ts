import type { PieceOrder } from './order.ts'
import { type Random, randomFrom } from './random.ts'
import type { Choices, Style } from './style.ts'
import { styles, stylesForAnything } from './styles/all.ts'
import { isDark, type Key, type Mode } from './theory.ts'

/** What the composer takes from an order. */
export type Brief = {
  readonly style: Style
  readonly key: Key
  readonly beatsPerMinute: number
  /** The order and the take as one text, from which everything random follows. */
  readonly seed: string
}

type OrderText = Pick<PieceOrder, 'prompt' | 'musicStyle' | 'lyrics' | 'title'>

const moodWords = {
  dark: [
    'sad',
    'dark',
    'melancholic',
    'melancholy',
    'gloomy',
    'lonely',
    'heartbreak',
    'haunting',
    'angry',
    'grief',
  ],
  bright: [
    'happy',
    'joyful',
    'cheerful',
    'uplifting',
    'sunny',
    'birthday',
    'party',
    'celebration',
    'triumphant',
  ],
} as const

const tempoWords = {
  slow: ['slow', 'calm', 'gentle', 'relaxed', 'ballad'],
  fast: ['fast', 'quick', 'energetic', 'upbeat', 'frantic', 'driving'],
} as const

const tempoLimits = { min: 40, max: 220 }

const pitchClassOfLetter: Readonly<Record<string, number>> = { c: 0, d: 2, e: 4, f: 5, g: 7, a: 9, b: 11 }

const escaped = (word: string): string => word.replaceAll(/[^\w ]/g, String.raw`\$&`)

const mentions = (text: string, word: string): boolean =>
  new RegExp(String.raw`(?<![\w-])${escaped(word)}(?![\w-])`, 'i').test(text)

const mentionsAny = (text: string, words: readonly string[]): boolean =>
  words.some((word) => mentions(text, word))

/** The style with the longest word in the text, as "acid jazz" says more than "acid". */
const styleIn = (text: string, kind: 'words' | 'hints'): Style | undefined => {
  const found = styles.flatMap((style) =>
    style[kind].filter((word) => mentions(text, word)).map((word) => ({ style, length: word.length })),
  )
  return found.toSorted((one, other) => other.length - one.length)[0]?.style
}

/** The style an order asks for; any of the common ones when it names none. */
export const styleOf = (order: OrderText): Style =>
  styleIn(order.musicStyle, 'words') ??
  styleIn(order.prompt, 'words') ??
  styleIn(`${order.musicStyle} ${order.prompt}`, 'hints') ??
  randomFrom('style', order.prompt, order.musicStyle, order.lyrics, order.title).pick(stylesForAnything)

const tempoRange = (text: string, [from, to]: Style['tempo']): Style['tempo'] => {
  const third = (to - from) / 3
  if (mentionsAny(text, tempoWords.slow)) return [from - third, from + third]
  if (mentionsAny(text, tempoWords.fast)) return [to - third, to + third]
  return [from, to]
}

/** How far up its range the tempo of a take lies; takes lie apart from one another. */
const tempoPlace = (first: number, take: number): number => (first + (take - 1) * 0.42) % 1

const tempoFrom = (text: string, style: Style, place: number): number => {
  const asked = Number(/\b(\d{2,3})\s*bpm\b/i.exec(text)?.[1])
  if (asked >= tempoLimits.min && asked <= tempoLimits.max) return asked
  const [from, to] = tempoRange(text, style.tempo)
  return Math.round(from + (to - from) * place)
}

const modeNames: readonly Mode[] = ['major', 'minor', 'lydian', 'mixolydian', 'dorian', 'phrygian']

const usualMode = (text: string, modes: Choices<Mode>, random: Random): Mode => {
  const isDarkWanted = mentionsAny(text, moodWords.dark)
  const isBrightWanted = mentionsAny(text, moodWords.bright)
  if (isDarkWanted === isBrightWanted) return random.chance(0.6) ? modes[0] : random.pick(modes)
  return modes.find((mode) => isDark(mode) === isDarkWanted) ?? (isDarkWanted ? 'minor' : 'major')
}

/** Reads "in D minor", "in F#", "Bb major". The article in "in a forest" is no key. */
const keyIn = (text: string): { readonly tonic: number; readonly mode: Mode | undefined } | undefined => {
  const named = /\b([a-g])(?:[ -]?(sharp|flat)|(#|♯|b|♭))? (major|minor|lydian|mixolydian|dorian|phrygian)\b/i
  const bare = /\bin ([B-G])(?:[ -]?(sharp|flat)|(#|♯|b|♭))?(?![\w'])/
  const match = named.exec(text) ?? bare.exec(text)
  if (match === null) return undefined
  const [, letter = 'c', word = '', sign = '', mode = ''] = match
  const shift = /^(sharp|#|♯)$/i.test(word + sign) ? 1 : word + sign === '' ? 0 : -1
  const tonic = ((pitchClassOfLetter[letter.toLowerCase()] ?? 0) + shift + 12) % 12
  return { tonic, mode: modeNames.find((name) => name === mode.toLowerCase()) }
}

/** Takes go round the circle of fifths, so that no two of them share a key by chance. */
const tonicOf = (first: number, take: number): number => (first + (take - 1) * 5) % 12

/** Reads what an order asks for; what it leaves open each take decides for itself. */
export const readBrief = (order: PieceOrder): Brief => {
  const { prompt, musicStyle, lyrics, title, take } = order
  const text = `${musicStyle} ${prompt}`
  const style = styleOf(order)
  const shared = randomFrom('brief', prompt, musicStyle, lyrics, title)
  const firstTonic = shared.integer(0, 11)
  const place = tempoPlace(shared.next(), take)
  const asked = keyIn(text)
  const mode = usualMode(text, style.modes, randomFrom('mode', prompt, musicStyle, lyrics, title, take))
  return {
    style,
    key: { tonic: asked?.tonic ?? tonicOf(firstTonic, take), mode: asked?.mode ?? mode },
    beatsPerMinute: tempoFrom(text, style, place),
    seed: JSON.stringify([prompt, musicStyle, lyrics, title, take]),
  }
}
