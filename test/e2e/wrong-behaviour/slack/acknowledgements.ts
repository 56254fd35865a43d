import {
  andThen,
  type Change,
  goesTo,
  late,
  long,
  many,
  never,
  says,
  saysOnly,
  times,
  writes,
} from '../changes.ts'
import type { Row } from '../row.ts'

const on = 'acknowledgement'

type Acknowledgement = { payload?: object }

const speaks = (ack: unknown): boolean => Object.keys((ack as Acknowledgement).payload ?? {}).length > 0
const isSilent = (ack: unknown): boolean => !speaks(ack)

/** Whatever else waits when the clock is moved is too late as well. */
export const tooLate = [
  /: not acknowledged within 3000 ms$/,
  /: acknowledged too late$/,
  /: acknowledged twice$/,
]

/** How Slack is told that a request has arrived. https://docs.slack.dev/apis/events-api/using-socket-mode */
export const acknowledgements: readonly Row[] = [
  {
    name: 'an acknowledgement after three seconds',
    scenario: 'help',
    does: { on, when: speaks, does: late(3_001) },
    refusals: [/^\/help: not acknowledged within 3000 ms$/, /^\/help: acknowledged too late$/],
    besides: tooLate,
  },
  {
    name: 'no acknowledgement',
    scenario: 'help',
    does: { on, when: speaks, does: never(3_001) },
    refusals: [/^\/help: not acknowledged within 3000 ms$/],
    besides: tooLate,
  },
  {
    name: 'an acknowledgement that is said twice',
    scenario: 'help',
    does: { on, when: speaks, does: times(2) },
    refusals: [/^\/help: acknowledged twice$/],
    endsWell: true,
  },
  {
    name: 'an acknowledgement of what was never sent',
    scenario: 'help',
    does: { on, when: speaks, does: andThen(says('envelope_id', 'forged')) },
    refusals: [/^a socket sent what is no acknowledgement/],
    endsWell: true,
  },
  {
    name: 'a frame that is no JSON',
    scenario: 'help',
    does: { on, when: speaks, does: andThen(writes((body) => body.slice(0, -1))) },
    refusals: [/^a socket sent what is no acknowledgement/],
    endsWell: true,
  },
  {
    name: 'words to an event',
    scenario: 'mention',
    does: { on, when: isSilent, does: says('payload', { text: 'Hello' }) },
    refusals: [/^event .*: the acknowledgement may not say anything$/],
    endsWell: true,
  },
]

const answer = (name: string, does: Change, because: RegExp): Row => ({
  name,
  scenario: 'help',
  because,
  does: { on, when: speaks, does },
  refusals: [/^\/help: invalid acknowledgement: /],
})

/** What an answer in the acknowledgement of a command may be. */
export const answers: readonly Row[] = [
  answer('an answer of 40 001 characters', says('payload.text', long(40_001)), /./),
  answer('an answer whose text is a number', says('payload.text', 7), /text/),
  answer('an answer with a field that Slack does not know', says('payload.contents', 'x'), /contents/),
  answer('an answer that says nothing', says('payload', { response_type: 'ephemeral' }), /./),
  answer('an answer for nobody known', says('payload.response_type', 'friends'), /response_type/),
  answer(
    'an answer of 51 blocks',
    says(
      'payload.blocks',
      many(51, () => ({ type: 'divider' })),
    ),
    /blocks/,
  ),
  answer('an answer with a block of no known kind', says('payload.blocks', [{ type: 'song' }]), /blocks/),
]

const option = (text: string) => ({ text: { type: 'plain_text', text }, value: text })

const suggestion = (name: string, options: unknown): Row => ({
  name,
  scenario: 'suggestions',
  does: { on, when: speaks, does: says('payload.options', options) },
  refusals: [/^suggestions for voice: invalid acknowledgement: /],
})

/** https://docs.slack.dev/reference/block-kit/block-elements/select-menu-element#external_select */
export const suggestions: readonly Row[] = [
  suggestion(
    '101 suggestions',
    many(101, (index) => option(`${index}`)),
  ),
  suggestion('a suggestion of 76 characters', [option(long(76))]),
  suggestion('a suggestion without a value', [{ text: { type: 'plain_text', text: 'x' } }]),
]

const sent = (name: string, payload: object): Row => ({
  name,
  scenario: 'sent form',
  does: { on, when: speaks, does: says('payload', payload) },
  refusals: [/^form .*: invalid acknowledgement: /],
})

/** https://docs.slack.dev/surfaces/modals#response_actions */
export const sentForms: readonly Row[] = [
  sent('an error of an input that is not there', { response_action: 'errors', errors: { nobody: 'Wrong' } }),
  sent('errors of which there is none', { response_action: 'errors', errors: {} }),
  sent('an action of no known kind', { response_action: 'shake' }),
  sent('another form that is none', { response_action: 'update', view: { type: 'modal' } }),
]

const url = 'commands'

const response = (name: string, does: Change, code: string, besides: readonly RegExp[] = []): Row => ({
  name,
  scenario: 'empty-handed',
  does: { on: url, does },
  besides,
  refusals: [new RegExp(`^response URL: ${code}$`)],
})

/** https://docs.slack.dev/interactivity/handling-user-interaction#message_responses */
export const responses: readonly Row[] = [
  response('a response URL that is used six times', times(6), 'used_url'),
  response('a response URL after half an hour', late(30 * 60_000 + 1), 'expired_url', tooLate),
  response('a response URL that was never given', goesTo(/\/\w+$/, '/forged'), 'invalid_url'),
  response(
    'a response that is no JSON',
    writes((body) => body.slice(1)),
    'invalid_payload',
  ),
  response('a response with a field that Slack does not know', says('contents', 'x'), 'invalid_payload'),
  response('a response that says nothing', saysOnly({ response_type: 'ephemeral' }), 'no_text'),
]
