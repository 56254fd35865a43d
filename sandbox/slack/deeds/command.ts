import { type Started, startInteraction } from '../interactions.ts'
import { displayName, writeMarkup } from '../mentions.ts'
import { userOf } from '../render.ts'
import { newResponseUrl } from '../response-urls.ts'
import { readResponse, showResponse } from '../responses.ts'
import type { Interaction, Outcome, World } from '../state.ts'
import { type Actor, NotAllowed, requireOwnPeople } from './references.ts'

type CommandDeed = { command: string; options?: Record<string, unknown>; files?: readonly unknown[] }

const splitCommand = (line: string): { readonly command: string; readonly text: string } => {
  const [, command = '', text = ''] = /^(\S*)\s*([\s\S]*)$/.exec(line.trim()) ?? []
  return { command: command.startsWith('/') ? command : `/${command}`, text }
}

/** Options that are given apart are typed after the rest. */
const withOptions = (text: string, options: Readonly<Record<string, unknown>> = {}): string =>
  [text, ...Object.entries(options).map(([name, value]) => `${name}:${String(value)}`)].join(' ').trim()

/**
 * With escaping on, people, channels and user groups come as markup with their
 * names; all else comes as it was typed.
 * https://docs.slack.dev/interactivity/implementing-slash-commands#command_parsing
 */
const escapeReferences = (world: World, text: string): string =>
  writeMarkup(world, text)
    .replaceAll(
      /<@(\w+)>/g,
      (_written, id: string) => `<@${id}|${world.users.get(id)?.name ?? displayName(world, id)}>`,
    )
    .replaceAll(
      /<!subteam\^(\w+)>/g,
      (_written, id: string) => `<!subteam^${id}|@${world.groups.get(id)?.handle ?? id}>`,
    )

const showAck = (world: World, body: unknown, interaction: Interaction): Outcome | undefined => {
  if (body === undefined) return undefined
  showResponse(world, interaction, readResponse(world, body))
  return { kind: 'message' }
}

/**
 * Runs a slash command, which Slack's clients offer in conversations and not in threads.
 * https://docs.slack.dev/interactivity/implementing-slash-commands
 */
export const runCommand = (
  world: World,
  { userId, channel, threadTs }: Actor,
  deed: CommandDeed,
): Started => {
  const { command, text } = splitCommand(deed.command)
  const declared = world.installation.commands.find((candidate) => candidate.command === command)
  if (!declared) throw new NotAllowed(`${command} is not a valid command`)
  requireOwnPeople(world, userId)
  if (threadTs !== undefined) throw new NotAllowed(`${command} is not supported in threads. Sorry!`)
  if (deed.files?.length) throw new NotAllowed('A slash command takes no files')
  const typed = withOptions(text, deed.options)
  world.written.push(typed)
  return startInteraction(world, {
    title: command,
    userId,
    channelId: channel.id,
    isAnsweredInConversation: true,
    onAck: (body, interaction) => showAck(world, body, interaction),
    render: (interaction) => ({
      type: 'slash_commands',
      acceptsResponse: true,
      payload: {
        token: world.app.verificationToken,
        team_id: world.team.id,
        team_domain: world.team.domain,
        channel_id: channel.id,
        channel_name: channel.name,
        user_id: userId,
        user_name: userOf(world, userId).name,
        command,
        text: declared.should_escape ? escapeReferences(world, typed) : typed,
        api_app_id: world.app.id,
        is_enterprise_install: 'false',
        response_url: newResponseUrl(world, interaction),
        trigger_id: interaction.triggerId,
      },
    }),
  })
}
