import type { Addresses, ChatPlatform } from '../world/addresses.ts'
import type { Played } from './play.ts'
import type { Credits, SavedFile, Transcript } from './transcript.ts'

const indent = (text: string, by: string): string =>
  text
    .split('\n')
    .map((line) => `${by}${line}`.trimEnd())
    .join('\n')

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`

const renderFile = ({ path, bytes, durationSeconds }: SavedFile): string => {
  const size = `${Math.ceil(bytes / 1024)} KiB`
  return `  saved ${path} (${durationSeconds === undefined ? '' : `${durationSeconds.toFixed(1)} s, `}${size})`
}

const renderCredits = ({ held, settled, left }: Credits): string[] => {
  const amounts = [held && `held ${held}`, settled && `used ${settled}`, left && `left ${left}`].filter(
    Boolean,
  )
  return amounts.length === 0 ? [] : [`  credits: ${amounts.join(', ')}`]
}

/** One step as a conversation: who typed what, what was answered and saved, and how long it took. */
export const renderStep = ({ step, problems }: Played): string =>
  [
    '',
    `${step.by}: ${step.command}`,
    ...step.messages.flatMap(({ text, files, buttons }) => [
      `Tunesmith (after ${seconds(step.doneMs)}; first answer after ${step.ackMs} ms):`,
      indent(text, '  | '),
      ...(buttons.length === 0 ? [] : [`  | ${buttons.map((label) => `[${label}]`).join(' ')}`]),
      ...files.map(renderFile),
    ]),
    ...renderCredits(step.credits),
    ...problems.map((problem) => `  WRONG: ${problem}`),
  ].join('\n')

const names = { discord: 'Discord', slack: 'Slack' } as const satisfies Record<ChatPlatform, string>

/** Where the next steps take place. */
export const renderPlace = (platform: ChatPlatform): string => `\n── In ${names[platform]} ${'─'.repeat(60)}`

/** What runs, before anybody does anything. */
export const introduce = ({ discord, slack, studio, redis }: Addresses): string =>
  `Discord (${discord.api}), Slack (${slack.api}), the audio service (${studio.baseUrl}), Redis (${redis.url}) and the bot are up.`

/** The last words of the demo. */
export const renderProblems = ({ ok, steps, problems }: Transcript): string => {
  const files = steps.flatMap(({ messages }) => messages.flatMap((message) => message.files))
  return ok
    ? `\nAll went well: ${steps.length} requests, ${files.length} files saved.`
    : ['\nThis went wrong:', ...problems.map((problem) => `- ${problem}`)].join('\n')
}
