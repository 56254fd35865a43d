import { ApplicationCommandType, ApplicationFlags, GatewayIntentBits } from 'discord-api-types/v10'
import { z } from 'zod'
import { sessionStartLimit } from '../gateway/starts.ts'
import { hasBot } from '../guild-changes.ts'
import { limits } from '../limits.ts'
import { refused } from '../refusal.ts'
import { type Call, route } from '../route.ts'
import type { Command, World } from '../state.ts'
import { type CommandBody, command, commandList } from '../validation/commands.ts'
import { type Problem, problemIf, queryFlag, readBody, refuseProblems } from '../validation/problems.ts'

const global = 'global'

const privilegedFlags: readonly (readonly [GatewayIntentBits, ApplicationFlags])[] = [
  [GatewayIntentBits.MessageContent, ApplicationFlags.GatewayMessageContentLimited],
  [GatewayIntentBits.GuildMembers, ApplicationFlags.GatewayGuildMembersLimited],
  [GatewayIntentBits.GuildPresences, ApplicationFlags.GatewayPresenceLimited],
]

/** The application's flags say which privileged intents are switched on. */
export const applicationFlags = (world: World): ApplicationFlags =>
  privilegedFlags.reduce<number>(
    (flags, [intent, flag]) => (world.privilegedIntents & intent ? flags | flag : flags),
    0,
  )

const renderApplication = (world: World) => ({
  id: world.applicationId,
  name: world.bot.username,
  icon: null,
  description: '',
  bot_public: true,
  bot_require_code_grant: false,
  verify_key: world.publicKey,
  flags: applicationFlags(world),
  interactions_endpoint_url: world.interactionsUrl,
  team: null,
  bot: world.bot,
  integration_types_config: Object.fromEntries([...world.installationContexts].map((type) => [type, {}])),
})

type Scoped = { readonly applicationId: string; readonly guildId?: string }

const scopeOf = (world: World, { applicationId, guildId }: Scoped): string => {
  if (applicationId !== world.applicationId) throw refused('unknownApplication')
  if (guildId === undefined) return global
  const guild = world.guilds.get(guildId)
  if (!guild || !hasBot(world, guild)) throw refused('missingAccess')
  return guildId
}

const commandsOf = (world: World, scope: string): readonly Command[] => world.commands.get(scope) ?? []

const isSame = (a: Pick<CommandBody, 'name' | 'type'>) => (b: Pick<Command, 'name' | 'type'>) =>
  a.name === b.name && a.type === b.type

const countLimits: Readonly<Record<number, number>> = {
  [ApplicationCommandType.ChatInput]: limits.chatInputCommands,
  [ApplicationCommandType.User]: limits.userCommands,
  [ApplicationCommandType.Message]: limits.messageCommands,
}

const refuseTooMany = (list: readonly { type: number }[]): void => {
  for (const [type, limit] of Object.entries(countLimits))
    if (list.filter((entry) => entry.type === Number(type)).length > limit) throw refused('tooManyCommands')
}

const countCreates = (world: World, scope: string, created: number): void => {
  const nowMs = world.clock.now()
  const recent = (world.commandCreates.get(scope) ?? []).filter(
    (atMs) => atMs > nowMs - limits.commandCreatesWindowMs,
  )
  if (recent.length + created > limits.commandCreates) throw refused('tooManyCommandCreates')
  world.commandCreates.set(scope, [...recent, ...Array.from({ length: created }, () => nowMs)])
}

/** JSON drops what was left out, as the API does. */
const plain = (body: CommandBody): CommandBody => JSON.parse(JSON.stringify(body)) as CommandBody

const build = (world: World, scope: string, body: CommandBody, before: Command | undefined): Command =>
  ({
    ...plain(body),
    id: before?.id ?? world.nextId(),
    application_id: world.applicationId,
    version: world.nextId(),
    description: body.description ?? '',
    default_member_permissions: body.default_member_permissions ?? null,
    contexts: body.contexts ?? null,
    integration_types: body.integration_types ?? [...world.installationContexts],
    nsfw: body.nsfw ?? false,
    ...(scope !== global && { guild_id: scope }),
    createdAtMs: before?.createdAtMs ?? world.clock.now(),
  }) as Command

const render = ({ createdAtMs: _, ...rest }: Command) => rest

const listQuery = z.object({ with_localizations: queryFlag })

/** A list leaves out the names in other languages unless they are requested. */
const list = (world: World, { params, query }: Call<keyof Scoped>) => {
  const commands = commandsOf(world, scopeOf(world, params)).map(render)
  return readBody(listQuery, query).with_localizations
    ? commands
    : JSON.parse(
        JSON.stringify(commands, (key, value) => (key.endsWith('_localizations') ? undefined : value)),
      )
}

type CommandParams = Scoped & { readonly commandId: string }

/**
 * A global command serves installations that the application allows.
 * https://docs.discord.com/developers/interactions/application-commands#installation-context
 */
const installationProblems = (
  world: World,
  scope: string,
  { integration_types: types = [] }: CommandBody,
  at: readonly PropertyKey[],
): readonly Problem[] =>
  types.flatMap((type, index) =>
    problemIf(
      scope === global && !world.installationContexts.has(type),
      [...at, 'integration_types', index],
      'BASE_TYPE_CHOICES',
      `Value must be one of (${[...world.installationContexts].join(', ')}).`,
    ),
  )

const globalFields = ['contexts', 'integration_types', 'dm_permission'] as const

/** What a body says of a field; null says nothing. */
const fieldOf = (payload: unknown, field: string): unknown =>
  new Map(Object.entries(payload ?? {})).get(field) ?? undefined

