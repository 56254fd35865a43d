import { z } from 'zod'
import type { EndpointErrors } from '../http/errors.ts'
import { type Reply, succeed } from '../http/reply.ts'
import type { Voice, VoiceListDialect } from './voices.ts'

const limitMax = 1000

/** The shape of a page of voices. */
export const voicesPage = z.object({
  success: z.boolean(),
  voices: z.array(z.object({ voice_id: z.string(), voice_name: z.string() })),
  limit: z.int(),
  page: z.int(),
  total: z.int().describe('Of all pages together'),
})

/** A page of voices; one past the end is empty, and one that is too large is refused. */
export const replyWithPage = (
  all: readonly Voice[],
  { limit: wanted, page }: { readonly limit: number; readonly page: number },
  { refuse, status }: EndpointErrors,
  { pageMax = limitMax, nameless = 0 }: VoiceListDialect = {},
): Reply => {
  if (wanted > limitMax) return refuse(status, `limit must be ${limitMax} or less`)
  const limit = Math.min(wanted, pageMax)
  return succeed({
    voices: all
      .slice(page * limit, (page + 1) * limit)
      .map(({ voiceId, name }, index) =>
        page * limit + index < nameless ? { voice_id: voiceId } : { voice_id: voiceId, voice_name: name },
      ),
    limit,
    page,
    total: all.length,
  })
}
