import type { Outcome, Output } from '../../core/feature.ts'
import type { Block, ResultMessage } from '../../core/message.ts'

const twoDigits = (value: number): string => String(value).padStart(2, '0')

/** Minutes and seconds, such as "0:20" or "12:03"; nothing when the service gave no duration. */
export const durationText = (seconds: number | undefined): string | undefined => {
  if (seconds === undefined) return undefined
  const whole = Math.round(seconds)
  return `${Math.floor(whole / 60)}:${twoDigits(whole % 60)}`
}

const titleOf = (output: Output, take: number): string => output.title ?? `Take ${take}`

const titleWithDuration = (output: Output, take: number): string => {
  const duration = durationText(output.durationSeconds)
  return duration === undefined ? `“${titleOf(output, take)}”` : `“${titleOf(output, take)}” (${duration})`
}

const extensionOf = (url: string): string =>
  /\.([a-z0-9]{2,4})(?:[?#]|$)/i.exec(url)?.[1]?.toLowerCase() ?? 'mp3'

const audioBlock = (output: Output, take: number): Block[] =>
  output.audioUrl === undefined
    ? []
    : [
        {
          kind: 'audio',
          title: `Take ${take}: ${titleWithDuration(output, take)}`,
          file: {
            url: output.audioUrl,
            name: `${titleOf(output, take)} take ${take}.${extensionOf(output.audioUrl)}`,
          },
        },
      ]

const lyricsOf = ({ lyrics, timedLyrics }: Output): string | undefined => {
  if (timedLyrics.length === 0) return lyrics
  return timedLyrics.map(({ startSeconds, text }) => `[${durationText(startSeconds)}] ${text}`).join('\n')
}

const lyricsBlock = (outputs: readonly Output[]): Block[] => {
  const texts = outputs.map(lyricsOf)
  const [first] = texts
  if (texts.every((text) => text === undefined)) return []
  const allTheSame = texts.every((text) => text === first)
  const text = allTheSame
    ? (first ?? '')
    : outputs
        .map((output, index) => `${titleWithDuration(output, index + 1)}\n\n${texts[index] ?? 'No lyrics.'}`)
        .join('\n\n\n')
  return [{ kind: 'document', name: 'lyrics.txt', text: `${text}\n` }]
}

const coverBlock = ({ coverUrl }: Outcome, prompt: string): Block[] =>
  coverUrl === undefined
    ? []
    : [
        {
          kind: 'cover',
          description: `Album cover for: ${prompt}`,
          file: { url: coverUrl, name: `cover.${extensionOf(coverUrl)}` },
        },
      ]

const missingNote = (outputs: readonly Output[], takes: number): Block[] => {
  const there = outputs.filter(({ audioUrl }) => audioUrl !== undefined).length
  return there >= takes
    ? []
    : [{ kind: 'note', text: `The audio service delivered ${there} of ${takes} takes; the rest never came.` }]
}

/** How songs are shown: every take with title and length, the cover, and the lyrics as a file. */
export const songView = (
  outcome: Outcome,
  { product, takes, prompt }: { product: string; takes: number; prompt: string },
): ResultMessage => {
  const { outputs } = outcome
  const names = outputs.map((output, index) => titleWithDuration(output, index + 1)).join(' and ')
  return {
    text: names === '' ? `${product} is done, but no audio came with it.` : `${product} is ready: ${names}.`,
    tone: 'done',
    blocks: [
      { kind: 'facts', facts: [{ label: 'Prompt', value: prompt }] },
      ...outputs.flatMap((output, index) => audioBlock(output, index + 1)),
      ...coverBlock(outcome, prompt),
      ...lyricsBlock(outputs),
      ...missingNote(outputs, takes),
    ],
  }
}
