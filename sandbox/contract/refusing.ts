import type { FailureName, Shape } from '../../src/core/endpoints/shapes.ts'
import { type EndpointName, recordOf } from './endpoints.ts'
import type { FieldValue, ServiceRequest, TestAccount } from './requests.ts'
import { demand, documented, NotTried, type Row, seenElsewhere, shown } from './row.ts'
import type { Service } from './service.ts'
import { demandFailure } from './shapes.ts'
import { validRequest } from './valid-requests.ts'
import type { Answer } from './wire.ts'

/** How a service refuses something, as far as it is known. */
export type RefusalForm = {
  /** Unlike the endpoint's usual shapes. */
  readonly shapes?: readonly FailureName[]
  /** The exact text, under `error` or `message`. */
  readonly text?: string
  readonly status?: number
  readonly errorCode?: string
  /** Fields besides those of the shape. */
  readonly besides?: Shape
  /** The status that was seen elsewhere where the description gives none. */
  readonly seenStatus?: number
  readonly source?: Row['source']
}

/** Something that a service must refuse. */
export type Refusal = RefusalForm & {
  readonly id: Row['id']
  /** What is refused; the row's title also says how, where the description does. */
  readonly title: string
  readonly request: ServiceRequest
}

/**
 * Makes refusals of requests to an endpoint that are valid but for some changes;
 * `usual` is how most are refused.
 */
export const refusalsOf =
  (endpoint: EndpointName, usual: RefusalForm = {}) =>
  (
    what: string,
    title: string,
    changes: Readonly<Record<string, FieldValue | undefined>>,
    form: RefusalForm = {},
  ): Refusal => ({
    id: `${endpoint}.${what}`,
    title,
    request: validRequest(endpoint, 'own', changes),
    ...usual,
    ...form,
  })

const needs: Readonly<Record<TestAccount, string>> = {
  'no-credits': 'needs an account without credits',
  'no-plan': 'needs an account without a subscription plan',
  'server-failure': 'needs a service that fails when asked to',
  busy: 'needs an account with too many tasks under way',
}

const isTestAccount = (key: ServiceRequest['key']): key is TestAccount => key !== undefined && key in needs

/**
 * The answer to a request, unless the service does not know the account it is made for: then throws NotTried.
 */
export const answerAs = async (service: Service, request: ServiceRequest): Promise<Answer> => {
  const answer = await service.answer(request)
  const isUnknown = answer.status === 401 || answer.status === 403
  if (isTestAccount(request.key) && isUnknown) throw new NotTried(needs[request.key])
  return answer
}

const textIn = ({ body }: Answer): unknown => body.error ?? body.message

const checkRefusal = (
  answer: Answer,
  { shapes, text, status, errorCode, besides, request }: Refusal,
): void => {
  demand(
    answer.status >= 400 && answer.body.success !== true,
    `it is not refused: ${answer.status} ${shown(answer.body)}`,
  )
  if (status !== undefined) demand(answer.status === status, `the status is ${answer.status}, not ${status}`)
  demandFailure(answer.body, shapes ?? recordOf(request.endpoint).failures.shapes, besides)
  if (text !== undefined)
    demand(textIn(answer) === text, `the text is ${shown(textIn(answer))}, not ${shown(text)}`)
  const { error_code: code } = answer.body
  if (errorCode !== undefined && code !== undefined)
    demand(code === errorCode, `error_code is ${shown(code)}, not ${shown(errorCode)}`)
}

const titleOf = ({ title, status, errorCode, text }: Refusal): string => {
  const how = [status, errorCode, text].filter((part) => part !== undefined)
  return how.length === 0 ? title : `${title}: ${how.join(' ')}`
}

const statusRow = ({ id, title, request, seenStatus }: Refusal): readonly Row[] =>
  seenStatus === undefined
    ? []
    : [
        seenElsewhere(`${id}.status`, `${title}: with status ${seenStatus}`, async (service) => {
          const { status } = await answerAs(service, request)
          demand(status === seenStatus, `the status is ${status}, not ${seenStatus}`)
        }),
      ]

/** The rows for what is refused; a second row each where the status is known from elsewhere only. */
export const refusalRows = (refusals: readonly Refusal[]): readonly Row[] =>
  refusals.flatMap((refusal) => {
    const make = refusal.source === 'evidence' ? seenElsewhere : documented
    const check: Row['check'] = async (service) =>
      checkRefusal(await answerAs(service, refusal.request), refusal)
    return [make(refusal.id, titleOf(refusal), check), ...statusRow(refusal)]
  })
