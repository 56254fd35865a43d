import { z } from 'zod'
import { type Clip, readClip } from '../core/clip/clip.ts'

/** A KnownClip out of stored JSON. */
export const knownClip = z.object({
  clip: z.unknown().transform((value, context): Clip => {
    const clip = readClip(value)
    if (clip !== undefined) return clip
    context.addIssue({ code: 'custom', message: 'that is no clip' })
    return z.NEVER
  }),
  from: z.enum(['us', 'member']),
  atMs: z.number().exactOptional(),
  by: z.string().exactOptional(),
})
