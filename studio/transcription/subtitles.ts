import type { TimedText } from '../encode/tags.ts'
import { inOrder, timestamp } from './timed-text.ts'

/** A line of a transcription with the words in it. */
export type TimedLine = TimedText & { readonly words: readonly TimedText[] }

/** An arrow of this form separates the times of a cue, so none may stand in its text. */
const withoutArrow = (text: string): string => text.replaceAll('-->', '→')

/**
 * The texts as SubRip (https://www.loc.gov/preservation/digital/formats/fdd/fdd000569.shtml): numbered cues
 * with their times, a blank line after each.
 */
export const toSrt = (texts: readonly TimedText[]): string =>
  inOrder(texts)
    .map(({ start, end, text }, index) => {
      const times = `${timestamp(start, ',')} --> ${timestamp(end, ',')}`
      return `${index + 1}\n${times}\n${withoutArrow(text)}\n\n`
    })
    .join('')

/** Signs with a meaning in WebVTT are written as references (https://www.w3.org/TR/webvtt1/#cue-text). */
const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** The words of a line, with the time of each that begins inside it, as karaoke has them. */
const withWordTimes = ({ start, end, text, words }: TimedLine): string => {
  let before = start
  const timed = inOrder(words).map((word, index) => {
    const isInside = index > 0 && word.start > before && word.start < end
    if (isInside) before = word.start
    return `${isInside ? `<${timestamp(word.start, '.')}>` : ''}${escaped(word.text)}`
  })
  return timed.length === 0 ? escaped(text) : timed.join(' ')
}

/**
 * The lines as WebVTT (https://www.w3.org/TR/webvtt1/), with the times of their words where they are wanted.
 */
export const toVtt = (lines: readonly TimedLine[], withWords: boolean): string => {
  const cues = inOrder(lines).map((line) => {
    const times = `${timestamp(line.start, '.')} --> ${timestamp(line.end, '.')}`
    return `${times}\n${withWords ? withWordTimes(line) : escaped(line.text)}\n\n`
  })
  return `WEBVTT\n\n${cues.join('')}`
}
