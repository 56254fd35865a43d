import { UploadedFile } from './http/form.ts'
import type { Reply } from './http/reply.ts'
import type { Clock } from './kit/clock.ts'
import { createHappenings, type Happenings } from './kit/happenings.ts'
import type { Delivery } from './webhooks/delivery.ts'

/** A request that came, and what it was answered. */
type Exchange = {
  readonly method: string
  readonly path: string
  /** Its parameters by name, as they came; of a file that it was one. Absent where nobody read them. */
  readonly given?: Readonly<Record<string, unknown>>
  /** What the studio itself answers; absent where a fault kept the request from being carried out. */
  readonly status?: number
  readonly answer?: Reply['body']
  /** What came back instead of that answer or became of it, by the word that requested the fault. */
  readonly fault?: string
}

/** A request with parameters that were read. */
type GivenRequest = Required<Pick<Exchange, 'method' | 'path' | 'given'>>

/** One thing that went between the studio and its callers; `summary` is one line for a person. */
type StudioHappening =
  | { readonly kind: 'request'; readonly summary: string; readonly detail: Exchange }
  /** A callback, as it stands after an attempt at it, or instead of one. */
  | { readonly kind: 'event'; readonly summary: string; readonly detail: Delivery }

/** The fault that a request has met. */
type Met = { readonly answer: string; readonly status: number }

/** The latest of what went between the studio and its callers. */
export type StudioRecord = Pick<Happenings<StudioHappening>, 'since' | 'changed'> & {
  /** Keeps a request of a caller with a key, or for a file; never the key. */
  readonly asked: (exchange: Exchange, fault?: Met) => void
  /** Keeps what became of a callback: the answer to an attempt, or its state where none is made. */
  readonly calledBack: (delivery: Delivery) => void
  /** The requests with parameters among what is kept, the oldest first. */
  readonly requests: () => readonly GivenRequest[]
}

const keptMax = 2_000

const withoutFiles = (given: GivenRequest['given']): GivenRequest['given'] =>
  Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, value instanceof UploadedFile ? 'a file' : value]),
  )

const wordOf = ({ answer, status }: Met): string =>
  answer === 'http' || answer === 'page' ? `${answer} ${status}` : answer

const summaryOf = ({ method, path, status, fault }: Exchange): string =>
  [method, path, status, fault && `fault: ${fault}`].filter((part) => part !== undefined).join(' ')

const outcomeOf = ({ state, lastAnswer }: Delivery): string => {
  if (state === 'lost' || state === 'held' || state === 'skipped') return state
  const [, status] = /^HTTP (\d+)$/.exec(lastAnswer) ?? []
  return status ?? `unreachable: ${lastAnswer}`
}

const pathOf = (url: string): string => (URL.canParse(url) ? new URL(url).pathname : url)

/** Makes an empty record, by the studio's clock. */
export const createStudioRecord = (clock: Pick<Clock, 'now'>): StudioRecord => {
  const { record, since, changed } = createHappenings<StudioHappening>(clock, keptMax)
  return {
    since,
    changed,
    asked: ({ given, ...exchange }, fault) => {
      const detail = {
        ...exchange,
        ...(given !== undefined && { given: withoutFiles(given) }),
        ...(fault !== undefined && { fault: wordOf(fault) }),
      }
      record({ kind: 'request', summary: summaryOf(detail), detail })
    },
    calledBack: (detail) => {
      record({ kind: 'event', summary: `callback ${pathOf(detail.url)} ${outcomeOf(detail)}`, detail })
    },
    requests: () =>
      since(0).flatMap(({ kind, detail }) => {
        if (kind !== 'request' || detail.given === undefined) return []
        const { method, path, given } = detail
        return [{ method, path, given }]
      }),
  }
}
