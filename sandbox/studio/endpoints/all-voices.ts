import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { endpointErrors, refuseWithCode } from '../errors.ts'
import { integer } from '../parameters.ts'
import { succeed } from '../reply.ts'
import { type Voice, voices } from '../voices.ts'

const toRecord = ({ voiceId, name }: Voice): Record<string, string> => ({
  voice_id: voiceId,
  voice_name: name,
})

/** A page of voices. */
export const voicesPage = z.object({
  success: z.boolean(),
  voices: z.array(z.object({ voice_id: z.string(), voice_name: z.string() })),
  limit: z.int(),
  page: z.int(),
  total: z.int(),
})

/** Lists the voices, a page at a time; pages count from 0. */
export const allVoices = defineEndpoint({
  method: 'GET',
  path: '/v1/getAllVoices',
  summary: 'Lists the voices',
  parameters: {
    limit: integer({ min: 1, max: 1000, unlessGiven: 20 }).describe('Voices on a page'),
    page: integer({ min: 0, max: 1_000_000, unlessGiven: 0 }).describe('Counts from 0'),
  },
  success: voicesPage,
  errors: endpointErrors({ refuse: refuseWithCode }),
  answer: ({ limit, page }) =>
    succeed({
      voices: voices.slice(page * limit, (page + 1) * limit).map(toRecord),
      limit,
      page,
      total: voices.length,
    }),
})
