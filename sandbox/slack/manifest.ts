import { z } from 'zod'
import { limits } from './limits.ts'
import { problemsIn, text, webUrl, wordProblem } from './validation/problems.ts'

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
      scopes: z.strictObject({ bot: scopes, bot_optional: scopes }).optional(),
      token_management_enabled: z.boolean().optional(),
    })
    .optional(),
  settings: settings.optional(),
})

/** What an event needs to be told; an event that is not here is none that the stand-in ever tells. */
const eventScopes: Readonly<Record<string, string | undefined>> = {
  app_home_opened: undefined,
  app_mention: 'app_mentions:read',
  app_uninstalled: undefined,
  tokens_revoked: undefined,
  file_shared: 'files:read',
  'message.channels': 'channels:history',
  'message.groups': 'groups:history',
  'message.im': 'im:history',
  'message.mpim': 'mpim:history',
}

export type Shortcut = z.output<typeof shortcut>
export type SlashCommand = z.output<typeof slashCommand>

/** What an app may do and hears of, as its manifest says. */
export type Installation = {
  readonly botName: string
  readonly commands: readonly SlashCommand[]
  readonly shortcuts: readonly Shortcut[]
  readonly events: ReadonlySet<string>
  readonly scopes: ReadonlySet<string>
  readonly isInteractive: boolean
  readonly hasHome: boolean
  readonly hasMessagesTab: boolean
}

/** An app of which nothing is declared yet. */
export const nothingInstalled: Installation = {
  botName: 'Tunesmith',
  commands: [],
  shortcuts: [],
  events: new Set(),
  scopes: new Set(),
  isInteractive: false,
  hasHome: false,
  hasMessagesTab: false,
}

type Manifest = z.output<typeof manifest>

const readInstallation = ({
  display_information,
  features: has,
  oauth_config,
  settings: set,
}: Manifest): Installation => ({
  botName: has?.bot_user?.display_name ?? display_information.name,
  commands: has?.slash_commands ?? [],
  shortcuts: has?.shortcuts ?? [],
  events: new Set(set?.event_subscriptions?.bot_events),
  scopes: new Set([...(oauth_config?.scopes?.bot ?? []), ...(oauth_config?.scopes?.bot_optional ?? [])]),
  isInteractive: set?.interactivity?.is_enabled ?? false,
  hasHome: has?.app_home?.home_tab_enabled ?? false,
  hasMessagesTab: has?.app_home?.messages_tab_enabled ?? false,
})

const duplicates = (names: readonly string[]): readonly string[] =>
  names.filter((name, index) => names.indexOf(name) < index)

const contradictions = ({ commands, shortcuts, events, scopes: held }: Installation): readonly string[] => [
  ...duplicates(commands.map(({ command }) => command)).map((name) => `two commands are called ${name}`),
  ...duplicates(shortcuts.map(({ callback_id }) => callback_id)).map(
    (id) => `two shortcuts have the id ${id}`,
  ),
  ...(commands.length + shortcuts.length > 0 && !held.has('commands')
    ? ['commands and shortcuts need the scope commands']
    : []),
  ...[...events].flatMap((event) => {
    if (!(event in eventScopes)) return [`the stand-in does not tell the event ${event}`]
    const needed = eventScopes[event]
    return needed !== undefined && !held.has(needed) ? [`the event ${event} needs the scope ${needed}`] : []
  }),
]

/**
 * Reads a manifest, a JavaScript object, strictly.
 *
 * @throws Error with every fault, each with the JSON pointer of its place where it has one
 */
export const readManifest = (value: unknown): Installation => {
  const faults = problemsIn(manifest, value, []).map(wordProblem)
  const installation = faults.length === 0 ? readInstallation(manifest.parse(value)) : nothingInstalled
  const all = [...faults, ...contradictions(installation)]
  if (all.length > 0) throw new Error(['The manifest is invalid', ...all].join('\n  '))
  return installation
}
