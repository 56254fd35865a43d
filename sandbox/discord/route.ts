import type { IncomingBody } from './multipart.ts'

/** A request to one route, read. */
export type Call<Name extends string> = IncomingBody & {
  readonly params: Readonly<Record<Name, string>>
  readonly query: Readonly<Record<string, string | undefined>>
}

/**
 * A route of the API: what it is called, who may call it, and what it answers.
 * Undefined is 204, all else is 200.
 */
export type Route = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: string
  /** Interaction routes carry their own token in the path and need no other. */
  readonly authorization: 'bot token' | 'token in path' | 'none'
  readonly wireKind?: 'ack'
  /** The names of its query parameters. */
  readonly query: readonly string[]
  readonly body: 'none' | 'json' | 'json and files'
  readonly handle: (call: Call<string>) => unknown
}

/** How a route is called: "POST /channels/:channelId/messages". */
export const nameOf = ({ method, path }: Route): string => `${method} ${path}`

type ParamNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamNames<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never

/**
 * Declares a route whose handler knows the names in the path. GET and DELETE take
 * no body, the other methods JSON.
 */
export const route = <Path extends string>(
  method: Route['method'],
  path: Path,
  handle: (call: Call<ParamNames<Path>>) => unknown,
  options: Partial<Pick<Route, 'authorization' | 'wireKind' | 'query' | 'body'>> = {},
): Route => ({
  method,
  path,
  authorization: 'bot token',
  query: [],
  body: method === 'GET' || method === 'DELETE' ? 'none' : 'json',
  ...options,
  handle,
})
