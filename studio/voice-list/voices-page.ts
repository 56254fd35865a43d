import { z } from 'zod'
import { integer } from '../http/parameters.ts'
import { type Reply, succeed } from '../http/reply.ts'
import type { Voice, VoiceListDialect } from './voices.ts'

const limitUnlessGiven = 20
const limitMax = 1000
const pageMax = 1_000_000

/** Which page of a list of voices is wanted. */
export const pageParameters = {
  limit: integer({ min: 1, max: limitMax, unlessGiven: limitUnlessGiven }).describe('Voices on a page'),
  page: integer({ min: 0, max: pageMax, unlessGiven: 0 }).describe('Counts from 0'),
}

/** The shape of a page of voices. */
export const voicesPage = z.object({
  success: z.boolean(),
  voices: z.array(z.object({ voice_id: z.string(), voice_name: z.string() })),
  limit: z.int(),
  page: z.int(),
  total: z.int().describe('Of all pages together'),
})

/** A page of voices; one past the end is empty. */
export const replyWithPage = (
  all: readonly Voice[],
  { limit: wanted, page }: { readonly limit: number; readonly page: number },
  { pageMax = limitMax, nameless = 0 }: VoiceListDialect = {},
): Reply => {
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