/**
 * What only a global command has.
 * https://docs.discord.com/developers/interactions/application-commands#create-guild-application-command
 */
const guildProblems = (scope: string, payload: unknown, at: readonly PropertyKey[]): readonly Problem[] =>
  globalFields.flatMap((field) =>
    problemIf(
      scope !== global && fieldOf(payload, field) !== undefined,
      [...at, field],
      'UNKNOWN_FIELD',
      'Only a global command has this field.',
    ),
  )

/** Discord sets a command's type and id once, and a name stands for one command of a type. */
const changeProblems = (
  world: World,
  scope: string,
  before: Command,
  payload: unknown,
): readonly Problem[] => [
  ...(['type', 'id'] as const).flatMap((field) =>
    problemIf(
      ![undefined, before[field]].some((known) => known === fieldOf(payload, field)),
      [field],
      'UNKNOWN_FIELD',
      'An edit does not change this field.',
    ),
  ),
  ...problemIf(
    commandsOf(world, scope).some(
      (other) => other !== before && other.type === before.type && other.name === fieldOf(payload, 'name'),
    ),
    ['name'],
    'APPLICATION_COMMANDS_DUPLICATE_NAME',
    'Application command names must be unique',
  ),
]

const replaceAll = (world: World, params: Scoped, payload: unknown) => {
  const scope = scopeOf(world, params)
  const list = readBody(commandList, payload)
  refuseProblems(
    list.flatMap((body, index) => [
      ...installationProblems(world, scope, body, [index]),
      ...guildProblems(scope, Array.isArray(payload) ? payload[index] : undefined, [index]),
    ]),
  )
  refuseTooMany(list)
  const before = commandsOf(world, scope)
  countCreates(world, scope, list.filter((body) => !before.some(isSame(body))).length)
  const commands = list.map((body) => build(world, scope, body, before.find(isSame(body))))
  world.commands.set(scope, commands)
  return commands.map(render)
}

const put = (world: World, scope: string, made: Command): void => {
  const others = commandsOf(world, scope).filter(({ id }) => id !== made.id)
  world.commands.set(scope, [...others, made])
}

/** A command of the same name and type is overwritten. */
const create = (world: World, params: Scoped, payload: unknown) => {
  const scope = scopeOf(world, params)
  const body = readBody(command, payload)
  refuseProblems([...installationProblems(world, scope, body, []), ...guildProblems(scope, payload, [])])
  const before = commandsOf(world, scope).find(isSame(body))
  if (!before) {
    refuseTooMany([...commandsOf(world, scope), body])
    countCreates(world, scope, 1)
  }
  const made = build(world, scope, body, before)
  put(world, scope, made)
  return render(made)
}

const find = (world: World, params: CommandParams): Command => {
  const found = commandsOf(world, scopeOf(world, params)).find(({ id }) => id === params.commandId)
  if (!found) throw refused('unknownCommand')
  return found
}

/** The fields of a command that its owner writes; the rest is Discord's. */
const writable = ({ application_id: _, version: __, guild_id: ___, createdAtMs: ____, ...rest }: Command) =>
  rest

const change = (world: World, params: CommandParams, payload: unknown) => {
  const before = find(world, params)
  const merged =
    typeof payload === 'object' && payload !== null
      ? { ...writable(before), ...payload, type: before.type }
      : payload
  const scope = scopeOf(world, params)
  const body = readBody(command, merged)
  refuseProblems([
    ...installationProblems(world, scope, body, []),
    ...guildProblems(scope, payload, []),
    ...changeProblems(world, scope, before, payload),
  ])
  const made = build(world, scope, body, before)
  put(world, scope, made)
  return render(made)
}

const remove = (world: World, params: CommandParams): undefined => {
  const found = find(world, params)
  const scope = scopeOf(world, params)
  world.commands.set(
    scope,
    commandsOf(world, scope).filter((other) => other !== found),
  )
}

const scopes = [
  '/applications/:applicationId/commands',
  '/applications/:applicationId/guilds/:guildId/commands',
] as const

const commandRoutes = (world: World) =>
  scopes.flatMap((path) => [
    route('GET', path, (call) => list(world, call), { query: ['with_localizations'] }),
    route('PUT', path, ({ params, payload }) => replaceAll(world, params, payload)),
    route('POST', path, ({ params, payload }) => create(world, params, payload)),
    route('GET', `${path}/:commandId`, ({ params }: Call<'applicationId' | 'commandId'>) =>
      render(find(world, params)),
    ),
    route('PATCH', `${path}/:commandId`, ({ params, payload }: Call<'applicationId' | 'commandId'>) =>
      change(world, params, payload),
    ),
    route('DELETE', `${path}/:commandId`, ({ params }: Call<'applicationId' | 'commandId'>) =>
      remove(world, params),
    ),
  ])

/** The application, its commands, and where its gateway is. */
export const applicationRoutes = (world: World) => [
  route('GET', '/gateway', () => ({ url: world.origin.replace('http', 'ws') }), { authorization: 'none' }),
  route('GET', '/gateway/bot', () => ({
    url: world.origin.replace('http', 'ws'),
    shards: world.starts.rules.shards,
    session_start_limit: sessionStartLimit(world),
  })),
  route('GET', '/users/@me', () => ({
    ...world.bot,
    verified: true,
    mfa_enabled: false,
    email: null,
    flags: 0,
  })),
  route('GET', '/applications/@me', () => renderApplication(world)),
  route('GET', '/oauth2/applications/@me', () => renderApplication(world)),
  ...commandRoutes(world),
]
