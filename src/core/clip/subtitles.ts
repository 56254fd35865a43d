import { isBlank } from '../text/text.ts'

/** One subtitle: its words, and from when to when, in milliseconds. */
export interface Cue {
  startMs: number
  endMs: number
  text: string
}

const times = /^(\d{2,}):([0-5]\d):([0-5]\d),(\d{3}) --> (\d{2,}):([0-5]\d):([0-5]\d),(\d{3})$/

const milliseconds = ([hours = '', minutes = '', seconds = '', rest = '']: readonly string[]): number =>
  ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 + Number(rest)

const readCue = (block: string): Cue | undefined => {
  const [number = '', timing = '', ...lines] = block.split('\n')
  const found = times.exec(timing.trim())
  if (!/^\d+$/.test(number.trim()) || found === null) return undefined
  const [startMs, endMs] = [milliseconds(found.slice(1, 5)), milliseconds(found.slice(5, 9))]
  return startMs <= endMs ? { startMs, endMs, text: lines.join('\n') } : undefined
}

const blocksOf = (text: string): readonly string[] =>
  text
    .replace(/^\uFEFF/, '')
    .replaceAll(/\r\n?/g, '\n')
    .trim()
    .split(/\n[ \t]*\n\s*/)

/**
 * The cues of a SubRip file that have words; undefined unless the whole text is SubRip, so that no words get lost.
 * https://www.loc.gov/preservation/digital/formats/fdd/fdd000569.shtml
 */
export const readSrt = (text: string): readonly Cue[] | undefined => {
  const cues = blocksOf(text).map(readCue)
  return cues.every((cue) => cue !== undefined) ? cues.filter((cue) => !isBlank(cue.text)) : undefined
}

/** The header of WebVTT, or the parts of a WebVTT or SubRip cue without words. */
const wordless = [
  /^WEBVTT(?:[ \t][^\n]*)?$/,
  /^(?:\d+[ \t]*\n)?[\d:.,]+[ \t]+-->[ \t]+[\d:.,]+(?:[ \t][^\n]*)?$/,
]

/** Whether a transcript has words, as text or in subtitles. */
export const hasWords = (text: string): boolean =>
  blocksOf(text).some((block) => !isBlank(block) && !wordless.some((form) => form.test(block)))

const digits = (value: number, count: number): string => String(value).padStart(count, '0')

const vttTime = (timeMs: number): string => {
  const [hours, minutes] = [Math.floor(timeMs / 3_600_000), Math.floor(timeMs / 60_000) % 60]
  return `${digits(hours, 2)}:${digits(minutes, 2)}:${digits(Math.floor(timeMs / 1000) % 60, 2)}.${digits(timeMs % 1000, 3)}`
}

const vttText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** The same as WebVTT: https://www.w3.org/TR/webvtt1/#introduction-basic-captions */
export const writeVtt = (cues: readonly Cue[]): string => {
  const blocks = cues.map(
    ({ startMs, endMs, text }) => `${vttTime(startMs)} --> ${vttTime(endMs)}\n${vttText(text)}`,
  )
  return `${['WEBVTT', ...blocks].join('\n\n')}\n`
}

const isOneWord = ({ text }: Cue): boolean => !/\s/.test(text.trim())

/** The words alone: a line per cue, or one line if each cue is a single word. */
export const wordsOf = (cues: readonly Cue[]): string => {
  const isByWord = cues.length > 1 && cues.every(isOneWord)
  return cues.map(({ text }) => text.trim()).join(isByWord ? ' ' : '\n')
}

/** A line of lyrics, and when it starts. */
export interface TimedLine {
  startSeconds: number
  text: string
}

const lrcTime = (startSeconds: number): string => {
  const hundredths = Math.max(0, Math.round(startSeconds * 100))
  const [minutes, rest] = [Math.floor(hundredths / 6000), hundredths % 6000]
  return `[${digits(minutes, 2)}:${digits(Math.floor(rest / 100), 2)}.${digits(rest % 100, 2)}]`
}

/**
 * Lyrics as players show them while a song runs: `[mm:ss.xx]` before each line.
 * https://en.wikipedia.org/wiki/LRC_(file_format)
 */
export const writeLrc = (lines: readonly TimedLine[]): string =>
  lines
    .map(({ startSeconds, text }) => `${lrcTime(startSeconds)}${text.replaceAll(/\s+/g, ' ').trim()}\n`)
    .join('')
