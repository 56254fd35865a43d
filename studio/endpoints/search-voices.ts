import { directEndpoints } from '../../src/core/endpoints/audio-endpoints.ts'
import { defineEndpoint } from '../http/endpoint.ts'
import { voicesNamed } from '../voice-list/voice-search.ts'
import { voicesListed } from '../voice-list/voices.ts'
import { replyWithPage } from '../voice-list/voices-page.ts'

/** Searches the voices by name, those that match best first, a page at a time. */
export const searchVoices = defineEndpoint(
  directEndpoints.searchVoices,
  ({ query, ...page }, { studio: { settings } }, errors) => {
    const { nameless = 0, ...dialect } = settings.voices
    return replyWithPage(voicesNamed(query, voicesListed(dialect).slice(nameless)), page, errors, dialect)
  },
)
