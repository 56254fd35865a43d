import fastify, { type FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Clock } from './clock.ts'
import { deeds, text, values } from './deed-schema.ts'
import type { DiscordStandIn } from './discord/stand-in.ts'
import type { Faults, RemoteFaults } from './faults/faults.ts'
import { InvalidFault } from './faults/invalid-fault.ts'
import { firstMisfit } from './misfit.ts'
import { type Deed, type People, UnknownReference } from './people.ts'
import { ManifestRefused } from './slack/manifest.ts'
import type { SlackStandIn } from './slack/stand-in.ts'
import type { Wire } from './wire.ts'

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

export type ControlOptions = {
  readonly discord: ChatStandIn &
    Pick<DiscordStandIn, 'setPrivilegedIntents' | 'setInstallationContexts' | 'setGatewayRules'>
  readonly slack?: ChatStandIn & Pick<SlackStandIn, 'installManifest' | 'installIn' | 'uninstallFrom'>
  readonly studio?: Failing
  readonly redis?: Failing
  readonly wire: Wire
  readonly clock: Clock
  /** 0 or absent: any free one. */
  readonly port?: number
}

/** A file in base64 is a third larger than its bytes; a person may upload several. */
const bodyLimitBytes = 64 * 1024 * 1024
const longestWaitMs = 60_000
/** Longer than anything lives on a platform. */
const longestMoveMs = 366 * 24 * 60 * 60_000

const platform = z.enum(['discord', 'slack'])
const actBody = z.strictObject({ platform, as: text, channel: text, do: values })
const installBody = z.discriminatedUnion('platform', [
  z.strictObject({
    platform: z.literal('slack'),
    manifest: z.unknown().optional(),
    workspace: text.optional(),
  }),
  z.strictObject({
    platform: z.literal('discord'),
    privilegedIntents: z.array(z.enum(['messageContent', 'guildMembers', 'presences'])).optional(),
    installationContexts: z
      .array(z.enum(['guild', 'user']))
      .min(1)
      .optional(),
    /** What Discord demands of who starts sessions; what is left out stays as it is. */
    gatewayRules: z
      .strictObject({
        shards: z.int().min(1),
        shardsMultipleOf: z.int().min(1),
        guildsPerShard: z.int().min(1),
        maxConcurrency: z.int().min(1),
        sessionsPerDay: z.int().min(0),
      })
      .partial()
      .optional(),
  }),
])
const uninstallBody = z.strictObject({ platform: z.literal('slack'), workspace: text })
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
const wireQuery = z.strictObject({
  since: z.coerce.number().int().min(0).default(0),
  waitMs: z.coerce.number().int().min(0).max(longestWaitMs).default(0),
})

/** A request that cannot be carried out; names the field. */
class BadRequest extends Error {
  readonly field: string

  constructor(field: string, message: string) {
    super(message)
    this.name = 'BadRequest'
    this.field = field
  }
}

const read = <T extends z.ZodType>(schema: T, value: unknown, at: readonly string[] = []): z.output<T> => {
  const { data, error } = schema.safeParse(value)
  if (!error) return data
  const { field, message } = firstMisfit(error)
  throw new BadRequest([...at, field].filter((part) => part !== '').join('.'), message)
}

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

/**
 * Slack's words, each at its place in the body.
 * https://docs.slack.dev/reference/methods/apps.manifest.validate
 */
const tellManifest = ({ problems }: ManifestRefused) => {
  const errors = problems.map(({ path, message }) => ({
    message,
    pointer: `/${path.map(String).join('/')}`,
  }))
  const field = ['manifest', ...(problems[0]?.path ?? [])].map(String).join('.')
  return { error: problems[0]?.message, field, errors }
}

const slackOf = ({ slack }: ControlOptions) => {
  if (!slack) throw new BadRequest('platform', 'slack does not run here')
  return slack
}

const setApplication = (
  { discord }: ControlOptions,
  asked: Extract<z.output<typeof installBody>, { platform: 'discord' }>,
): { ok: true } => {
  const { privilegedIntents, installationContexts, gatewayRules } = asked
  if (privilegedIntents) discord.setPrivilegedIntents(privilegedIntents)
  if (installationContexts) discord.setInstallationContexts(installationContexts)
  if (gatewayRules) discord.setGatewayRules(gatewayRules)
  return { ok: true }
}

/**
 * What an app's page on the platform is for: its manifest in Slack, and the workspaces that it is in; its
 * privileged intents in Discord, and where it may be installed.
 */
const install = (options: ControlOptions, body: unknown): object => {
  const asked = read(installBody, body)
  if (asked.platform === 'discord') return setApplication(options, asked)
  const { manifest, workspace } = asked
  const slack = slackOf(options)
  if (manifest !== undefined || workspace === undefined) slack.installManifest(manifest)
  return { ok: true, ...(workspace !== undefined && { installation: slack.installIn(workspace) }) }
}

const uninstall = (options: ControlOptions, body: unknown): { ok: true } => {
  slackOf(options).uninstallFrom(read(uninstallBody, body).workspace)
  return { ok: true }
}

const loopbackHosts = new Set(['127.0.0.1', 'localhost', '[::1]'])

/**
 * A page on the internet can make a browser call this port under a name of its own; such a Host is not ours.
 */
const refuseForeignHosts = (app: FastifyInstance): void => {
  app.addHook('onRequest', async (request, reply) => {
    const host = (request.headers.host ?? '').replace(/:\d+$/, '')
    if (!loopbackHosts.has(host))
      return reply.code(403).send({ error: 'Only this machine may call, by its own name' })
  })
}

const answerErrors = (app: FastifyInstance): void => {
  app.setErrorHandler((error, _request, reply) => {
    if (error instanceof BadRequest || error instanceof InvalidFault || error instanceof UnknownReference)
      return reply.code(400).send({ error: error.message, field: error.field })
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
  refuseForeignHosts(app)
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
  app.get('/wire', async (request) => {
    const { since, waitMs } = read(wireQuery, request.query)
    if (waitMs > 0) await wire.changed(since, AbortSignal.timeout(waitMs))
    return wire.since(since)
  })
  app.get('/refusals', () => wire.refusals())

  const url = await app.listen({ host: '127.0.0.1', port: options.port ?? 0 })
  return { url, close: () => app.close() }
}
