import { DiscordAPIError, MessageFlags, RateLimitError, type REST, SnowflakeUtil } from 'discord.js'
import type { ResultMessage } from '../../../src/core/message/message.ts'

/** What may befall one request to Discord. */
export type RestFault = 'answer lost' | 'not done' | 'limited' | 'broken'

/** A message as people see it now. */
export interface SeenMessage {
  id: string
  channel: string
  content: string
  shown: ResultMessage
  /** The job it speaks of, by the key of its effects. */
  job: string
  isDeleted: boolean
  /** An answer that one person alone sees: no message of the channel, and changed by its own right only. */
  isEphemeral: boolean
}

/** What a request says, besides what Discord hears: for the judge alone. */
interface Meaning {
  job: string
  shown: ResultMessage
}

interface DiscordOptions {
  now(): number
  nextFault(): RestFault | undefined
  /** False where it should be as if nobody sent a nonce. */
  hasNonces: boolean
}

/**
 * Discord says "the past few minutes": https://docs.discord.com/developers/resources/message#create-message
 */
const nonceMs = 3 * 60_000
/** https://docs.discord.com/developers/interactions/receiving-and-responding#followup-messages */
const tokenMs = 15 * 60_000

const ourId = '900000000000000001'

const errors = {
  unknownChannel: [404, 10_003],
  unknownMessage: [404, 10_008],
  missingAccess: [403, 50_001],
  missingPermissions: [403, 50_013],
  cannotSendToMember: [403, 50_007],
  invalidToken: [401, 50_027],
  broken: [500, 0],
} as const

const refusal = (name: keyof typeof errors): DiscordAPIError => {
  const [status, code] = errors[name]
  return new DiscordAPIError({ code, message: name }, code, status, 'POST', '/', {
    body: undefined,
    files: undefined,
  })
}

const limited = (): RateLimitError =>
  new RateLimitError({
    timeToReset: 2_000,
    retryAfter: 2_000,
    sublimitTimeout: 0,
    limit: 5,
    global: false,
    method: 'POST',
    hash: 'hash',
    url: '/',
    route: '/',
    majorParameter: '1',
    scope: 'user',
  })

const directOf = (member: string): string => `direct-${member}`

interface Body {
  content?: string
  nonce?: string
  enforce_nonce?: boolean
  recipient_id?: string
}

