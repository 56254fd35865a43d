import { type EndpointName, endpointNames, recordOf, submissionNames } from '../endpoints.ts'
import { answerAs, type Refusal, type RefusalForm, refusalRows } from '../refusing.ts'
import { demand, documented, type Row, seenElsewhere, shown } from '../row.ts'
import { validRequest } from '../valid-requests.ts'

const tellsAuthentication: readonly EndpointName[] = ['mastering', 'cutter']

const keyRefusals = (name: EndpointName): readonly Refusal[] => {
  const text = tellsAuthentication.includes(name) ? { text: 'Authentication failed' } : {}
  return [
    {
      id: `auth.${name}.missing`,
      title: `${name} refuses a request without a key`,
      request: validRequest(name, 'none'),
      seenStatus: 401,
      ...text,
    },
    {
      id: `auth.${name}.wrong`,
      title: `${name} refuses a wrong key`,
      request: validRequest(name, 'wrong'),
      seenStatus: 403,
      ...text,
    },
  ]
}

const authRows: readonly Row[] = [
  documented('auth.bare', 'the key stands bare in the header Authorization', async (service) => {
    const { status, body } = await service.answer(validRequest('getAllVoices'))
    demand(status === 200 && body.success === true, `it is refused: ${status} ${shown(body)}`)
  }),
  seenElsewhere('auth.bearer', 'the key behind the word Bearer is refused', async (service) => {
    const { status } = await service.answer(validRequest('getAllVoices', 'bearer'))
    demand(status === 401 || status === 403, `the status is ${status}`)
  }),
  ...endpointNames.flatMap((name) => refusalRows(keyRefusals(name))),
]

/** What is known of how an account without credits is refused, beyond the status that was seen elsewhere. */
const poor: Readonly<Partial<Record<EndpointName, RefusalForm>>> = {
  musicAiV1: { status: 402, errorCode: 'INSUFFICIENT_CREDITS', text: 'Insufficient credit balance' },
  musicAiV2: { status: 402, errorCode: 'INSUFFICIENT_CREDITS' },
  batch: { text: 'Insufficient credit balance', seenStatus: 402 },
  mastering: {
    text: 'Insufficient credits for this operation',
    besides: { required_credits: 'number', available_credits: 'number' },
    seenStatus: 402,
  },
  cutter: {
    text: 'Insufficient credits for this operation',
    besides: { required_credits: 'number', available_credits: 'number' },
    seenStatus: 402,
  },
  textToSpeech: { text: 'Insufficient credit balance', seenStatus: 402 },
}

const broken: Readonly<Partial<Record<EndpointName, RefusalForm>>> = {
  searchVoices: { shapes: ['E1'], status: 500, errorCode: 'INTERNAL_SERVER_ERROR' },
  getAllVoices: { status: 500, errorCode: 'INTERNAL_SERVER_ERROR', text: 'Internal Server Error' },
  musicAiV1: { status: 500, errorCode: 'INTERNAL_SERVER_ERROR' },
  musicAiV2: { status: 500, errorCode: 'INTERNAL_SERVER_ERROR' },
  batch: { text: 'Internal Server Error', seenStatus: 500 },
  remix: { text: 'Internal Server Error', seenStatus: 500 },
  mastering: { text: 'Internal server error during mastering', seenStatus: 500 },
  cutter: { text: 'Internal server error during audio trimming', seenStatus: 500 },
  textToSpeech: { text: 'Internal Server Error', seenStatus: 500 },
  transcribe: { text: 'Internal Server Error', seenStatus: 500 },
  promptToLyrics: { text: 'Internal Server Error', seenStatus: 500 },
}

const namesOf = <Name extends string>(
  table: Readonly<Partial<Record<Name, RefusalForm>>>,
): readonly (readonly [Name, RefusalForm])[] => Object.entries(table) as [Name, RefusalForm][]

const paidNames = endpointNames.filter((name) => recordOf(name).price !== undefined)

const creditRefusals = paidNames.map(
  (name): Refusal => ({
    id: `${name}.noCredits`,
    title: 'without enough credits a request is refused',
    request: validRequest(name, 'no-credits'),
    ...(poor[name] ?? { seenStatus: 402 }),
  }),
)

const failureRefusals = namesOf(broken).map(
  ([name, failing]): Refusal => ({
    id: `${name}.serverFailure`,
    title: 'a server failure is told',
    request: validRequest(name, 'server-failure'),
    ...failing,
  }),
)

const planRefusals = (['mastering', 'cutter'] as const).map(
  (name): Refusal => ({
    id: `${name}.noPlan`,
    title: 'a user without a subscription plan is refused',
    request: validRequest(name, 'no-plan'),
    text: 'User subscription plan not found',
    seenStatus: 404,
  }),
)

const misspelt: Row = documented(
  'inpaint.serverFailure',
  'a server failure is told under the key messsage: Internal Server Error',
  async (service) => {
    const { body } = await answerAs(service, validRequest('inpaint', 'server-failure'))
    demand(body.success === false, `success is ${shown(body.success)}, not false`)
    demand(body.messsage === 'Internal Server Error', `the body is ${shown(body)}`)
  },
)

const misspeltStatus: Row = seenElsewhere(
  'inpaint.serverFailure.status',
  'a server failure is told: with status 500',
  async (service) => {
    const { status } = await answerAs(service, validRequest('inpaint', 'server-failure'))
    demand(status === 500, `the status is ${status}, not 500`)
  },
)

const busyText = 'SLOW DOWN - TOO MANY PARALLEL REQUESTS'

const busyRows: readonly Row[] = submissionNames.map((name) =>
  seenElsewhere(
    `${name}.busy`,
    `with too many tasks under way it answers 429: ${busyText}`,
    async (service) => {
      const { status, body } = await answerAs(service, validRequest(name, 'busy'))
      demand(status === 429, `the status is ${status}: ${shown(body)}`)
      demand(body.detail === busyText, `the body is ${shown(body)}`)
    },
  ),
)

/** The rows about keys, and about accounts that cannot have what they ask for. */
export const accountRows: readonly Row[] = [
  ...authRows,
  ...refusalRows([...creditRefusals, ...failureRefusals, ...planRefusals]),
  misspelt,
  misspeltStatus,
  ...busyRows,
]
