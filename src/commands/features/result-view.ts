import type { AskedFact } from '../../core/command/asked-facts.ts'
import type { Block, ResultMessage } from '../../core/message/message.ts'
import type { Outcome } from '../../core/outcome.ts'
import { say } from '../../core/texts/say.ts'
import { audioView } from './audio-view.ts'
import { transcriptView } from './transcript-view.ts'

const wordsIn = ({ outputs }: Outcome): readonly string[] => outputs.flatMap(({ lyrics }) => lyrics ?? [])

const soundsBlocks = ({ outputs }: Outcome): Block[] =>
  outputs.flatMap(({ sounds }, index) =>
    sounds === undefined ? [] : [{ kind: 'document', name: `sounds-${index + 1}.txt`, text: `${sounds}\n` }],
  )

/** What was written down is shown as every transcript is, but by no name of its own. */
const transcriptBlocks = (outcome: Outcome): readonly Block[] =>
  [
    { words: outcome.transcription, isTranslated: false },
    { words: outcome.translation, isTranslated: true },
  ].flatMap(({ words, isTranslated }) => {
    if (words === undefined) return []
    const own = { ...outcome, transcription: words, translation: undefined, outputs: [] }
    const { blocks } = transcriptView(own, { format: undefined, isTranslated, asked: [] })
    return blocks.filter(({ kind }) => kind !== 'facts')
  })

const titled = (outcome: Outcome): string =>
  outcome.outputs.flatMap(({ title }) => (title === undefined ? [] : [`“${title}”`])).join(' ')

const textFile = /\.(?:srt|vtt|txt|lrc)(?:[?#]|$)/i

/** What there is to hear: the file of a transcript is none, and its words are shown as a transcript. */
const heardIn = (outcome: Outcome): Outcome => ({
  ...outcome,
  outputs: outcome.outputs.map((output) =>
    outcome.transcription !== undefined || textFile.test(output.audioUrl ?? '')
      ? { ...output, audioUrl: undefined, wavUrl: undefined }
      : output,
  ),
})

/** How any result is shown, whatever made it: all there is to hear, to read and to see. */
export const resultView = (found: Outcome, asked: readonly AskedFact[]): ResultMessage => {
  const outcome = heardIn(found)
  const hasAudio = outcome.outputs.some(({ audioUrl }) => audioUrl !== undefined)
  const takes = Math.max(1, outcome.outputs.length)
  const kind = { product: say('Your result'), fileName: 'result', takes, about: [titled(outcome)], asked }
  const heard = audioView(outcome, kind)
  const isWords = wordsIn(outcome).length > 0 || outcome.transcription !== undefined
  return {
    ...heard,
    text: hasAudio || !isWords ? heard.text : say('Your result is ready: words, without any sound.'),
    blocks: [...heard.blocks, ...transcriptBlocks(outcome), ...soundsBlocks(outcome)],
  }
}
