import { type AskedFact, defineAnsweredFeature } from '../../core/command/feature.ts'
import { queryTo } from '../../core/endpoints/api-request.ts'
import { directEndpoints } from '../../core/endpoints/audio-endpoints.ts'
import { text } from '../../core/fields/field-builders.ts'
import type { Block, ResultMessage } from '../../core/message/message.ts'
import type { Outcome } from '../../core/outcome.ts'
import { declared, say } from '../../core/text/say.ts'
import { excerptLengthMax, onOneLine } from '../../core/text/text.ts'
import { excerpt } from './views/excerpt.ts'

const { lyrics: endpoint } = directEndpoints

const wordsIn = ({ outputs }: Outcome): string => outputs.flatMap(({ lyrics }) => lyrics ?? []).join('\n\n')

const titleIn = ({ outputs }: Outcome): string | undefined =>
  outputs.map(({ title }) => title && onOneLine(title).trim()).find((title) => title)

const wordsFile = (words: string, title: string | undefined): Block => ({
  kind: 'document',
  name: 'lyrics.txt',
  isFile: true,
  text: `${words}\n`,
  ...(title !== undefined && { title: say('Lyrics for “{{name}}”', { name: title }) }),
})

/** Words that the message shows whole need no file. */
const wordsBlocks = (words: string, title: string | undefined): Block[] => [
  excerpt(say('Lyrics'), words),
  ...(words.trim().length > excerptLengthMax ? [wordsFile(words, title)] : []),
]

const readyText = (title: string | undefined): string =>
  title === undefined ? say('Your lyrics are ready.') : say('Your lyrics are ready: “{{title}}”.', { title })

const lyricsView = (outcome: Outcome, asked: readonly AskedFact[]): ResultMessage => {
  const words = wordsIn(outcome)
  const title = titleIn(outcome)
  return {
    text: words === '' ? say('The audio service sent no lyrics.') : readyText(title),
    tone: 'done',
    blocks: [{ kind: 'line', facts: asked }, ...(words === '' ? [] : wordsBlocks(words, title))],
  }
}

/** Lyrics for a theme: GET /v1/prompt_to_lyrics. The same theme may give other lyrics next time. */
export const lyrics = defineAnsweredFeature({
  name: 'lyrics',
  summary: 'Write lyrics about a theme',
  topic: 'new',
  example: { values: { theme: declared('a lighthouse keeper in love') } },
  product: 'your lyrics',
  isProductPlural: true,
  formTitle: 'Write lyrics',
  usualSeconds: 15,
  fields: {
    theme: text({
      label: 'Theme',
      help: 'What the lyrics are about',
      lengthMax: endpoint.fields.prompt.lengthMax,
    }),
  },
  usualPrice: 'lyrics',
  priced: () => ({ price: 'lyrics', units: 1 }),
  ask: ({ theme }) => queryTo(endpoint, { prompt: theme }),
  view: (outcome, _, asked) => lyricsView(outcome, asked),
})
