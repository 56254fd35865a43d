import { answers, answersLate, type Change, hangsUp, long, many, never } from '../changes.ts'
import type { Row } from '../row.ts'
import { tooLate } from './acknowledgements.ts'

type Request = {
  readonly command?: string
  readonly type?: string
  readonly payload?: { readonly type: string }
}

const on = 'request'

const isCommand = (request: unknown): boolean => (request as Request).command !== undefined
const isEvent = (request: unknown): boolean => (request as Request).type === 'event_callback'
const isChallenge = (request: unknown): boolean => (request as Request).type === 'url_verification'
const isOf =
  (type: string) =>
  (request: unknown): boolean =>
    (request as Request).payload?.type === type

const unacknowledged = /^\/help: not acknowledged within 3000 ms$/
const lost = /: could not be handed to the app$/

const command = (name: string, does: Change, ...refusals: readonly RegExp[]): Row => ({
  name,
  scenario: 'help',
  refusals,
  besides: tooLate,
  does: { on, when: isCommand, does },
})

/** https://docs.slack.dev/interactivity/handling-user-interaction#acknowledgment_response */
const acknowledgements: readonly Row[] = [
  command('an answer after three seconds', answersLate(3_001), unacknowledged),
  command('no answer', never(3_001), unacknowledged),
  ...[201, 204, 302, 404, 500].map((status) =>
    command(
      `an answer with the status ${status}`,
      answers(status),
      new RegExp(`^/help: the request URL answered ${status}$`),
      lost,
    ),
  ),
  command('a connection that breaks off', hangsUp, /^\/help: the request URL cannot be reached: /, lost),
]

const body = (
  name: string,
  value: object,
  {
    scenario = 'help',
    when = isCommand,
    title = '/help',
  }: { scenario?: Row['scenario']; when?: (request: unknown) => boolean; title?: string } = {},
): Row => ({
  name,
  scenario,
  does: { on, when, does: answers(200, JSON.stringify(value)) },
  refusals: [new RegExp(`^${title}: invalid acknowledgement: `)],
})

/** https://docs.slack.dev/interactivity/handling-user-interaction#message_responses */
const bodies: readonly Row[] = [
  body('an answer of 40 001 characters', { text: long(40_001) }),
  body('an answer whose text is a number', { text: 7 }),
  body('an answer with a field that Slack does not know', { text: 'x', contents: 'x' }),
  body('an answer for nobody known', { text: 'x', response_type: 'friends' }),
  body('an answer of 51 blocks', { blocks: many(51, () => ({ type: 'divider' })) }),
  body(
    'a suggestion without a value',
    { options: [{ text: { type: 'plain_text', text: 'x' } }] },
    { scenario: 'suggestions', when: isOf('block_suggestion'), title: 'suggestions for voice' },
  ),
  body(
    'an error of an input that is not there',
    { response_action: 'errors', errors: { nobody: 'Wrong' } },
    { scenario: 'sent form', when: isOf('view_submission'), title: 'form .*' },
  ),
]

const event = (name: string, does: Change, refusal: RegExp): Row => ({
  name,
  scenario: 'mention',
  does: { on, when: isEvent, does },
  refusals: [refusal],
  endsWell: true,
})

/** Events come again. https://docs.slack.dev/apis/events-api */
const events: readonly Row[] = [
  event(
    'words to an event',
    answers(200, '{"text":"Hello"}'),
    /^event .*: the acknowledgement may not say anything$/,
  ),
  event('an event that is answered with a failure', answers(500), /^event .*: the request URL answered 500$/),
  event('an event without an answer', hangsUp, /^event .*: the request URL cannot be reached: /),
]

const challenge = (name: string, does: Change): Row => ({
  name,
  scenario: 'moved',
  does: { on, when: isChallenge, does },
  refusals: [/^\/help: the request URL did not return the challenge$/, lost],
})

/**
 * https://docs.slack.dev/reference/events/url_verification and
 * https://docs.slack.dev/authentication/verifying-requests-from-slack
 */
const doors: readonly Row[] = [
  challenge('another challenge', answers(200, '{"challenge":"another"}')),
  challenge('a challenge that is not returned', answers(200)),
  {
    name: 'a forged request that is taken',
    scenario: 'forged',
    does: { on, when: isCommand, does: answers(200) },
    refusals: [/^\/help: taken with a signature that is wrong$/],
    endsWell: true,
  },
]

/** What is answered to Slack's signed requests. */
export const requests = { acknowledgements, bodies, events, doors }
