import { z } from 'zod'
import type { WireEntry } from '../../../../sandbox/wire.ts'
import { readFormOrigin } from '../../../../src/bots/slack/forms/form-id.ts'
import {
  moreShortcut,
  readSlashCommand,
  readUmbrellaText,
} from '../../../../src/bots/slack/setup/commands.ts'
import type { Command } from '../../../../src/core/command/command.ts'
import type { TypedRequest } from '../../../../src/core/command/command-text.ts'
import { moreWithClip } from '../../../../src/core/command/message-actions.ts'
import { type Place, pathOf, uses } from './wanted.ts'

// What Slack told the app that people did, read from the payloads as Slack documents them:
// https://docs.slack.dev/reference/interaction-payloads

const slash = z.object({ command: z.string(), text: z.string(), channel_id: z.string() })
const view = z.object({ private_metadata: z.string() })
const interactive = z.discriminatedUnion('type', [
  z.object({ type: z.literal('block_actions') }),
  z.object({ type: z.literal('block_suggestion'), action_id: z.string(), view }),
  z.object({ type: z.literal('view_submission'), view }),
  z.object({ type: z.literal('view_closed') }),
  z.object({ type: z.literal('message_action'), callback_id: z.string() }),
])
const happened = z.object({
  event: z.object({
    type: z.enum(['app_mention', 'message']),
    text: z.string(),
    channel_type: z.string().optional(),
    thread_ts: z.string().optional(),
    bot_id: z.string().optional(),
    subtype: z.string().optional(),
  }),
})

const isDirect = (channelId: string): boolean => channelId.startsWith('D')

const ofTyped = ({ command, action, values }: TypedRequest): string[] => {
  const path = pathOf(command, action)
  return [uses.command(path), ...Object.keys(values).map((name) => uses.option(path, name))]
}

const ofSlash = (payload: unknown, commands: readonly Command[]): string[] => {
  const { command, text, channel_id } = slash.parse(payload)
  const request = readSlashCommand(commands, command, text)
  const place: Place = isDirect(channel_id) ? 'a direct message' : 'a channel'
  return [uses.slashIn(`/${request.command}`, place), ...ofTyped(request)]
}

const ofView = ({ private_metadata }: z.output<typeof view>): string | undefined => {
  const origin = readFormOrigin(private_metadata)
  return origin && pathOf(origin.command, origin.action)
}

const actionName = (callbackId: string, commands: readonly Command[]): string => {
  if (callbackId === moreShortcut) return moreWithClip
  const command = commands.find(({ name }) => name === callbackId)
  return (command?.kind === 'feature' ? command.messageAction : undefined) ?? callbackId
}

const ofInteraction = (payload: unknown, commands: readonly Command[]): string[] => {
  const told = interactive.parse(payload)
  switch (told.type) {
    case 'block_suggestion': {
      const path = ofView(told.view)
      return path === undefined ? [] : [uses.suggestions(path, told.action_id)]
    }
    case 'view_submission': {
      const path = ofView(told.view)
      return path === undefined ? [] : [uses.form(path)]
    }
    case 'message_action':
      return [uses.action(actionName(told.callback_id, commands))]
    case 'block_actions':
    case 'view_closed':
      return []
  }
}

const ofEvent = (payload: unknown, commands: readonly Command[]): string[] => {
  const { data } = happened.safeParse(payload)
  if (data === undefined || data.event.bot_id !== undefined || data.event.subtype !== undefined) return []
  const { type, text, channel_type, thread_ts } = data.event
  if (type === 'message' && channel_type !== 'im') return []
  const place = type === 'message' ? 'a direct message' : thread_ts === undefined ? 'a channel' : 'a thread'
  const request = readUmbrellaText(commands, text.replace(/^<@\w+>\s*/, ''))
  return [uses.mentionIn(`/${request.command}`, place), ...ofTyped(request)]
}

/** What people did on Slack, as `wantedUses` calls it. */
export const slackUses = (
  wire: readonly WireEntry[],
  { commands }: { commands: readonly Command[] },
): ReadonlySet<string> =>
  new Set(
    wire
      .filter(({ platform, kind }) => platform === 'slack' && kind === 'event')
      .flatMap(({ summary, detail }) => {
        if (summary.startsWith('slash_commands:')) return ofSlash(detail, commands)
        if (summary.startsWith('interactive:')) return ofInteraction(detail, commands)
        return summary.startsWith('events_api:') ? ofEvent(detail, commands) : []
      }),
  )
