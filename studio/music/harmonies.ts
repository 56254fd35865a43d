import type { Choices } from './style.ts'

/** Chords of four bars; see `readChord` for the signs, `/` parts two chords of one bar. */
export type Progression = string

type Progressions = { readonly verse: Choices<Progression>; readonly chorus: Choices<Progression> }

/** Progressions for keys with a major and with a minor third. */
export type Harmony = { readonly bright: Progressions; readonly dark: Progressions }

/** Progressions that many styles share. */
export const harmonies = {
  folk: {
    bright: {
      verse: ['1 4 1 5', '1 5 6 4', '1 1 4 5', '1 4 5 1'],
      chorus: ['4 1 5 1', '4 5 1 6', '1 5 4 1', '4 1 4/5 1'],
    },
    dark: {
      verse: ['1 7 1 7', '1 3 7 1', '1 6 7 1', '1 4 7 1'],
      chorus: ['6 7 1 1', '3 7 6 1', '3 7 1 7', '6 3 7 1'],
    },
  },
  pop: {
    bright: {
      verse: ['1 5 6 4', '1 6 4 5', '6 4 1 5', '1 3 4 5'],
      chorus: ['4 5 6 1', '4 1 5 6', '1 5 6 4', '6 5 4 5'],
    },
    dark: {
      verse: ['1 6 3 7', '1 4 6 7', '1 7 6 7', '1 3 6 4'],
      chorus: ['6 7 1 3', '6 3 7 1', '1 6 3 7', '4 6 1 7'],
    },
  },
  jazz: {
    bright: {
      verse: ['17 67 27 5D', '37 67 27 5D', '17 47 37/67 27/5D'],
      chorus: ['27 5D 17 67', '47 37 27 5D', '27 5D 37 67'],
    },
    dark: {
      verse: ['17 67 27 5D', '17 47 27/5D 17', '17 37 67 5D'],
      chorus: ['47 7D 37 67', '27 5D 17 17', '67 27 5D 17'],
    },
  },
  mellow: {
    bright: {
      verse: ['47 37 27 17', '17 37 67 47', '27 37 47 57'],
      chorus: ['47 57 37 67', '27 57 17 67', '17 27 37 47'],
    },
    dark: {
      verse: ['17 47 77 37', '67 77 17 17', '17 67 47 57'],
      chorus: ['67 57 17 37', '47 77 37 67', '67 77 37 17'],
    },
  },
  modal: {
    bright: { verse: ['1 1 2 1', '1 7 1 7', '1 2 1 2'], chorus: ['4 1 2 1', '1 7 4 1'] },
    dark: { verse: ['1 1 7 1', '1 1 6 7', '1 4 1 7'], chorus: ['6 7 1 1', '6 6 7 1', '4 6 7 1'] },
  },
  power: {
    bright: { verse: ['1p 4p 5p 4p', '1p 7p 4p 1p'], chorus: ['1p 5p 6p 4p', '4p 1p 5p 5p'] },
    dark: { verse: ['1p 6p 7p 1p', '1p 1p 3p 2p', '1p 7p 6p 7p'], chorus: ['6p 7p 1p 3p', '1p 3p 7p 6p'] },
  },
  blues: {
    bright: { verse: ['1D 1D 4D 1D', '1D 4D 1D 1D'], chorus: ['5D 4D 1D 5D', '4D 4D 1D 5D'] },
    dark: { verse: ['17 17 47 17', '17 47 17 17'], chorus: ['57 47 17 57', '67 5D 17 17'] },
  },
  classical: {
    bright: { verse: ['1 4 5 1', '1 6 2 5', '1 5 6 3'], chorus: ['4 1 2 5', '6 2 5 1', '4 5 3 6'] },
    dark: { verse: ['1 4 5M 1', '1 6 4 5M', '1 5M 1 4'], chorus: ['6 3 4 5M', '4 7 3 6', '1 6 4/5M 1'] },
  },
} as const satisfies Readonly<Record<string, Harmony>>
