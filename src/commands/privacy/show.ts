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
        'Your prompts, options, results, titles and lyrics, plus your ID and the time and channel. Kept until you delete them. Visible to you, admins here and your bot operator. Posted results are in /history for everyone who can see their channel.',
      )
    : sayCount(
        'Your prompts, options, results, titles and lyrics, plus your ID and the time and channel. Kept {{count}} day after the job ends. Visible to you, admins here and your bot operator. Posted results are in /history for everyone who can see their channel.',
        'Your prompts, options, results, titles and lyrics, plus your ID and the time and channel. Kept {{count}} days after the job ends. Visible to you, admins here and your bot operator. Posted results are in /history for everyone who can see their channel.',
        { count: daysIn(retentionMs) },
      )

const clipsDays = 30

const clipsText = (retentionMs: number | undefined): string =>
  sayCount(
    'A list of audio posted in channels I can read, and who posted it, so you can use it. Not the audio itself. Kept up to {{count}} day after clips were last posted or used in the channel.',
    'A list of audio posted in channels I can read, and who posted it, so you can use it. Not the audio itself. Kept up to {{count}} days after clips were last posted or used in the channel.',
    { count: Math.min(clipsDays, daysIn(retentionMs ?? clipsDays * dayMs)) },
  )

const facts = ({ retentionMs, privacyContact }: PrivacyPorts): Fact[] => [
  {
    label: say('Requests and results'),
    value: requestsText(retentionMs),
  },
  {
    label: say('Clips'),
    value: clipsText(retentionMs),
  },
  {
    label: say('Forms'),
    value: say(
      "Forms you haven't sent, requests that failed, and the clips offered for them. Kept for a day, or until you delete them. Seen by you.",
    ),
  },
  {
    label: say('Settings'),
    value: say('Your own defaults. Kept until you change them.'),
  },
  {
    label: say('Billing records'),
    value: say(
      "Amounts and dates, with your ID and the channel's. Budget changes by admins, with reasons, and any block on you. Kept permanently. Seen by admins here and your bot operator.",
    ),
  },
  {
    label: say('The audio service'),
    value: say(
      'Gets your text and audio, but not your name or ID. How long it keeps results depends on its own policy.',
    ),
  },
  ...(privacyContact === undefined ? [] : [{ label: say('Bot operator'), value: privacyContact }]),
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
  fields: {},
  run: async (_input, _invocation, ports: PrivacyPorts) =>
    privately({
      text: say(
        'What Tunesmith stores about you here. For another server, workspace or direct message, run this command there.',
      ),
      tone: 'info',
      blocks: [{ kind: 'facts', facts: facts(ports) }, buttons()],
    }),
})
