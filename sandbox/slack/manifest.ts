import { z } from 'zod'
import { limits } from './limits.ts'
import { botScopes, eventScopes, userScopes } from './scopes.ts'
import { type Problem, problemIf, problemsIn, text, webUrl, wordProblem } from './validation/problems.ts'

const address = webUrl(2048)

const slashCommand = z.strictObject({
  command: z
    .string()
    .max(limits.slashCommand)
    .regex(/^\/[^\sA-Z/]+$/),
  description: text(limits.slashDescription),
  usage_hint: z.string().max(limits.slashHint).optional(),
  should_escape: z.boolean().optional(),
  url: address.optional(),
})

const shortcut = z.strictObject({
  type: z.enum(['global', 'message']),
  name: text(limits.shortcutName),
  callback_id: text(limits.callbackId),
  description: text(limits.shortcutDescription),
})

const features = z.strictObject({
  app_home: z
    .strictObject({
      home_tab_enabled: z.boolean().optional(),
      messages_tab_enabled: z.boolean().optional(),
      messages_tab_read_only_enabled: z.boolean().optional(),
    })
    .optional(),
  bot_user: z
    .strictObject({
      display_name: z
        .string()
        .max(limits.manifestBotName)
        .regex(/^[\w .-]+$/),
      always_online: z.boolean().optional(),
    })
    .optional(),
  shortcuts: z.array(shortcut).max(limits.shortcuts).optional(),
  slash_commands: z.array(slashCommand).max(limits.slashCommands).optional(),
  unfurl_domains: z.array(text(255)).max(limits.unfurlDomains).optional(),
})

const scopes = z.array(text(255)).max(limits.scopes).optional()

const settings = z.strictObject({
  allowed_ip_address_ranges: z.array(text(255)).max(10).optional(),
  event_subscriptions: z
    .strictObject({
      request_url: address.optional(),
      bot_events: z.array(text(255)).max(limits.events).optional(),
    })
    .optional(),
  interactivity: z
    .strictObject({
      is_enabled: z.boolean(),
      request_url: address.optional(),
      message_menu_options_url: address.optional(),
    })
    .optional(),
  org_deploy_enabled: z.boolean().optional(),
  socket_mode_enabled: z.boolean().optional(),
  token_rotation_enabled: z.boolean().optional(),
})

