import type { ActResult, Deed, SeenMessage } from '../../control/people.ts'
import type { SeenOffers, SeenPlaces } from '../../control/seen-places.ts'
import type { WireEntry } from '../../wire.ts'
import type { BooksEntry } from '../../world/books.ts'

/** The two chats. */
export const platforms = ['discord', 'slack'] as const
export type Platform = (typeof platforms)[number]

/** Why the control did not do what it was asked. */
export class Refused extends Error {
  readonly status: number
  constructor(message: string, status: number) {
    super(message)
    this.status = status
  }
}

const call = async <T>(path: string, init: RequestInit = {}): Promise<T> => {
  const response = await fetch(`/control${path}`, init)
  const body: unknown = await response.json()
  if (response.ok) return body as T // the control's own words: docs/control.md
  const isTold = typeof body === 'object' && body !== null && 'error' in body
  throw new Refused(isTold ? String(body.error) : `HTTP ${response.status}`, response.status)
}

const get = <T>(path: string, query: Readonly<Record<string, string>>, signal?: AbortSignal): Promise<T> =>
  call(`${path}?${new URLSearchParams(query)}`, signal === undefined ? {} : { signal })

const post = <T>(path: string, body: object): Promise<T> =>
  call(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })

/** Does something as a person, in the way the platform's client would let them. */
export const act = (platform: Platform, as: string, channel: string, deed: Deed): Promise<ActResult> =>
  post('/act', { platform, as, channel, do: deed })

/** What somebody sees in a place, with the platform's own JSON. */
export const messagesIn = (
  platform: Platform,
  viewer: string,
  channel: string,
): Promise<readonly SeenMessage[]> => get('/messages', { platform, viewer, channel, original: '1' })

/** Where somebody can be. */
export const placesOf = (platform: Platform, viewer: string): Promise<SeenPlaces> =>
  get('/places', { platform, viewer })

/** What the client offers somebody in a place. */
export const offersIn = (platform: Platform, viewer: string, channel: string): Promise<SeenOffers> =>
  get('/offers', { platform, viewer, channel })

/** What happened after that number; waits for it for so long. */
export type Since<T> = (id: number, waitMs: number, signal: AbortSignal) => Promise<readonly T[]>

/** What went over the wire. */
export const wireSince: Since<WireEntry> = (id, waitMs, signal) =>
  get('/wire', { since: String(id), waitMs: String(waitMs) }, signal)

/** What the bot wrote into its books. */
export const booksSince: Since<BooksEntry> = (id, waitMs, signal) =>
  get('/books', { since: String(id), waitMs: String(waitMs) }, signal)

/** Failures to come: docs/stand-ins.md. */
export const fail = (fault: object): Promise<unknown> => post('/faults', fault)
export const mend = (): Promise<unknown> => call('/faults', { method: 'DELETE' })
/** Lets the platforms' time pass. */
export const pass = (advanceMs: number): Promise<unknown> => post('/clock', { advanceMs })
export const switchBot = (what: 'kill' | 'start'): Promise<unknown> => post('/bot', { do: what })

/** An example clip: its name, and what it is. */
export type ShelfClip = { readonly name: string; readonly about: string }

const fromShelf = async (path: string): Promise<Response> => {
  const response = await fetch(path)
  if (!response.ok) throw new Refused(`HTTP ${response.status}`, response.status)
  return response
}

/** What stands on the shelf. Rejects when the sandbox is away. */
export const shelfClips = async (): Promise<readonly ShelfClip[]> => {
  const clips: unknown = await (await fromShelf('/shelf')).json()
  return clips as readonly ShelfClip[] // the room server's own words
}

/** A clip of the shelf, made when it is first requested. */
export const shelfClip = async (name: string): Promise<File> => {
  const response = await fromShelf(`/shelf/${encodeURIComponent(name)}`)
  return new File([await response.blob()], name, { type: response.headers.get('content-type') ?? '' })
}
