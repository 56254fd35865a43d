import { defineEndpoint } from '../http/endpoint.ts'
import { endpointErrors, refuseWithCode } from '../http/errors.ts'
import { voicesListed } from '../voice-list/voices.ts'
import { pageParameters, replyWithPage, voicesPage } from '../voice-list/voices-page.ts'

/**
 * Lists the voices, a page at a time. Its failures are described in two shapes; the one with a code serves
 * those who look for a code and those who look for a text.
 */
export const allVoices = defineEndpoint({
  method: 'GET',
  path: '/v1/getAllVoices',
  summary: 'Lists the voices',
  parameters: pageParameters,
  success: voicesPage,
  errors: endpointErrors({ refuse: refuseWithCode }),
  answer: (values, { studio: { settings } }) =>
    replyWithPage(voicesListed(settings.voices), values, settings.voices),
})
