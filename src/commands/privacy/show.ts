import { privately } from '../../core/command/answer.ts'
import { defineAction } from '../../core/command/command.ts'
import type { Block, Fact } from '../../core/message/message.ts'
import { declared, say, sayCount } from '../../core/text/say.ts'
import type { PrivacyPorts } from './ports.ts'

const dayMs = 24 * 60 * 60_000

const daysIn = (spanMs: number): number => Math.round(spanMs / dayMs)

const requestsText = (retentionMs: number | undefined): string =>
  retentionMs === undefined
    ? say(
        'Your prompts, options, results and lyrics, with your ID, the time and the channel. Kept until you delete them. Seen by you and your bot operator, and by admins here unless the request is private. Posted results are seen by everyone who can see their channel.',
      )
    : sayCount(
        'Your prompts, options, results and lyrics, with your ID, the time and the channel. Kept {{count}} day after the job ends. Seen by you and your bot operator, and by admins here unless the request is private. Posted results are seen by everyone who can see their channel.',
        'Your prompts, options, results and lyrics, with your ID, the time and the channel. Kept {{count}} days after the job ends. Seen by you and your bot operator, and by admins here unless the request is private. Posted results are seen by everyone who can see their channel.',
        { count: daysIn(retentionMs) },
      )

const clipsDays = 30

const clipsText = (retentionMs: number | undefined): string =>
  sayCount(
    'Who posted which audio in channels I can read, but not the audio itself. Kept up to {{count}} day after a clip was last posted or used there.',
    'Who posted which audio in channels I can read, but not the audio itself. Kept up to {{count}} days after a clip was last posted or used there.',
    { count: Math.min(clipsDays, daysIn(retentionMs ?? clipsDays * dayMs)) },
  )

const facts = ({ retentionMs, privacyContact }: PrivacyPorts): Fact[] => [
  {
    label: say('Requests'),
    value: requestsText(retentionMs),
  },
  {
    label: say('Clips'),
    value: clipsText(retentionMs),
  },
  {
    label: say('Forms'),
    value: say(
      'Unsent or failed requests and the clips offered for them. Kept for a day, or until you delete them. Seen by you.',
    ),
  },
  {
    label: say('Settings and ratings'),
    value: say(
      'Your own defaults and whether others can use your clips, kept until you change them. The takes you liked or disliked, kept until you delete them or they expire.',
    ),
  },
  {
    label: say('Billing records'),
    value: say(
      'Amounts, dates, budget changes with reasons, and blocks, with your ID and the channel. Kept permanently. Seen by admins here and your bot operator.',
    ),
  },
  {
    label: say('The audio service'),
    value: say('Gets your text and audio, but not your name or ID. Its own policy applies.'),
  },
  ...(privacyContact === undefined ? [] : [{ label: say('Bot operator'), value: privacyContact }]),
  // A fact without a label, because Discord would show a note above the facts.
  { label: '', value: say('Other servers, workspaces and direct messages are separate.') },
]

const buttons = (): Block => ({
  kind: 'buttons',
  buttons: [
    {
      label: say('Export'),
      style: 'plain',
      commandLink: { command: 'privacy', action: 'export', values: {} },
    },
    {
      label: say('Delete my data'),
      style: 'danger',
      commandLink: { command: 'privacy', action: 'delete', values: {} },
    },
  ],
})

/** What is kept, for how long, and who can see it. */
export const privacyShow = defineAction({
  name: 'show',
  summary: declared("See what's stored about you here"),
  changesNothing: true,
  fields: {},
  run: async (_input, _invocation, ports: PrivacyPorts) =>
    privately({
      text: say('What I store about you here:'),
      tone: 'info',
      blocks: [{ kind: 'facts', facts: facts(ports) }, buttons()],
    }),
})
