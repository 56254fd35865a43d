import type { Answer, Place, Request } from './place.ts'

/** The channel, and what earlier answers left, by name. Throws NotKept for a name that no answer left. */
export type Ids = (name: string) => string

/**
 * One thing that is asked of a platform and of what stands in for it, so that the
 * answers can be laid side by side.
 */
export type Check = {
  /** "a message of 2,001 characters" */
  readonly name: string
  readonly request: (id: Ids) => Request
  /** What later checks need of the answer: a name, and where it stands in the body. */
  readonly keep?: Readonly<Record<string, readonly string[]>>
  /**
   * Takes back what should have been refused, in case that it was not: sent when `keep` brought this name.
   */
  readonly undo?: { readonly kept: string; readonly request: (id: Ids) => Request }
}

/** A check needs what an earlier answer did not bring. */
export class NotKept extends Error {
  constructor(name: string) {
    super(`no earlier answer brought "${name}"`)
    this.name = 'NotKept'
  }
}

const valueAt = (body: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (node, key) =>
      typeof node === 'object' && node !== null ? (node as Record<string, unknown>)[key] : undefined,
    body,
  )

const idsOf =
  ({ channelId, kept }: Place): Ids =>
  (name) => {
    const id = name === 'channel' ? channelId : kept.get(name)
    if (id === undefined) throw new NotKept(name)
    return id
  }

const keepFrom = ({ body }: Answer, { keep = {} }: Check, place: Place): void => {
  for (const [name, path] of Object.entries(keep)) {
    const value = valueAt(body, path)
    if (typeof value === 'string') place.kept.set(name, value)
  }
}

/** Sends one check's request and keeps what later ones need. */
export const perform = async (place: Place, check: Check): Promise<Answer> => {
  const answer = await place.send(check.request(idsOf(place)))
  keepFrom(answer, check, place)
  if (check.undo && place.kept.has(check.undo.kept)) {
    await place.send(check.undo.request(idsOf(place)))
    place.kept.delete(check.undo.kept)
  }
  return answer
}
