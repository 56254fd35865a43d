import { type REST, Routes, SnowflakeUtil } from 'discord.js'
import { AppError } from '../../../core/errors.ts'
import type { Urgency } from '../../../core/pacing/pacer.ts'
import { idIn } from '../incoming/id.ts'
import type { Calls } from './calls.ts'

/** https://docs.discord.com/developers/resources/message#get-channel-messages */
const pageSize = 100
const pagesMax = 10
/** How far our clock and Discord's may be apart. */
const clockSkewMs = 60_000

interface Listed {
  id: string
  content: string
  authorId: string
}

const listedIn = (entry: unknown): Listed[] => {
  if (typeof entry !== 'object' || entry === null) return []
  const { id, content, author }: { id?: unknown; content?: unknown; author?: unknown } = entry
  if (typeof id !== 'string' || typeof content !== 'string') return []
  return [{ id, content, authorId: idIn(author, 'author') }]
}

const readPage = async (rest: REST, channel: string, query: Record<string, string>): Promise<Listed[]> => {
  const answer = await rest.get(Routes.channelMessages(channel), { query: new URLSearchParams(query) })
  return Array.isArray(answer) ? answer.flatMap(listedIn) : []
}

const cannotLook = (why: string): AppError => new AppError('cannot_post', `Discord: ${why}`)

const isNewer = (one: Listed, other: Listed): boolean => BigInt(one.id) > BigInt(other.id)

interface Search {
  channel: string
  /** The last line of the message. */
  mark: string
  /** When the first attempt at it was made, in milliseconds since the epoch. */
  sinceMs: number
}

/**
 * Looks for a message of ours that may have been posted without our learning of it, by the mark in its last
 * line: of the nonce Discord tells only when a message is new. Undefined where there is certainly none.
 * Throws AppError `cannot_post` where nobody can tell: who may not read what was said before gets an empty
 * list and no refusal, and a channel may have seen more since than can be read.
 */
export const createFindMessage = (calls: Calls) => {
  let ourId: string | undefined
  const look = <Result>(
    channel: string,
    urgency: Urgency,
    request: (rest: REST) => Promise<Result>,
  ): Promise<Result> => calls.make({ kind: 'look', place: channel, urgency }, request) as Promise<Result>
  return async ({ channel, mark, sinceMs }: Search): Promise<string | undefined> => {
    ourId ??= await look('us', 'result', async (rest) => idIn(await rest.get(Routes.user()), 'user'))
    const isOurs = ({ authorId, content }: Listed) =>
      authorId === ourId && content.split('\n').at(-1) === mark
    let after = String(
      SnowflakeUtil.generate({ timestamp: Math.floor(sinceMs) - clockSkewMs, increment: 0n }),
    )
    for (let page = 0; page < pagesMax; page += 1) {
      const from = after
      const listed = await look(channel, page === 0 ? 'result' : 'begun', (rest) =>
        readPage(rest, channel, { after: from, limit: String(pageSize) }),
      )
      const found = listed.find(isOurs)
      if (found !== undefined) return found.id
      const [newest] = listed.toSorted((one, other) => (isNewer(one, other) ? -1 : 1))
      if (newest === undefined && page === 0) {
        const latest = await look(channel, 'begun', (rest) => readPage(rest, channel, { limit: '1' }))
        if (latest.length === 0) throw cannotLook('what was said before may not be read')
      }
      if (newest === undefined || listed.length < pageSize) return undefined
      after = newest.id
    }
    throw cannotLook('more was said since than can be looked through')
  }
}
