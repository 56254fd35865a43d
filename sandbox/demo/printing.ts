import { styleText } from 'node:util'
import type { ChatPlatform } from '../world/addresses.ts'
import { describeDeed } from './deeds.ts'
import type { Played } from './play.ts'
import type { Scene, Step } from './story.ts'
import type { SavedFile, Transcript } from './transcript.ts'

/** How wide lines are, and how much of a message is shown. */
export interface Layout {
  columns: number
  /** Leaves out what an admin is told beyond the first line. */
  isBrief: boolean
}

const columnsMax = 110
const columnsMin = 60

/** As wide as the terminal, within what is pleasant to read. */
export const layoutFor = (columns: number | undefined, isBrief: boolean): Layout => ({
  columns: Math.max(columnsMin, Math.min(columns ?? columnsMax, columnsMax)),
  isBrief,
})

const nameWidth = 12
const indent = ' '.repeat(nameWidth + 2)

/** Breaks a line into lines of this width, between words or at another sign. */
export const wrap = (line: string, width: number, between = ' '): readonly string[] => {
  const lines = ['']
  for (const word of line.split(between)) {
    const last = lines.at(-1) ?? ''
    if (last === '') lines[lines.length - 1] = word
    else if (last.length + between.length + word.length <= width)
      lines[lines.length - 1] = `${last}${between}${word}`
    else lines.push(word)
  }
  return lines
}

/** A quiet line of a message: Discord's own mark for small text, or the line with the facts. */
const isQuiet = (line: string): boolean => line.startsWith('-# ') || / · (?:Made with AI|Job:\s)/.test(line)

const renderText = (text: string, width: number): readonly string[] =>
  text.split('\n').flatMap((line) => {
    if (!isQuiet(line)) return wrap(line, width)
    return wrap(line.replace(/^-# /, ''), width, ' · ').map((part) => styleText('dim', part))
  })

/** As many buttons as stand on one line, and how many more there are. */
export const buttonLine = (labels: readonly string[], width: number): string => {
  const buttons = labels.map((label) => `[${label}]`)
  const lineOf = (count: number): string =>
    count === labels.length
      ? buttons.join(' ')
      : [...buttons.slice(0, count), `+${labels.length - count} more`].join(' ')
  let count = labels.length
  while (count > 0 && lineOf(count).length > width) count -= 1
  return lineOf(count)
}

const clock = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`

const renderFile = ({ path, durationSeconds }: SavedFile): string =>
  durationSeconds === undefined
    ? `${styleText('dim', '  file')} ${path}`
    : `${styleText('green', `♪ ${clock(durationSeconds)}`)} ${path}`

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`

const byName = (name: string, lines: readonly string[]): string =>
  lines
    .map((line, index) => `${index === 0 ? `  ${name}` : indent}${line}`)
    .join('\n')
    .trimEnd()

const cast = { admin: 'Ada (admin)', member: 'Max' } as const satisfies Record<Step['by'], string>

/** Who does what, as it would be told before the answer is there. */
export const renderDeed = ({ by, deed }: Step, { columns }: Layout): string => {
  const lines = wrap(describeDeed(deed), columns - indent.length)
  return deed.kind === 'restart'
    ? byName(
        styleText('red', '$'.padEnd(nameWidth)),
        lines.map((line) => styleText('red', line)),
      )
    : byName(
        styleText('bold', cast[by].padEnd(nameWidth)),
        lines.map((line) => styleText('cyan', line)),
      )
}

const charged = 'One song, one charge: the ledger holds the credits once and charges them once.'

/** The answer, with its buttons, its files and how long it took. */
export const renderAnswer = (
  { by, deed, expects }: Step,
  { step, problems }: Played,
  layout: Layout,
): string => {
  const width = layout.columns - indent.length
  const isOnce = expects.kind === 'result' && expects.isOnce && problems.length === 0
  const answers = step.messages.map(({ text, files, buttons }) => {
    const shown = layout.isBrief && by === 'admin' && deed.kind === 'command' ? text.split('\n')[0] : text
    return byName(styleText(['bold', 'magenta'], 'Tunesmith'.padEnd(nameWidth)), [
      ...renderText(shown ?? '', width),
      ...(buttons.length === 0 ? [] : [styleText('blue', buttonLine(buttons, width))]),
      ...files.map(renderFile),
      ...(files.length === 0
        ? []
        : [styleText('dim', `answered in ${seconds(step.ackMs)}, done in ${seconds(step.doneMs)}`)]),
    ])
  })
  return [
    ...answers,
    ...(isOnce ? [byName(' '.repeat(nameWidth), [styleText('green', `✓ ${charged}`)])] : []),
    ...problems.map((problem) => `  ${styleText('red', `WRONG: ${problem}`)}`),
  ].join('\n')
}

const names = { discord: 'Discord', slack: 'Slack' } as const satisfies Record<ChatPlatform, string>

/** What the next steps show, and where. */
export const renderScene = ({ title, platform }: Scene, number: number): string =>
  `${styleText('bold', `${number}. ${title}`)} ${styleText('dim', `· ${names[platform]}`)}\n`

/** What this is, before anything starts. */
export const introduction = `${styleText('bold', 'Tunesmith')}: the real bot, in a Discord server and a Slack workspace on this machine.
${styleText('dim', 'No token, no network. A small studio on this machine composes the music.')}
`

/** The last words: how it went, and where to hear it. */
export const renderEnd = (
  { ok, steps, problems }: Transcript,
  { page, tookMs }: { page: string; tookMs: number },
): string => {
  if (!ok)
    return [`\n${styleText('red', 'This went wrong:')}`, ...problems.map((problem) => `- ${problem}`)].join(
      '\n',
    )
  const files = steps.flatMap(({ messages }) => messages.flatMap((message) => message.files))
  return `
${styleText('green', '✓')} All went well in ${Math.round(tookMs / 1000)} s: ${steps.length} requests, ${files.length} files saved.

  Hear it      open ${styleText('cyan', page)} in a browser
  Play it      ${styleText('cyan', 'npm run sandbox')}
  Every part   ${styleText('cyan', 'npm run demo -- --all')}`
}