/** Discord by its documents, as far as messages go: one that a few minutes later knows no nonce any more. */
export const createDiscordModel = ({ now, nextFault, hasNonces }: DiscordOptions) => {
  const messages: SeenMessage[] = []
  const nonces = new Map<string, { message: SeenMessage; atMs: number }>()
  const replies = new Map<string, { message: SeenMessage; sinceMs: number }>()
  const goneChannels = new Set<string>()
  const forbiddenChannels = new Set<string>()
  const closedMembers = new Set<string>()

  const asAnswer = ({ id, content, isEphemeral }: SeenMessage) => ({
    id,
    content,
    author: { id: ourId },
    flags: isEphemeral ? MessageFlags.Ephemeral : 0,
  })

  const show = (
    channel: string,
    content: string,
    { job, shown }: Meaning,
    isEphemeral = false,
  ): SeenMessage => {
    const id = String(
      SnowflakeUtil.generate({ timestamp: Math.floor(now()), increment: BigInt(messages.length % 4096) }),
    )
    const message = { id, channel, content, shown, job, isDeleted: false, isEphemeral }
    messages.push(message)
    return message
  }

  const checkPlace = (channel: string): void => {
    if (goneChannels.has(channel)) throw refusal('unknownChannel')
    if (forbiddenChannels.has(channel)) throw refusal('missingAccess')
    if ([...closedMembers].some((member) => channel === directOf(member))) throw refusal('cannotSendToMember')
  }

  const create = (channel: string, body: Body, meaning: Meaning): unknown => {
    checkPlace(channel)
    const known =
      hasNonces && body.enforce_nonce === true ? nonces.get(`${channel} ${body.nonce}`) : undefined
    if (known !== undefined && now() - known.atMs < nonceMs) {
      if (known.message.isDeleted) throw refusal('unknownMessage')
      return asAnswer(known.message)
    }
    const message = show(channel, body.content ?? '', meaning)
    nonces.set(`${channel} ${body.nonce}`, { message, atMs: now() })
    return asAnswer(message)
  }

  const change = (message: SeenMessage | undefined, body: Body, { shown }: Meaning): unknown => {
    if (message === undefined || message.isDeleted) throw refusal('unknownMessage')
    message.content = body.content ?? ''
    message.shown = shown
    return asAnswer(message)
  }

  const find = (channel: string, id: string | undefined): SeenMessage | undefined =>
    messages.find((message) => message.channel === channel && message.id === id && !message.isEphemeral)

  const changeReply = (
    token: string | undefined,
    id: string | undefined,
    body: Body,
    meaning: Meaning,
  ): unknown => {
    const reply = replies.get(token ?? '')
    if (reply === undefined || now() - reply.sinceMs > tokenMs) throw refusal('invalidToken')
    if (id !== '@original' && id !== reply.message.id) throw refusal('unknownMessage')
    return change(reply.message, body, meaning)
  }

  const remove = (message: SeenMessage | undefined): void => {
    if (message === undefined || message.isDeleted) throw refusal('unknownMessage')
    message.isDeleted = true
  }

  const list = (channel: string, query: URLSearchParams): unknown => {
    checkPlace(channel)
    const after = BigInt(query.get('after') ?? 0)
    const found = messages.filter(
      (message) =>
        message.channel === channel &&
        !message.isDeleted &&
        !message.isEphemeral &&
        BigInt(message.id) > after,
    )
    return found.slice(0, Number(query.get('limit') ?? 50)).map(asAnswer)
  }

  const perform = (method: string, route: string, body: Body, query: URLSearchParams, meaning: Meaning) => {
    const [, what, first = '', second, third, fourth] = route.split('/')
    if (what === 'users') {
      return second === 'channels' ? { id: directOf(body.recipient_id ?? '') } : { id: ourId }
    }
    if (what === 'webhooks') return changeReply(second, fourth, body, meaning)
    switch (method) {
      case 'post':
        return create(first, body, meaning)
      case 'patch':
        checkPlace(first)
        return change(find(first, third), body, meaning)
      case 'delete':
        return remove(find(first, third))
      default:
        return list(first, query)
    }
  }

  const answer = (work: () => unknown): unknown => {
    const fault = nextFault()
    if (fault === 'not done') throw new Error('socket hang up')
    if (fault === 'limited') throw limited()
    if (fault === 'broken') throw refusal('broken')
    const result = work()
    if (fault === 'answer lost') throw new Error('socket hang up')
    return result
  }

  /** The client of one request; `act` is how its process does something outside of itself. */
  const restFor = (
    act: (name: string, perform: () => unknown) => Promise<unknown>,
    meaning: Meaning,
  ): REST => {
    const ask =
      (method: string) =>
      (
        route: string,
        { body = {}, query = new URLSearchParams() }: { body?: Body; query?: URLSearchParams } = {},
      ) =>
        act(`discord ${method} ${route}`, () => answer(() => perform(method, route, body, query, meaning)))
    const rest = { get: ask('get'), post: ask('post'), patch: ask('patch'), delete: ask('delete') }
    return rest as unknown as REST
  }

  return {
    restFor,
    messages,
    /** The first answer to an interaction; a second one is refused. Undefined then. */
    answerInteraction(
      channel: string,
      token: string,
      { isEphemeral, ...meaning }: Meaning & { isEphemeral: boolean },
    ): SeenMessage | undefined {
      if (replies.has(token)) return undefined
      const message = show(channel, meaning.shown.text, meaning, isEphemeral)
      replies.set(token, { message, sinceMs: now() })
      return message
    },
    /** Somebody deletes what can be seen of a job at this moment. */
    deleteMessagesOf(job: string) {
      for (const message of messages)
        if (message.job === job && !message.isEphemeral) message.isDeleted = true
    },
    deleteChannel: (channel: string) => void goneChannels.add(channel),
    forbid: (channel: string) => void forbiddenChannels.add(channel),
    allow: (channel: string) => void forbiddenChannels.delete(channel),
    close: (member: string) => void closedMembers.add(member),
    isDirect: (channel: string) => channel.startsWith('direct-'),
    directOf,
  }
}
export type DiscordModel = ReturnType<typeof createDiscordModel>
