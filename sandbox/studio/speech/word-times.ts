import type { EspeakEvent } from '@echogarden/espeak-ng-emscripten'

/** A word as it stands in its text, and when it is heard, in milliseconds from the start. */
export type TimedWord = { readonly text: string; readonly start: number; readonly end: number }

type Token = { readonly text: string; readonly firstAt: number }

/** The words of a text with their places, counted in characters as the synthesiser counts them. */
const tokensOf = (text: string): readonly Token[] => {
  const characters = [...text]
  const tokens: Token[] = []
  let from: number | undefined
  for (let at = 0; at <= characters.length; at += 1) {
    const isInside = at < characters.length && /\S/.test(characters[at] ?? '')
    if (isInside && from === undefined) from = at
    if (isInside || from === undefined) continue
    tokens.push({ text: characters.slice(from, at).join(''), firstAt: from })
    from = undefined
  }
  return tokens
}

/** When something is sounded, and of which place of the text it comes. */
type Sounded = { readonly at: number; readonly start: number; readonly end: number }

/** The phonemes that sound, each until the next event. */
const soundedIn = (events: readonly EspeakEvent[]): readonly Sounded[] => {
  const sounded: Sounded[] = []
  for (const [index, event] of events.entries()) {
    if (event.type !== 'phoneme' || event.id === '') continue
    const end = events[index + 1]?.audio_position ?? event.audio_position
    sounded.push({ at: event.text_position - 1, start: event.audio_position, end })
  }
  return sounded
}

/**
 * When each word of a text is heard, by the events of the synthesiser. What is not spoken, such as a dash, has no
 * time and is left out; a word that is spoken as several, such as a number, is one.
 */
export const wordTimes = (text: string, events: readonly EspeakEvent[]): readonly TimedWord[] => {
  const sounded = soundedIn(events)
  const tokens = tokensOf(text)
  let next = 0
  return tokens.flatMap(({ text: word }, index) => {
    // A picture that is spoken as two words has the second of them at the blank behind it.
    const until = tokens[index + 1]?.firstAt ?? Number.POSITIVE_INFINITY
    const from = next
    while (next < sounded.length && (sounded[next]?.at ?? 0) < until) next += 1
    const heard = sounded.slice(from, next)
    const [first, last] = [heard[0], heard.at(-1)]
    return first === undefined || last === undefined
      ? []
      : [{ text: word, start: first.start, end: last.end }]
  })
}
