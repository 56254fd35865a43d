import { taskEndpoints } from '../../src/core/endpoints/audio-endpoints.ts'
import { makeSongs, song, takeSong } from '../makers/songs.ts'
import { defineWork } from '../work.ts'

/** The service names no bounds; longer requests are cut to this, which a machine can render. */
const madeSecondsMax = 300

/** Makes one or two takes of a piece of music, as long as they are wanted. */
export const musicBatch = defineWork(taskEndpoints.musicBatch, {
  renders: [song],
  take: (values, _found, { musicSeconds }) =>
    // The service does not say what becomes of no time; here it is no wish that can be met.
    values.output_length !== undefined && values.output_length <= 0
      ? { problem: 'output_length must be more than 0' }
      : takeSong(values, {
          seconds: Math.min(values.output_length ?? musicSeconds, madeSecondsMax),
          outputs: values.num_outputs === 1 ? 1 : 2,
        }),
  make: makeSongs,
})
