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
  platform: 'discord'
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

/** Reads what a person is told about credits. The hold is on the wire: its message may be edited before anyone looks. */
export const readCredits = (shown: string, onTheWire: string): Credits => {
  const held = firstNumber(onTheWire, [/Held\W+(?:value\W+)?at most (\d+\.\d+)/])
  const settled = firstNumber(shown, [/(\d+\.\d+) used/, /Used: (\d+\.\d+)/])
  const left = firstNumber(shown, [/(\d+\.\d+) left/, /Left: (\d+\.\d+)/])
  return { ...(held && { held }), ...(settled && { settled }), ...(left && { left }) }
}

const isAbout = (event: string, { detail }: WireLine): boolean =>
  JSON.stringify(detail)?.includes(event) ?? false

/** When the request left for the bot and when the bot's answer to it arrived. */
export const readTimes = (
  event: string,
  wire: readonly WireLine[],
): { startedAtMs: number; ackMs: number } | undefined => {
  const about = wire.filter((line) => isAbout(event, line))
  const started = about.find(({ kind }) => kind === 'event')
  const answered = about.find(({ kind }) => kind === 'ack')
  if (!started || !answered) return undefined
  return { startedAtMs: started.atMs, ackMs: answered.atMs - started.atMs }
}