/** https://docs.slack.dev/reference/app-manifest */
const manifest = z.strictObject({
  _metadata: z
    .strictObject({ major_version: z.literal([1, 2]).optional(), minor_version: z.int().optional() })
    .optional(),
  display_information: z.strictObject({
    name: text(limits.manifestName),
    description: text(limits.manifestDescription).optional(),
    long_description: z
      .string()
      .min(limits.manifestLongDescriptionMin)
      .max(limits.manifestLongDescription)
      .optional(),
    background_color: z
      .string()
      .regex(/^#([\da-f]{3}|[\da-f]{6})$/i)
      .optional(),
  }),
  features: features.optional(),
  oauth_config: z
    .strictObject({
      redirect_urls: z.array(address).optional(),
      scopes: z
        .strictObject({ bot: scopes, bot_optional: scopes, user: scopes, user_optional: scopes })
        .optional(),
      token_management_enabled: z.boolean().optional(),
    })
    .optional(),
  settings: settings.optional(),
})

export type Shortcut = z.output<typeof shortcut>
export type SlashCommand = z.output<typeof slashCommand>

/** What an app may do and hears of, as its manifest says. */
export type Installation = {
  readonly botName: string
  readonly commands: readonly SlashCommand[]
  readonly shortcuts: readonly Shortcut[]
  readonly events: ReadonlySet<string>
  readonly scopes: ReadonlySet<string>
  /** What the app may ask a person for. */
  readonly userScopes: ReadonlySet<string>
  /** Whether tokens expire and are refreshed. */
  readonly rotatesTokens: boolean
  readonly isInteractive: boolean
  readonly hasHome: boolean
  readonly hasMessagesTab: boolean
  /** Whether people may write in the messages tab. */
  readonly takesMessages: boolean
  /** Where signed requests go, when the manifest says so and Socket Mode is off. */
  readonly requestUrl: string | undefined
  /** Where a person may be led back to after they let the app in. */
  readonly redirectUrls: readonly string[]
}

/** An app of which nothing is declared yet. */
export const nothingInstalled: Installation = {
  botName: 'Tunesmith',
  commands: [],
  shortcuts: [],
  events: new Set(),
  scopes: new Set(),
  userScopes: new Set(),
  rotatesTokens: false,
  isInteractive: false,
  hasHome: false,
  hasMessagesTab: false,
  takesMessages: false,
  requestUrl: undefined,
  redirectUrls: [],
}

type Manifest = z.output<typeof manifest>

/** The first address that is named; this sandbox has one for all that is sent. */
const requestUrlOf = ({ settings: set, features: has }: Manifest): string | undefined =>
  set?.socket_mode_enabled
    ? undefined
    : (set?.event_subscriptions?.request_url ??
      set?.interactivity?.request_url ??
      has?.slash_commands?.find(({ url }) => url)?.url)

const readInstallation = (given: Manifest): Installation => {
  const { display_information, features: has, oauth_config, settings: set } = given
  const { app_home: home } = has ?? {}
  return {
    botName: has?.bot_user?.display_name ?? display_information.name,
    commands: has?.slash_commands ?? [],
    shortcuts: has?.shortcuts ?? [],
    events: new Set(set?.event_subscriptions?.bot_events),
    scopes: new Set([...(oauth_config?.scopes?.bot ?? []), ...(oauth_config?.scopes?.bot_optional ?? [])]),
    userScopes: new Set([
      ...(oauth_config?.scopes?.user ?? []),
      ...(oauth_config?.scopes?.user_optional ?? []),
    ]),
    rotatesTokens: set?.token_rotation_enabled ?? false,
    isInteractive: set?.interactivity?.is_enabled ?? false,
    hasHome: home?.home_tab_enabled ?? false,
    hasMessagesTab: home?.messages_tab_enabled ?? false,
    takesMessages: Boolean(home?.messages_tab_enabled) && !home?.messages_tab_read_only_enabled,
    requestUrl: requestUrlOf(given),
    redirectUrls: oauth_config?.redirect_urls ?? [],
  }
}

type Path = readonly PropertyKey[]

const commandsAt: Path = ['features', 'slash_commands']
const shortcutsAt: Path = ['features', 'shortcuts']
const eventsAt: Path = ['settings', 'event_subscriptions']

const repeatedIn = (
  names: readonly string[],
  at: Path,
  field: string,
  word: (name: string) => string,
): readonly Problem[] =>
  names.flatMap((name, index) => problemIf(names.indexOf(name) < index, [...at, index, field], word(name)))

const eventProblems = ({ events, scopes: held }: Installation): readonly Problem[] =>
  [...events].flatMap((event, index) => {
    const path = [...eventsAt, 'bot_events', index]
    if (!(event in eventScopes)) return [{ path, message: `the stand-in does not tell the event ${event}` }]
    const needed = eventScopes[event]
    return problemIf(
      needed !== undefined && !held.has(needed),
      path,
      `the event ${event} needs the scope ${needed}`,
    )
  })

/** Without Socket Mode there has to be an address for whatever is sent. */
const addressProblems = ({ settings: set, features: has }: Manifest): readonly Problem[] => {
  if (set?.socket_mode_enabled) return []
  const { event_subscriptions: subscriptions, interactivity } = set ?? {}
  const either = (what: string) => `${what} requires either a Request URL or Socket Mode Enabled`
  return [
    ...problemIf(
      Boolean(subscriptions?.bot_events?.length) && !subscriptions?.request_url,
      eventsAt,
      either('Event Subscription'),
    ),
    ...problemIf(
      Boolean(interactivity?.is_enabled) && !interactivity?.request_url,
      ['settings', 'interactivity'],
      either('Interactivity'),
    ),
    ...(has?.slash_commands ?? []).flatMap(({ command, url }, index) =>
      problemIf(!url, [...commandsAt, index], either(command)),
    ),
  ]
}

const scopeKinds = [
  ['bot', 'bot', botScopes],
  ['bot_optional', 'bot', botScopes],
  ['user', 'user', userScopes],
  ['user_optional', 'user', userScopes],
] as const

const scopeProblems = ({ oauth_config }: Manifest): readonly Problem[] =>
  scopeKinds.flatMap(([kind, owner, known]) =>
    (oauth_config?.scopes?.[kind] ?? []).flatMap((scope, index) =>
      problemIf(
        !known.has(scope),
        ['oauth_config', 'scopes', kind, index],
        `illegal ${owner} scope: ${scope}`,
      ),
    ),
  )

const contradictions = (given: Manifest, installation: Installation): readonly Problem[] => {
  const { commands, shortcuts, scopes: held } = installation
  return [
    ...repeatedIn(
      commands.map(({ command }) => command),
      commandsAt,
      'command',
      (name) => `two commands are called ${name}`,
    ),
    ...repeatedIn(
      shortcuts.map(({ callback_id }) => callback_id),
      shortcutsAt,
      'callback_id',
      (id) => `two shortcuts have the id ${id}`,
    ),
    ...problemIf(
      commands.length + shortcuts.length > 0 && !held.has('commands'),
      ['oauth_config', 'scopes', 'bot'],
      'commands and shortcuts need the scope commands',
    ),
    ...scopeProblems(given),
    ...eventProblems(installation),
    ...addressProblems(given),
  ]
}

/**
 * Slack's "no" to a manifest: every fault with the JSON pointer of its place.
 * https://docs.slack.dev/reference/methods/apps.manifest.validate
 */
export class ManifestRefused extends Error {
  readonly problems: readonly Problem[]

  constructor(problems: readonly Problem[]) {
    super(['The manifest is invalid', ...problems.map(wordProblem)].join('\n  '))
    this.name = 'ManifestRefused'
    this.problems = problems
  }
}

const refuse = (problems: readonly Problem[]): void => {
  if (problems.length > 0) throw new ManifestRefused(problems)
}

/** Reads a manifest, a JavaScript object, strictly. Throws ManifestRefused with every fault. */
export const readManifest = (value: unknown): Installation => {
  refuse(problemsIn(manifest, value, []))
  const given = manifest.parse(value)
  const installation = readInstallation(given)
  refuse(contradictions(given, installation))
  return installation
}
