import { taskEndpoints } from '../../src/core/endpoints/audio-endpoints.ts'
import { makeSongs, song, takeSong } from '../makers/songs.ts'
import { defineWork } from '../work.ts'

/** Makes two takes of a piece of music from a prompt, a style or lyrics. */
export const music = defineWork(taskEndpoints.music, {
  renders: [song],
  take: (values, _found, { musicSeconds }) =>
    takeSong(values, {
      gender: values.gender,
      seconds: musicSeconds,
      withTimedLyrics: values.lyrics_timestamps,
      outputs: 2,
      // A chosen voice, and vocals alone, are made by v6 whatever model was requested.
      variant: values.voice_id !== '' || values.vocal_only ? 'v6' : (values.model ?? 'v6'),
    }),
  make: makeSongs,
})
