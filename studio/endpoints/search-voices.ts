import { defineEndpoint } from '../http/endpoint.ts'
import { endpointErrors, refuseWithCode } from '../http/errors.ts'
import { text } from '../http/parameters.ts'
import { voicesNamed } from '../voice-list/voice-search.ts'
import { voicesListed } from '../voice-list/voices.ts'
import { pageParameters, replyWithPage, voicesPage } from '../voice-list/voices-page.ts'

const errors = endpointErrors({ refuse: refuseWithCode })

/** Searches the voices by name, a page at a time. */
export const searchVoices = defineEndpoint({
  method: 'GET',
  path: '/v1/searchVoices',
  summary: 'Searches the voices by name, those that match best first',
  parameters: {
    query: text().describe('What is in the name, whatever its case and accents'),
    ...pageParameters,
  },
  required: ['query'],
  success: voicesPage,
  errors,
  answer: ({ query, ...page }, { studio: { settings } }) => {
    if (query === '') return errors.refuse(422, 'query is required')
    const { nameless = 0, ...dialect } = settings.voices
    return replyWithPage(voicesNamed(query, voicesListed(dialect).slice(nameless)), page, dialect)
  },
})
