import { breachLine, type Particulars } from '../control/breach-line.ts'
import { recordRefusal, type World } from './state.ts'

const interaction = 'https://docs.slack.dev/interactivity/handling-user-interaction'
const socketMode = 'https://docs.slack.dev/apis/events-api/using-socket-mode'
const requestUrls = 'https://docs.slack.dev/apis/events-api/using-http-request-urls'
const signing = 'https://docs.slack.dev/authentication/verifying-requests-from-slack'
const files = 'https://docs.slack.dev/messaging/working-with-files'
const installing = 'https://docs.slack.dev/authentication/installing-with-oauth'
const mentioning = 'https://docs.slack.dev/messaging/formatting-message-text#mentioning-users'

/**
 * Everything that an app can do wrong besides a call that is refused by a code, as the wire tells it, and
 * what states it. The wire may name before it what it was done to, and after it the particulars.
 */
export const breaches = {
  'not acknowledged within': interaction,
  'acknowledged twice': socketMode,
  'acknowledged too late': interaction,
  'the acknowledgement may not say anything': socketMode,
  'invalid acknowledgement:': interaction,
  'could not be handed to the app': interaction,
  'a socket sent what is no acknowledgement of an envelope': socketMode,
  'a socket came with a ticket that is unknown, used or too old': socketMode,
  'more sockets than': socketMode,
  'the request URL answered': requestUrls,
  'the request URL cannot be reached:': requestUrls,
  'the request URL did not return the challenge': 'https://docs.slack.dev/reference/events/url_verification',
  'taken with a signature that is': signing,
  'response URL:': `${interaction}#message_responses`,
  'no upload has this address': files,
  'this address was used': files,
  'this address is too old': files,
  'other bytes came than were announced:': files,
  'private file: there is no such file': files,
  'private file: the request may not read it': files,
  'nothing is there': 'https://docs.slack.dev/apis/web-api',
  'would ping': mentioning,
  'oauth/v2/authorize:': installing,
} as const

export type Breach = keyof typeof breaches

/** Puts on the wire what the app did wrong. */
export const recordBreach = (world: World, breach: Breach, particulars: Particulars = {}): void =>
  recordRefusal(world, breachLine(breach, particulars), particulars.detail ?? {})
