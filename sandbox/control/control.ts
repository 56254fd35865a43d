import fastify, { type FastifyInstance } from 'fastify'
import { z } from 'zod'
import { BadRequest, read } from '../../studio/kit/bad-request.ts'
import type { Clock } from '../../studio/kit/clock.ts'
import type { Faults, RemoteFaults } from '../../studio/kit/faults/faults.ts'
import { InvalidFault } from '../../studio/kit/faults/invalid-fault.ts'
import { happenedSince } from '../../studio/kit/happened-since.ts'
import { ManifestRefused } from '../slack/manifest.ts'
import type { Wire } from '../wire.ts'
import type { Books } from '../world/books.ts'
import { type AppPages, install, tellManifest, uninstall } from './app-pages.ts'
import { deeds, text, values } from './deed-schema.ts'
import { refuseForeignCallers } from './foreign-callers.ts'
import { type Deed, type People, UnknownReference } from './people.ts'

/** Anything on which people act: a stand-in of a chat platform. */
export interface ChatStandIn {
  readonly people: People
  /** If it can fail on request. */
  readonly faults?: Faults
}

/** What can fail on request and has no people. */
export interface Failing {
  readonly faults: Faults | RemoteFaults
}

/** Ends the bot as a crash would, and starts another in its place; false where that is so already. */
export interface BotSwitch {
  kill(): Promise<boolean>
  start(): Promise<boolean>
}

/** It was so already; nothing was done. */
class AlreadySo extends Error {}

export type ControlOptions = {
  readonly discord: ChatStandIn & AppPages['discord']
  readonly slack?: ChatStandIn & NonNullable<AppPages['slack']>
  readonly studio?: Failing
  readonly redis?: Failing
  /** The bot's process; one that is not the sandbox's own is left out. */
  readonly bot?: BotSwitch
  /** Begins to read what the bot writes into its Redis, once somebody asks for it. */
  readonly openBooks?: () => Promise<Books>
  readonly wire: Wire
  readonly clock: Clock
  /** 0 or absent: any free one. */
  readonly port?: number
}

/** A file in base64 is a third larger than its bytes; a person may upload several. */
const bodyLimitBytes = 64 * 1024 * 1024
/** Longer than anything lives on a platform. */
const longestMoveMs = 366 * 24 * 60 * 60_000

const platform = z.enum(['discord', 'slack'])
const actBody = z.strictObject({ platform, as: text, channel: text, do: values })
const botBody = z.strictObject({ do: z.enum(['kill', 'start']) })
const clockBody = z.strictObject({ advanceMs: z.int().min(0).max(longestMoveMs) })
/** The rest is for the stand-in to read. */
const faultBody = z.looseObject({ target: z.enum(['discord', 'slack', 'studio', 'redis']) })
const messagesQuery = z.strictObject({
  platform: platform.optional(),
  channel: text.optional(),
  since: z
    .string()
    .regex(/^\d+(\.\d+)?$/, 'must be the id of a message')
    .optional(),
  viewer: text.optional(),
  original: z.literal('1').optional(),
})
const placesQuery = z.strictObject({ platform, viewer: text })
const offersQuery = placesQuery.extend({ channel: text })

const readDeed = (value: Readonly<Record<string, unknown>>): Deed => {
  const kind = (Object.keys(deeds) as (keyof typeof deeds)[]).find((name) => name in value)
  if (!kind) throw new BadRequest('do', `must be one of ${Object.keys(deeds).join(', ')}`)
  return read(deeds[kind], value, ['do'])
}

const peopleOf = (options: ControlOptions, name: z.output<typeof platform> = 'discord'): People => {
  const standIn = options[name]
  if (!standIn) throw new BadRequest('platform', `${name} does not run here`)
  return standIn.people
}

const faultsOf = (
  options: ControlOptions,
  target: z.output<typeof faultBody>['target'],
): Failing['faults'] => {
  const standIn: Partial<Failing> | undefined = options[target]
  if (!standIn) throw new BadRequest('target', `${target} does not run here`)
  if (!standIn.faults) throw new BadRequest('target', `${target} cannot fail on request`)
  return standIn.faults
}

