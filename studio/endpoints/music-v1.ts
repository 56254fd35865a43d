import { taskEndpoints } from '../../src/core/endpoints/audio-endpoints.ts'
import { makeSongs, song, takeSong } from '../makers/songs.ts'
import { defineWork } from '../work.ts'

/**
 * Makes two takes of a piece of music, as version 2 does with fewer parameters, and
 * with a cover unless told not to.
 */
export const musicV1 = defineWork(taskEndpoints.musicV1, {
  renders: [song],
  take: (values, _found, { musicSeconds }) =>
    takeSong(values, { gender: values.gender, seconds: musicSeconds, outputs: 2 }),
  make: makeSongs,
})
