import { actionsOf, type Command } from '../../../core/command/command.ts'
import { commandUsage } from '../../../core/command/command-usage.ts'
import { menuOf, moreWithClip } from '../../../core/command/message-actions.ts'
import { declared, say, sayDeclared } from '../../../core/text/say.ts'
import { shortened } from '../../../core/text/text.ts'
import { limits } from '../render/limits.ts'
import { moreShortcut, umbrellaCommand } from './commands.ts'
import { scopes } from './scopes.ts'

interface ManifestOptions {
  /** Where Slack reaches us by HTTP, such as https://example.com/slack/events; Socket Mode without one. */
  requestUrl: string | undefined
  /** Set for an app that many workspaces install. */
  installs?: {
    /** Where Slack sends the browser after an admin has decided. */
    redirectUrl: string
    /** Whether tokens expire. Slack can't turn that off again. */
    rotatesTokens: boolean
  }
}

const description = () =>
  say("Make music and speech from text and clips. You're never charged twice for the same request.")

/** What the app is for, and a line for each command; a line that does not fit is left out whole. */
const longDescription = (commands: readonly Command[]): string => {
  const head = [
    description(),
    say(
      "Each request first reserves credits from a budget. Admins set the budget and each member's limit, and see what was spent.",
    ),
    say('What members can do:'),
  ].join(' ')
  return commands
    .map(({ name, summary }) =>
      say('{{command}}: {{summary}}', { command: `/${name}`, summary: sayDeclared(summary) }),
    )
    .reduce((text, line) => {
      const longer = `${text}\n${line}`
      return longer.length <= limits.manifestLongDescription ? longer : text
    }, head)
}

/**
 * Slack's own commands, which an app can't offer; `/tunesmith <command>` still reaches ours.
 * https://slack.com/help/articles/201259356-Use-built-in-slash-commands
 */
const builtInCommands = new Set([
  ...['active', 'apps', 'archive', 'away', 'call', 'collapse', 'dm', 'dnd', 'expand', 'feed', 'feedback'],
  ...['invite', 'join', 'leave', 'me', 'msg', 'mute', 'open', 'prefs', 'pro', 'remind', 'remove', 'rename'],
  ...['search', 'shortcuts', 'shrug', 'star', 'status', 'topic', 'who'],
])

/** How to type as many of these actions as fit, each of them whole. */
const fittingHint = (usages: readonly string[], rest: readonly string[] = []): string => {
  const hint = [...usages, ...rest].join(' | ')
  return hint.length <= limits.slashHint || usages.length === 1
    ? hint
    : fittingHint(usages.slice(0, -1), ['…'])
}

const usageHint = (command: Command): string => {
  if (command.kind === 'feature') return commandUsage(command)
  return fittingHint(actionsOf(command).map(({ name }) => commandUsage(command, name)))
}

const slashCommand = (name: string, summary: string, hint: string, url: object) => ({
  command: `/${name}`,
  description: shortened(summary, limits.slashDescription),
  ...(hint !== '' && { usage_hint: shortened(hint, limits.slashHint) }),
  should_escape: true,
  ...url,
})

const slashCommands = (commands: readonly Command[], url: object) => [
  slashCommand(umbrellaCommand, say('Everything Tunesmith can do'), say('<command> …'), url),
  ...commands
    .filter(({ name }) => !builtInCommands.has(name))
    .map((command) => slashCommand(command.name, sayDeclared(command.summary), usageHint(command), url)),
]

const shortcut = (callback_id: string, name: string, summary: string) => ({
  type: 'message',
  name: shortened(sayDeclared(name), limits.shortcutName),
  callback_id,
  description: shortened(sayDeclared(summary), limits.shortcutDescription),
})

/** Entries of a message's own menu; if there are too many, the last one leads to the others. */
const messageShortcuts = (commands: readonly Command[]) => {
  const { features, hasMore } = menuOf(commands, limits.shortcuts)
  return [
    ...features.map(({ name, messageAction, summary }) => shortcut(name, messageAction, summary)),
    ...(hasMore ? [shortcut(moreShortcut, moreWithClip, declared('Everything you can do with a clip'))] : []),
  ]
}

/** The app's manifest for Slack. https://docs.slack.dev/reference/app-manifest */
export const slackManifest = (commands: readonly Command[], { requestUrl, installs }: ManifestOptions) => {
  const url = requestUrl === undefined ? {} : { url: requestUrl }
  const request = requestUrl === undefined ? {} : { request_url: requestUrl }
  return {
    _metadata: { major_version: 2 },
    display_information: {
      name: 'Tunesmith',
      description: shortened(description(), limits.manifestDescription),
      long_description: longDescription(commands),
      background_color: '#3b2a5c',
    },
    features: {
      app_home: {
        home_tab_enabled: true,
        messages_tab_enabled: true,
        messages_tab_read_only_enabled: false,
      },
      bot_user: { display_name: 'Tunesmith', always_online: true },
      shortcuts: messageShortcuts(commands),
      slash_commands: slashCommands(commands, url),
    },
    oauth_config: {
      ...(installs !== undefined && { redirect_urls: [installs.redirectUrl] }),
      scopes: { bot: Object.keys(scopes) },
    },
    settings: {
      event_subscriptions: {
        ...request,
        bot_events: [
          ...['app_home_opened', 'app_mention', 'member_joined_channel'],
          ...['message.channels', 'message.groups', 'message.im'],
          ...(installs === undefined ? [] : ['app_uninstalled', 'tokens_revoked']),
        ],
      },
      interactivity: {
        is_enabled: true,
        ...request,
        ...(requestUrl !== undefined && { message_menu_options_url: requestUrl }),
      },
      org_deploy_enabled: false,
      socket_mode_enabled: requestUrl === undefined,
      token_rotation_enabled: installs?.rotatesTokens ?? false,
    },
  }
}
