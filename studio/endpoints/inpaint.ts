import { taskEndpoints } from '../../src/core/endpoints/audio-endpoints.ts'
import { type ClipSource, clipPathOf } from '../clips/clip-source.ts'
import { type InpaintOrder, invalidRange, isLongEnough } from '../inpaint/order.ts'
import { makeCover, makePieces } from '../makers/outputs.ts'
import { defineWork, rendering } from '../work.ts'

type InpaintWork = Omit<InpaintOrder, 'take'> & {
  readonly clip: ClipSource
  readonly withCover: boolean
  readonly withTimedLyrics: boolean
}

const painted = rendering('inpaint', async () => (await import('../renderings/inpaint.ts')).renderInpaint)

/** Plays a range of a clip in another way, and makes the cover when one is wanted. */
export const inpaint = defineWork(taskEndpoints.inpaint, {
  renders: [painted],
  take: ({ prompt, lyrics, title, lyrics_section_to_replace: section, ...values }, { clips, range }) =>
    isLongEnough(range)
      ? {
          outputs: values.num_outputs === 1 ? 1 : 2,
          texts: [prompt, lyrics, section, title],
          order: {
            clip: clips.audio,
            rangeSeconds: range,
            prompt,
            lyrics,
            section,
            title,
            gender: values.gender ?? 'neutral',
            withCover: values.generate_album_cover,
            withTimedLyrics: values.lyrics_timestamps,
          },
        }
      : { problem: invalidRange },
  make: async (studio, task, { clip, withCover, withTimedLyrics, ...order }: InpaintWork) => {
    const clipPath = await clipPathOf(clip, studio)
    await makePieces(studio, task, withTimedLyrics, (take, name) =>
      studio.renderer.render(painted, { ...order, clipPath, take }, name),
    )
    if (withCover) await makeCover(studio, task, { ...order, musicStyle: '' })
  },
})
