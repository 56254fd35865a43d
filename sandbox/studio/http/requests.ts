import { UploadedFile } from './form.ts'

/** What a caller asked an endpoint for: its parameters by name, as they came; of a file that it was one. */
export type GivenRequest = {
  readonly method: string
  readonly path: string
  readonly given: Readonly<Record<string, unknown>>
}

/** Everything that callers with a key asked for since the start, the oldest first. */
export type GivenRequests = {
  readonly note: (request: GivenRequest) => void
  readonly list: () => readonly GivenRequest[]
}

const keptMax = 2_000

const withoutFiles = (given: GivenRequest['given']): GivenRequest['given'] =>
  Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, value instanceof UploadedFile ? 'a file' : value]),
  )

/** Keeps the latest requests, so that a test can compare what arrived with what a member asked for. */
export const createGivenRequests = (): GivenRequests => {
  let kept: readonly GivenRequest[] = []
  return {
    note: ({ given, ...request }) => {
      kept = [...kept, { ...request, given: withoutFiles(given) }].slice(-keptMax)
    },
    list: () => kept,
  }
}