const addFault = async (options: ControlOptions, body: unknown): Promise<{ ok: true }> => {
  const { target, ...fault } = read(faultBody, body)
  await faultsOf(options, target).add(fault)
  return { ok: true }
}

const clearFaults = async ({ discord, slack, studio, redis }: ControlOptions): Promise<{ ok: true }> => {
  const standIns: readonly (Partial<Failing> | undefined)[] = [redis, discord, slack, studio]
  for (const standIn of standIns) await standIn?.faults?.clear()
  return { ok: true }
}

/** Moves the platforms' time; what falls due on the way happens before the answer. */
const moveClock = ({ clock }: ControlOptions, body: unknown): { nowMs: number } => {
  clock.advance(read(clockBody, body).advanceMs)
  return { nowMs: clock.now() }
}

const switchBot = async ({ bot }: ControlOptions, body: unknown): Promise<{ ok: true }> => {
  const { do: what } = read(botBody, body)
  if (!bot) throw new BadRequest('do', 'There is no bot here that belongs to the sandbox')
  if (!(await bot[what]())) throw new AlreadySo(what === 'kill' ? 'No bot runs now' : 'The bot runs already')
  return { ok: true }
}

const createBooksKeeper = ({ openBooks }: ControlOptions) => {
  let opening: Promise<Books> | undefined
  return {
    read(): Promise<Books> {
      if (!openBooks) throw new BadRequest('books', 'There is no Redis here')
      opening ??= openBooks().catch((error: unknown) => {
        opening = undefined // Redis may answer the next time
        throw error
      })
      return opening
    },
    async close(): Promise<void> {
      const books = await opening?.catch(() => undefined)
      await books?.close()
    },
  }
}

const answerErrors = (app: FastifyInstance): void => {
  app.setErrorHandler((error, _request, reply) => {
    if (error instanceof BadRequest || error instanceof InvalidFault || error instanceof UnknownReference)
      return reply.code(400).send({ error: error.message, field: error.field })
    if (error instanceof AlreadySo) return reply.code(409).send({ error: error.message })
    if (error instanceof ManifestRefused) return reply.code(400).send(tellManifest(error))
    const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500
    return reply.code(status).send({ error: String(error) })
  })
}

/**
 * Serves the control of the sandbox on this machine: the demo, the tests and the room act as people through
 * it. Answers 400 with `{ error, field }` to what makes no sense.
 */
export const startControl = async (
  options: ControlOptions,
): Promise<{ url: string; close(): Promise<void> }> => {
  const { wire } = options
  const app = fastify({ bodyLimit: bodyLimitBytes, forceCloseConnections: true })
  const books = createBooksKeeper(options)
  refuseForeignCallers(app)
  answerErrors(app)

  app.post('/act', (request) => {
    const { platform: where, as, channel, do: what } = read(actBody, request.body)
    return peopleOf(options, where).act(as, channel, readDeed(what))
  })
  app.post('/install', (request) => install(options, request.body))
  app.post('/uninstall', (request) => uninstall(options, request.body))
  app.post('/clock', (request) => moveClock(options, request.body))
  app.post('/faults', (request) => addFault(options, request.body))
  app.delete('/faults', () => clearFaults(options))
  app.get('/messages', (request) => {
    const { platform: where, original, ...query } = read(messagesQuery, request.query)
    return peopleOf(options, where).messages({ ...query, original: original !== undefined })
  })
  app.get('/places', (request) => {
    const { platform: where, viewer } = read(placesQuery, request.query)
    return peopleOf(options, where).places(viewer)
  })
  app.get('/offers', (request) => {
    const { platform: where, viewer, channel } = read(offersQuery, request.query)
    return peopleOf(options, where).offers(viewer, channel)
  })
  app.post('/bot', (request) => switchBot(options, request.body))
  app.get('/wire', (request) => happenedSince(wire, request.query))
  app.get('/books', async (request) => happenedSince(await books.read(), request.query))
  app.get('/refusals', () => wire.refusals())

  const url = await app.listen({ host: '127.0.0.1', port: options.port ?? 0 })
  return {
    url,
    async close() {
      await app.close()
      await books.close()
    },
  }
}
