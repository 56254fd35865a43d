import { type ClipName, clipFile } from './clips.ts'
import { type EndpointName, endpoints, type SubmissionName } from './endpoints.ts'

/** Accounts that a service may offer for tests: the key with this ending. */
export const testAccounts = ['no-credits', 'no-plan', 'server-failure', 'busy'] as const

export type TestAccount = (typeof testAccounts)[number]

/** With which key a request goes out; `bearer` is the right key behind the word Bearer. */
export type KeyUse = 'own' | 'none' | 'wrong' | 'bearer' | TestAccount

/**
 * A value that only a run can fill in: a clip as a file, the address of a task's
 * result, a field of the answer to an order, or a voice of the service.
 */
export type LaterValue =
  | { readonly upload: ClipName }
  | { readonly resultOf: Order }
  | { readonly answerOf: Order; readonly field: string }
  | { readonly voice: 'first' | 'second' }

export type FieldValue = string | number | boolean | LaterValue

/** A request as data. Rows with equal requests share the answer. */
export type ServiceRequest = {
  readonly endpoint: EndpointName
  readonly fields?: Readonly<Record<string, FieldValue>>
  readonly key?: KeyUse
}

/** Work to be ordered once for all rows that look at it; asks for callbacks unless `quiet`. */
export type Order = ServiceRequest & { readonly endpoint: SubmissionName; readonly quiet?: true }

export type PlainValue = string | number | boolean | { readonly upload: ClipName }

const withoutUploads = (fields: Readonly<Record<string, PlainValue>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => typeof value !== 'object'))

const queryOf = (fields: Readonly<Record<string, PlainValue>>): string => {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(withoutUploads(fields))) query.append(name, String(value))
  return `${query}`
}

const formOf = (fields: Readonly<Record<string, PlainValue>>): FormData => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === 'object') {
      form.append(name, new Blob([clipFile(value.upload)], { type: 'audio/wav' }), `${value.upload}.wav`)
    } else {
      form.append(name, String(value))
    }
  }
  return form
}

/** An HTTP request for fetch. */
export type Outgoing = { readonly url: string; readonly init: RequestInit }

/** Writes a request whose values are all known as HTTP; `authorization` is left out where undefined. */
export const encode = (
  baseUrl: string,
  name: EndpointName,
  fields: Readonly<Record<string, PlainValue>>,
  authorization: string | undefined,
): Outgoing => {
  const { method, path, encoding } = endpoints[name]
  const headers: Record<string, string> = authorization === undefined ? {} : { authorization }
  const url = `${baseUrl}${path}`
  switch (encoding) {
    case 'query': {
      const query = queryOf(fields)
      return { url: query === '' ? url : `${url}?${query}`, init: { method, headers } }
    }
    case 'json':
      return {
        url,
        init: {
          method,
          headers: { ...headers, 'content-type': 'application/json' },
          body: JSON.stringify(withoutUploads(fields)),
        },
      }
    case 'form':
      return { url, init: { method, headers, body: formOf(fields) } }
  }
}
