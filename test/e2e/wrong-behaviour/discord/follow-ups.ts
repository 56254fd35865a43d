import type { Call } from '../call.ts'
import { andThen, asks, both, type Change, type Ground, late, long, times } from '../changes.ts'
import type { Row } from '../row.ts'

const on = 'POST /interactions/:id/:token/callback'
const quarterHourMs = 15 * 60_000
const stranger = '100000000000000001'
const word = { content: 'One more thing', allowed_mentions: { parse: [] } }

type Place = (call: Call, addresses: Ground['addresses']) => string

/** What the token of the interaction opens that is answered by the call. */
export const byToken =
  (rest = '', applicationId?: string): Place =>
  ({ path }, { discord }) =>
    path.replace(
      /\/interactions\/\d+\/([^/]+)\/.*/,
      `/webhooks/${applicationId ?? discord.applicationId}/$1${rest}`,
    )

const original = '/messages/@original'

type Wrong = readonly [name: string, does: Change, refusal: RegExp, because?: RegExp | undefined]

const helped = ([name, does, refusal, because]: Wrong): Row => ({
  name,
  scenario: 'help',
  does: { on, does },
  refusals: [refusal],
  ...(because && { because }),
})

const followsUp = (payload: object, place: Place = byToken()): Change => asks('POST', place, payload)

/** https://docs.discord.com/developers/interactions/receiving-and-responding#followup-messages */
export const followUps: readonly Row[] = (
  [
    [
      'a follow-up after fifteen minutes',
      andThen(both(late(quarterHourMs), followsUp(word))),
      /^POST .*\/webhooks\/.*: 401 50027 /,
    ],
    ['a follow-up before the answer', followsUp(word), /^POST .*\/webhooks\/.*: 404 10015 /],
    [
      'a follow-up of another application',
      andThen(followsUp(word, byToken('', stranger))),
      /^POST .*\/webhooks\/.*: 404 10015 /,
    ],
    [
      'a follow-up with another token',
      andThen(followsUp(word, (_, { discord }) => `/api/v10/webhooks/${discord.applicationId}/forged`)),
      /^POST .*\/webhooks\/.*: 401 50027 /,
    ],
    ['a follow-up that says nothing', andThen(followsUp({})), /^POST .*\/webhooks\/.*: 400 50006 /],
    [
      'a follow-up of 2001 characters',
      andThen(followsUp({ content: long(2_001) })),
      /^POST .*\/webhooks\/.*: 400 50035 /,
      /"content".*MAX_LENGTH/,
    ],
    [
      'a follow-up in the shape of an answer',
      andThen(followsUp({ type: 4, data: word })),
      /^POST .*\/webhooks\/.*: 400 50035 /,
      /"data".*UNKNOWN_FIELD/,
    ],
    [
      'a follow-up that calls everybody',
      andThen(followsUp({ content: '@everyone' })),
      /^would ping @everyone/,
    ],
  ] satisfies readonly Wrong[]
).map(helped)

const edits = (payload: object, place: Place = byToken(original)): Change => asks('PATCH', place, payload)
const deletes = asks('DELETE', byToken(original))

const wrongEdits: readonly (readonly [name: string, payload: object, code: number, because?: RegExp])[] = [
  ['an edit of the answer to 2001 characters', { content: long(2_001) }, 50035, /"content".*MAX_LENGTH/],
  ['an edit with a field that Discord does not know', { contents: 'x' }, 50035, /"contents".*UNKNOWN_FIELD/],
  ['an edit to nothing', { content: null, embeds: [], components: [] }, 50006],
  ['an edit to Components V2 beside words', { content: 'x', flags: 1 << 15 }, 50035, /"content"/],
  [
    'an edit with a part of Components V2',
    { components: [{ type: 10, content: 'x' }] },
    50035,
    /"components"/,
  ],
  [
    'an edit with a file that does not come',
    { attachments: [{ id: 7, filename: 'a.mp3' }] },
    50035,
    /attachments/,
  ],
]

/**
 * https://docs.discord.com/developers/interactions/receiving-and-responding#edit-original-interaction-response
 */
export const originals: readonly Row[] = (
  [
    ...wrongEdits.map(
      ([name, payload, code, because]): Wrong => [
        name,
        andThen(edits(payload)),
        new RegExp(`^PATCH .*/@original: 400 ${code} `),
        because,
      ],
    ),
    ['an edit before the answer', edits(word), /^PATCH .*\/@original: 404 10015 /],
    [
      'an edit after fifteen minutes',
      andThen(both(late(quarterHourMs), edits(word))),
      /^PATCH .*\/@original: 401 50027 /,
    ],
    [
      'an edit of another application',
      andThen(edits(word, byToken(original, stranger))),
      /^PATCH .*\/@original: 404 10015 /,
    ],
    [
      'an edit of a follow-up that is not there',
      andThen(edits(word, byToken(`/messages/${stranger}`))),
      /^PATCH .*: 404 10008 /,
    ],
    [
      'a look at an answer that is not there',
      andThen(asks('GET', byToken(`/messages/${stranger}`))),
      /^GET .*: 404 10008 /,
    ],
    [
      'an answer that is deleted twice',
      andThen(both(deletes, times(2))),
      /^DELETE .*\/@original: 404 100(08|15) /,
    ],
    [
      'a whole new answer in the place of the old one',
      andThen(asks('PUT', byToken(original), word)),
      /^PUT .*: 405 0 /,
    ],
  ] satisfies readonly Wrong[]
).map(helped)

/** What is made of the second of two calls, and of the path of the first one. */
const withFirst = (change: (firstPath: string) => Change): Change => {
  let firstPath: string | undefined
  return (call, send, ground) => {
    if (firstPath !== undefined) return change(firstPath)(call, send, ground)
    firstPath = call.path
    return send(call)
  }
}

const callback = /\/interactions\/(\d+)\/([^/]+)\//

const part = (path: string, index: 1 | 2): string => callback.exec(path)?.[index] ?? ''

/** The second answer, under an address that is made of both. */
const goesAs = (address: (firstPath: string, path: string) => string): Change =>
  withFirst((firstPath) => (call, send) => {
    const path = call.path.replace(callback, `/interactions/${address(firstPath, call.path)}/`)
    return send({ ...call, path })
  })

/** Edits the second answer by the token of the first interaction. */
const editsAcross: Change = withFirst((firstPath) => async (call, send, ground) => {
  const answer = await send(call)
  const own = await asks('GET', byToken(original))(call, send, ground)
  const { id } = JSON.parse(own.body.toString()) as { id: string }
  await edits(word, byToken(`/messages/${id}`))({ ...call, path: firstPath }, send, ground)
  return answer
})

const mixedUp = (name: string, does: Change, refusal: RegExp): Row => ({
  name,
  scenario: 'sent form',
  does: { on, calls: 2, does },
  refusals: [refusal],
})

/** Of two interactions, the first of which is answered with a form and the second with words. */
export const strangers: readonly Row[] = [
  mixedUp(
    'an answer to an interaction that was answered before',
    goesAs((first) => `${part(first, 1)}/${part(first, 2)}`),
    /callback.*: 400 40060 /,
  ),
  mixedUp(
    'an answer with the token of another interaction',
    goesAs((first, own) => `${part(own, 1)}/${part(first, 2)}`),
    /callback.*: 404 10062 /,
  ),
  mixedUp(
    'an answer under the id of another interaction',
    goesAs((first, own) => `${part(first, 1)}/${part(own, 2)}`),
    /callback.*: 404 10062 /,
  ),
  mixedUp('an edit by the token of another interaction', editsAcross, /^PATCH .*: 404 10008 /),
]
