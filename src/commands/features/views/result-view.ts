import type { AskedFact } from '../../../core/command/feature.ts'
import type { Block, Fact, ResultMessage } from '../../../core/message/message.ts'
import { type Finding, heardTakes, type Outcome, type ResultFile } from '../../../core/outcome.ts'
import { declared, say, sayDeclared } from '../../../core/text/say.ts'
import { onOneLine } from '../../../core/text/text.ts'
import { audioView } from './audio-view.ts'
import { transcriptView, withWords } from './transcript-view.ts'

const wordsIn = ({ outputs }: Outcome): readonly string[] => outputs.flatMap(({ lyrics }) => lyrics ?? [])

const soundsBlocks = ({ outputs }: Outcome): Block[] =>
  outputs.flatMap(({ sounds }, index) =>
    sounds === undefined ? [] : [{ kind: 'document', name: `sounds-${index + 1}.txt`, text: `${sounds}\n` }],
  )

/** A transcript is shown like any other, but without a name of its own. */
const transcriptBlocks = (outcome: Outcome): readonly Block[] =>
  [
    { words: withWords(outcome.transcription), isTranslated: false },
    { words: withWords(outcome.translation), isTranslated: true },
  ].flatMap(({ words, isTranslated }) => {
    if (words === undefined) return []
    const own = { ...outcome, transcription: words, translation: undefined, outputs: [] }
    const { blocks } = transcriptView(own, { format: undefined, isTranslated, asked: [] })
    return blocks.filter(({ kind }) => kind !== 'line')
  })

const titled = (outcome: Outcome): string =>
  outcome.outputs
    .flatMap(({ title }) => (title === undefined ? [] : [say('“{{title}}”', { title: onOneLine(title) })]))
    .join(' ')

/**
 * The outcome with nothing but its audible takes: a transcript's words are shown separately, and its file is no
 * take.
 */
const heardIn = (outcome: Outcome): Outcome => {
  const heard = new Set(heardTakes(outcome).map(({ output }) => output))
  return {
    ...outcome,
    outputs: outcome.outputs.map((output) =>
      heard.has(output) ? output : { ...output, audioUrl: undefined, wavUrl: undefined },
    ),
  }
}

/** Labels for service names that members would not understand. */
const labels: ReadonlyMap<string, string> = new Map([
  ['bpm', declared('Tempo')],
  ['tempo', declared('Tempo')],
  ['dominant_key', declared('Key')],
  ['key_changes', declared('Key changes')],
  ['midi', declared('MIDI')],
  ['sonify', declared('MIDI as audio')],
  ['notes', declared('Notes')],
])

/** One of the service's names as a label, such as "Time signature" for "time_signature". */
const labelOf = (name: string): string => {
  const label = labels.get(name)
  if (label !== undefined) return sayDeclared(label)
  const words = name.replaceAll('_', ' ').trim()
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`
}

const factOf = ({ name, value }: Finding): Fact => ({
  label: labelOf(name),
  value: name === 'bpm' ? say('{{count}} BPM', { count: value }) : value,
})

/** The file extension at the end of an address, with its dot. */
const extensionIn = (url: string): string =>
  /\.[a-z0-9]{1,5}$/i.exec(URL.canParse(url) ? new URL(url).pathname : '')?.[0].toLowerCase() ?? ''

const fileBlock = ({ name, url }: ResultFile): Block => {
  const stem = name.replace(/(?:_(?:file|path|url))+$/, '')
  return { kind: 'file', title: labelOf(stem), file: { url, name: `${stem}${extensionIn(url)}` } }
}

const findingsBlocks = ({ findings }: Outcome): Block[] => {
  if (findings === undefined) return []
  const streams = findings.streams.map(
    (url): Fact => ({ label: say('Stream'), value: [{ kind: 'link', url }] }),
  )
  const facts = [...findings.facts.map(factOf), ...streams]
  return [
    ...(facts.length === 0 ? [] : [{ kind: 'facts' as const, facts }]),
    ...findings.files.map(fileBlock),
  ]
}

/** Shows any result, whatever made it: everything to hear, read and see. */
export const resultView = (found: Outcome, asked: readonly AskedFact[]): ResultMessage => {
  const outcome = heardIn(found)
  const hasAudio = outcome.outputs.some(({ audioUrl }) => audioUrl !== undefined)
  const takes = Math.max(1, outcome.outputs.length)
  const kind = { product: say('Your result'), fileName: 'result', takes, about: [titled(outcome)], asked }
  const heard = audioView(outcome, kind)
  const transcript = transcriptBlocks(outcome)
  const isWords = wordsIn(outcome).length > 0 || transcript.length > 0
  const isMore = outcome.findings !== undefined
  const withoutSound = isWords
    ? say('Your result is ready: text only, no audio.')
    : say('Your result is ready.')
  return {
    ...heard,
    text: hasAudio || !(isWords || isMore) ? heard.text : withoutSound,
    blocks: [...heard.blocks, ...findingsBlocks(outcome), ...transcript, ...soundsBlocks(outcome)],
  }
}
