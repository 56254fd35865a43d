import { taskEndpoints } from '../../src/core/endpoints/audio-endpoints.ts'
import { type ClipSource, clipPathOf } from '../clips/clip-source.ts'
import { makeCover, makePieces } from '../makers/outputs.ts'
import type { RemixOrder } from '../remix/remix.ts'
import { defineWork, rendering } from '../work.ts'

type RemixWork = Omit<RemixOrder, 'take' | 'clipPath'> & {
  readonly clip: ClipSource
  readonly withCover: boolean
  readonly withTimedLyrics: boolean
}

const remixed = rendering('remix', async () => (await import('../renderings/remix.ts')).renderRemix)

/** Makes two remixes of a clip, and the cover when one is wanted. */
export const remix = defineWork(taskEndpoints.remix, {
  renders: [remixed],
  take: ({ prompt, lyrics, title, gender, ...values }, { clips }) => ({
    outputs: 2,
    texts: [prompt, lyrics, title],
    order: {
      clip: clips.audio,
      prompt,
      lyrics,
      title,
      gender: gender ?? 'neutral',
      withCover: values.generate_album_cover,
      withTimedLyrics: values.lyrics_timestamps,
    },
  }),
  make: async (studio, task, { clip, withCover, withTimedLyrics, ...order }: RemixWork) => {
    const clipPath = await clipPathOf(clip, studio)
    await makePieces(studio, task, withTimedLyrics, (take, name) =>
      studio.renderer.render(remixed, { ...order, clipPath, take }, name),
    )
    if (withCover) await makeCover(studio, task, { ...order, musicStyle: '' })
  },
})
