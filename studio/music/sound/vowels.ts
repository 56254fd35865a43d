/** A resonance of the mouth. */
export type Formant = { readonly hz: number; readonly gainDb: number; readonly widthHz: number }

export type Vowel = 'a' | 'e' | 'i' | 'o' | 'u'

/** A noise of the mouth before a vowel; the level is 0 where there is none. */
export type Consonant = { readonly hz: number; readonly seconds: number; readonly level: number }

type VowelTable = Readonly<Record<Vowel, readonly Formant[]>>

const widthsHz = [80, 90, 120, 130, 140]

const vowel = (frequencies: readonly number[], gains: readonly number[]): readonly Formant[] =>
  frequencies.map((hz, index) => ({ hz, gainDb: gains[index] ?? -60, widthHz: widthsHz[index] ?? 140 }))

/** After the formant tables of the Csound manual (https://csound.com/docs/manual/MiscFormants.html). */
export const femaleVowels: VowelTable = {
  a: vowel([800, 1150, 2900, 3900, 4950], [0, -6, -22, -20, -40]),
  e: vowel([400, 2000, 2800, 3600, 4950], [0, -16, -15, -30, -46]),
  i: vowel([290, 2140, 2950, 3900, 4950], [0, -12, -20, -26, -44]),
  o: vowel([450, 800, 2830, 3800, 4950], [0, -9, -20, -22, -44]),
  u: vowel([325, 700, 2700, 3800, 4950], [0, -12, -30, -36, -50]),
}

/** After the same tables, for a tenor. */
export const maleVowels: VowelTable = {
  a: vowel([650, 1080, 2650, 2900, 3250], [0, -6, -9, -10, -22]),
  e: vowel([400, 1700, 2600, 3200, 3580], [0, -14, -12, -14, -20]),
  i: vowel([290, 1870, 2800, 3250, 3540], [0, -15, -18, -20, -30]),
  o: vowel([400, 800, 2600, 2800, 3000], [0, -10, -12, -12, -26]),
  u: vowel([350, 600, 2700, 2900, 3300], [0, -16, -17, -14, -26]),
}

const spellings: readonly (readonly [RegExp, Vowel])[] = [
  [/oo|ou|ew|ue/, 'u'],
  [/ai|ay|a.e$|ey/, 'e'],
  [/ee|ea|ie|ei|y$/, 'i'],
  [/igh|i.e$/, 'a'],
  [/oa|ow|o/, 'o'],
  [/a/, 'a'],
  [/i/, 'i'],
  [/e/, 'e'],
  [/u/, 'a'],
]

/** The vowel a syllable is sung on, by its spelling. */
export const vowelOf = (syllable: string): Vowel =>
  spellings.find(([spelling]) => spelling.test(syllable.toLowerCase()))?.[1] ?? 'a'

const consonants: readonly (readonly [RegExp, Consonant])[] = [
  [/^(s(?!h)|z|c[ei])/, { hz: 6800, seconds: 0.09, level: 0.5 }],
  [/^(sh|ch|j)/, { hz: 3400, seconds: 0.08, level: 0.5 }],
  [/^(f|th|v)/, { hz: 5200, seconds: 0.07, level: 0.22 }],
  [/^h/, { hz: 1500, seconds: 0.07, level: 0.2 }],
  [/^t/, { hz: 4600, seconds: 0.03, level: 0.5 }],
  [/^(k|c|q)/, { hz: 2200, seconds: 0.035, level: 0.5 }],
  [/^p/, { hz: 1100, seconds: 0.03, level: 0.45 }],
  [/^[dbg]/, { hz: 900, seconds: 0.02, level: 0.3 }],
]

const noConsonant: Consonant = { hz: 1000, seconds: 0, level: 0 }

/** The noise a syllable begins with. */
export const consonantOf = (syllable: string): Consonant =>
  consonants.find(([spelling]) => spelling.test(syllable.toLowerCase()))?.[1] ?? noConsonant
