import { directEndpoints } from '../../src/core/endpoints/audio-endpoints.ts'
import { defineEndpoint } from '../http/endpoint.ts'
import { voicesListed } from '../voice-list/voices.ts'
import { replyWithPage } from '../voice-list/voices-page.ts'

/**
 * Lists the voices, a page at a time. Its failures are described in two shapes; the one with a code serves
 * those who look for a code and those who look for a text.
 */
export const getAllVoices = defineEndpoint(
  directEndpoints.getAllVoices,
  (values, { studio: { settings } }, errors) =>
    replyWithPage(voicesListed(settings.voices), values, errors, settings.voices),
)
