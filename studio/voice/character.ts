import type { TimbreChange } from './timbre.ts'

/** What tells a voice from others that speak alike. */
export type Character = {
  /** What the resonances of the mouth are multiplied with: above 1 for a shorter throat. */
  readonly stretch: number
  /** How much more there is two octaves above 1 kHz, and how much less two octaves below, in decibels. */
  readonly brightnessDb: number
  /** The level of the air in the voice, in decibels below the voice; -Infinity for none. */
  readonly breathDb: number
}

const middleHz = 1000
const reachOctaves = 2

/** What has to be done to a plain voice for this character. */
export const changeFor = ({ stretch, brightnessDb, breathDb }: Character): TimbreChange => ({
  stretch,
  breathDb,
  equaliserDb: (hz) => {
    const octaves = Math.log2(Math.max(hz, 1) / middleHz)
    return (brightnessDb * Math.max(-reachOctaves, Math.min(reachOctaves, octaves))) / reachOctaves
  },
})
