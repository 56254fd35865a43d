import { defineEndpoint } from '../endpoint.ts'
import { integer } from '../parameters.ts'
import { refuseWithCode, succeed } from '../reply.ts'
import { type Voice, voices } from '../voices.ts'

const toRecord = ({ voiceId, name }: Voice): Record<string, string> => ({
  voice_id: voiceId,
  voice_name: name,
})

/** Lists the voices, a page at a time; pages count from 0. */
export const allVoices = defineEndpoint({
  method: 'GET',
  path: '/v1/getAllVoices',
  refuse: refuseWithCode,
  parameters: {
    limit: integer({ min: 1, max: 1000, unlessGiven: 20 }),
    page: integer({ min: 0, max: 1_000_000, unlessGiven: 0 }),
  },
  answer: ({ limit, page }) =>
    succeed({
      voices: voices.slice(page * limit, (page + 1) * limit).map(toRecord),
      limit,
      page,
      total: voices.length,
    }),
})
