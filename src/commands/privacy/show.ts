import { privately } from '../../core/command/answer.ts'
import { defineAction } from '../../core/command/command.ts'
import type { Block, Fact } from '../../core/message/message.ts'
import { declared, say, sayCount } from '../../core/text/say.ts'
import type { PrivacyPorts } from './ports.ts'

const dayMs = 24 * 60 * 60_000

const daysText = (days: number): string => sayCount('{{count}} day', '{{count}} days', { count: days })

/** How long records and clips are kept. */
const recordsKept = (retentionMs: number | undefined): string =>
  retentionMs === undefined
    ? say('until you delete it')
    : say('{{span}} after it ended', { span: daysText(Math.round(retentionMs / dayMs)) })

const clipsDays = 30

const clipsKept = (retentionMs: number | undefined): string =>
  daysText(Math.min(clipsDays, Math.round((retentionMs ?? clipsDays * dayMs) / dayMs)))

const facts = ({ retentionMs, privacyContact }: PrivacyPorts): Fact[] => [
  {
    label: say('What you asked for'),
    value: say(
      'Your words and choices, what came of it with titles, lyrics and addresses, where and when, and your id here. Kept {{span}}. Seen by you, by admins here and by whoever runs this bot; results that were shown are in /history for everybody who can see their channel.',
      { span: recordsKept(retentionMs) },
    ),
  },
  {
    label: say('Clips'),
    value: say(
      'Which audio was posted where I can read, and by whom, so that you can point at it; not the audio itself. Kept for {{span}} at most after a channel was last used for that.',
      { span: clipsKept(retentionMs) },
    ),
  },
  {
    label: say('Forms'),
    value: say(
      'What you filled into a form or asked for in vain, with the clips on offer, so that you can go on with it. Kept for a day, or until you delete it. Seen by you.',
    ),
  },
  {
    label: say('Settings'),
    value: say('The defaults that you set for yourself, until you change them.'),
  },
  {
    label: say('What it cost'),
    value: say(
      "Amounts and dates, with your id and the channel's. Budget changes by admins with their reasons, and any block of you. Kept for good, because the books have to add up. Seen by admins here and your bot operator.",
    ),
  },
  {
    label: say('The audio service'),
    value: say(
      'Gets your words and the audio that you send along, and keeps results by rules of its own; it does not get your name or id.',
    ),
  },
  ...(privacyContact === undefined ? [] : [{ label: say('Whoever runs this bot'), value: privacyContact }]),
]

const buttons = (): Block => ({
  kind: 'buttons',
  buttons: [
    {
      label: say('Export mine'),
      style: 'plain',
      commandLink: { command: 'privacy', action: 'export', values: {} },
    },
    {
      label: say('Delete mine'),
      style: 'danger',
      commandLink: { command: 'privacy', action: 'delete', values: {} },
    },
  ],
})

/** What is kept, for how long, and who can see it. */
export const privacyShow = defineAction({
  name: 'show',
  summary: declared('What is kept of you here, for how long, and who can see it'),
  fields: {},
  run: async (_input, _invocation, ports: PrivacyPorts) =>
    privately({
      text: say(
        'What Tunesmith keeps of you here. In other servers or workspaces, and in direct messages, ask there.',
      ),
      tone: 'info',
      blocks: [{ kind: 'facts', facts: facts(ports) }, buttons()],
    }),
})
