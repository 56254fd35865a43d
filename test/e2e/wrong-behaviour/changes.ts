import type { Addresses } from '../../../sandbox/world/addresses.ts'
import type { World } from '../../../sandbox/world/world.ts'
import { type Answer, broken, type Call, payloadOf, withFiles, withPayload } from './call.ts'

type Send = (call: Call) => Promise<Answer>

/**
 * Where a change happens: the platform's clock, who is who, where Slack's app is
 * installed, and what was said before.
 */
export type Ground = Pick<World, 'clock' | 'addresses' | 'slack' | 'wire'>

/** One wrong behaviour: what becomes of a call on its way. */
export type Change = (call: Call, send: Send, ground: Ground) => Promise<Answer>

type Place = Record<string | number, unknown>

const isPlace = (value: unknown): value is Place => typeof value === 'object' && value !== null

/** The object that holds the last part of a path such as "data.embeds.0.title", and that part. */
const find = (payload: unknown, path: string): { place: Place; key: string } => {
  const parts = path.split('.')
  const key = parts.pop() ?? ''
  const place = parts.reduce((at, part) => (isPlace(at) ? at[part] : undefined), payload)
  if (!isPlace(place)) throw new Error(`There is no ${path} in ${JSON.stringify(payload)}`)
  return { place, key }
}

/**
 * Says something else at a path. A function makes it of what is said there;
 * what stands above it must be there.
 */
export const says =
  (path: string, value: unknown): Change =>
  async (call, send) => {
    const payload = await payloadOf(call)
    const { place, key } = find(payload, path)
    place[key] = typeof value === 'function' ? value(place[key]) : value
    return send(await withPayload(call, payload))
  }

/** Leaves out what is said at a path. */
export const omits =
  (path: string): Change =>
  async (call, send) => {
    const payload = await payloadOf(call)
    const { place, key } = find(payload, path)
    if (!(key in place)) throw new Error(`There is no ${path} in ${JSON.stringify(payload)}`)
    delete place[key]
    return send(await withPayload(call, payload))
  }

/** Says exactly this. */
export const saysOnly =
  (payload: unknown): Change =>
  async (call, send) =>
    send(await withPayload(call, payload))

/** Both, one after the other, on the same call. */
export const both =
  (first: Change, second: Change): Change =>
  (call, send, ground) =>
    first(call, (changed) => second(changed, send, ground), ground)

/** Another text in the place of the body's. */
export const writes =
  (text: (body: string) => string): Change =>
  (call, send) =>
    send({ ...call, body: Buffer.from(text(call.body.toString('latin1')), 'latin1') })

/** Asks at another address. */
export const goesTo =
  (pattern: RegExp, replacement: string | ((addresses: Addresses) => string)): Change =>
  (call, send, { addresses }) => {
    const place = typeof replacement === 'string' ? replacement : replacement(addresses)
    const path = call.path.replace(pattern, place)
    if (path === call.path) throw new Error(`There is no ${pattern} in ${call.path}`)
    return send({ ...call, path })
  }

/** Says something else in a header. */
export const heads =
  (name: string, value: string): Change =>
  (call, send) => {
    const headers = new Headers(call.headers)
    headers.set(name, value)
    return send({ ...call, headers })
  }

/** Brings other files, of the same names. */
export const brings =
  (change: (file: File) => File): Change =>
  async (call, send) =>
    send(await withFiles(call, change))

/** Says it so many milliseconds later. */
export const late =
  (spanMs: number): Change =>
  (call, send, { clock }) => {
    clock.advance(spanMs)
    return send(call)
  }

/** Says it more than once; what is heard is the first answer. */
export const times =
  (count: number): Change =>
  async (call, send) => {
    const first = await send(call)
    for (let index = 1; index < count; index += 1) await send(call)
    return first
  }

/** Says exactly that once more. */
export const again: Change = (call, send) => send(call)

/** Windows that pass on a slow machine before one is full. */
const roundsMax = 20

/**
 * Says something many times at once, and again until the platform has enough of it. So limits of a second
 * are met on a slow machine as well.
 */
export const floods =
  (atOnce: number, change: Change = again): Change =>
  async (call, send, ground) => {
    for (let round = 0; round < roundsMax; round += 1) {
      const answers = await Promise.all(many(atOnce, () => change(call, send, ground)))
      const tooMany = answers.find(({ status }) => status === 429)
      if (tooMany) return tooMany
    }
    throw new Error('No limit was met')
  }

/** Says something else a moment after it. */
export const andThen =
  (change: Change): Change =>
  async (call, send, ground) => {
    const first = await send(call)
    await change(call, send, ground)
    return first
  }

/** Asks something else, by a path that may be made of the call's own. */
export const asks =
  (method: string, path: (call: Call, addresses: Addresses) => string, payload?: object): Change =>
  (call, send, { addresses }) =>
    send({
      name: 'another',
      method,
      path: path(call, addresses),
      headers: new Headers({
        authorization: call.headers.get('authorization') ?? '',
        ...(payload && { 'content-type': 'application/json' }),
      }),
      body: Buffer.from(payload ? JSON.stringify(payload) : ''),
    })

/** Never says it, and takes it for said; so many milliseconds pass. */
export const never =
  (spanMs: number, answer: object = {}): Change =>
  async (_call, _send, { clock }) => {
    clock.advance(spanMs)
    const headers = new Headers({ 'content-type': 'application/json' })
    return { status: 200, headers, body: Buffer.from(JSON.stringify(answer)) }
  }

/** Gives another answer than the right one. */
export const answers =
  (status: number, text = ''): Change =>
  async (call, send) => {
    await send(call)
    const headers = new Headers({ 'content-type': 'application/json' })
    return { status, headers, body: Buffer.from(text) }
  }

/** Gives the right answer so many milliseconds later. */
export const answersLate =
  (spanMs: number): Change =>
  async (call, send, { clock }) => {
    const answer = await send(call)
    clock.advance(spanMs)
    return answer
  }

/** Hears it, and hangs up without an answer. */
export const hangsUp: Change = async (call, send) => {
  await send(call)
  return broken
}

/** A text of that many characters. */
export const long = (length: number): string => 'x'.repeat(length)

/** So many of something, each its own. */
export const many = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index))
