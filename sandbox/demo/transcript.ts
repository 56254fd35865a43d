import type { ChatPlatform } from '../world/addresses.ts'
import type { WireLine } from './control-client.ts'

/** A file that the demo saved. */
export interface SavedFile {
  path: string
  name: string
  contentType: string
  bytes: number
  /** Measured, for audio. */
  durationSeconds?: number
}

/** What a step did to the credits, as far as the person was told; decimal numbers as they were written. */
export interface Credits {
  held?: string
  settled?: string
  left?: string
}

export interface TranscriptMessage {
  text: string
  files: SavedFile[]
  buttons: string[]
}

export interface TranscriptStep {
  platform: ChatPlatform
  by: string
  command: string
  /** From the request to the bot's answer to the platform, on the platform's clock. */
  ackMs: number
  /** From the request to the last change of its message. */
  doneMs: number
  messages: TranscriptMessage[]
  credits: Credits
}

/** What `npm run demo -- --json FILE` writes. */
export interface Transcript {
  ok: boolean
  steps: TranscriptStep[]
  problems: string[]
}

const firstNumber = (text: string, patterns: readonly RegExp[]): string | undefined =>
  patterns.map((pattern) => pattern.exec(text)?.[1]).find((found) => found !== undefined)

/**
 * Reads what a person is told about credits. The hold is on the wire: its message
 * may be edited before anyone looks.
 */
export const readCredits = (shown: string, onTheWire: string): Credits => {
  const held = firstNumber(onTheWire, [/\bReserved\b[^\d]{0,120}?(\d+(?:\.\d+)?)/])
  const settled = firstNumber(shown, [
    /(\d+(?:\.\d+)?) credits?(?:, \d+(?:\.\d+)? left)? · Made with AI/,
    /Used: (\d+(?:\.\d+)?)/,
  ])
  const left = firstNumber(shown, [/(\d+(?:\.\d+)?) (?:credits? )?left/, /Left: (\d+(?:\.\d+)?)/])
  return { ...(held && { held }), ...(settled && { settled }), ...(left && { left }) }
}

const isAbout = (event: string, { detail }: WireLine): boolean =>
  JSON.stringify(detail)?.includes(event) ?? false

/** Slack's events and their acknowledgements bear the same title; Discord's share an id. */
const slackTitle = ({ summary }: WireLine): string | undefined =>
  /^(?:slash_commands|interactive): (.*)$/s.exec(summary)?.[1]

const isRequest = (event: string, line: WireLine): boolean =>
  line.kind === 'event' && (isAbout(event, line) || slackTitle(line) !== undefined)

const isAnswer = (event: string, request: WireLine, line: WireLine): boolean => {
  if (line.kind !== 'ack') return false
  const title = slackTitle(request)
  return title === undefined ? isAbout(event, line) : line.summary === `acknowledged ${title}`
}

/** When the request left for the bot, and when the bot's answer to it arrived, if any did. */
export const readTimes = (
  event: string,
  wire: readonly WireLine[],
): { startedAtMs: number; answeredAtMs: number | undefined } | undefined => {
  const request = wire.find((line) => isRequest(event, line))
  if (request === undefined) return undefined
  const answer = wire.find((line) => line.id > request.id && isAnswer(event, request, line))
  return { startedAtMs: request.atMs, answeredAtMs: answer?.atMs }
}
