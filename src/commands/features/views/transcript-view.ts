import { type Cue, hasWords, readSrt, wordsOf, writeVtt } from '../../../core/clip/subtitles.ts'
import type { AskedFact } from '../../../core/command/feature.ts'
import type { Block, ResultMessage } from '../../../core/message/message.ts'
import type { Outcome } from '../../../core/outcome.ts'
import { say } from '../../../core/text/say.ts'
import { excerpt } from './excerpt.ts'

/** How a transcript was requested. */
export interface TranscriptKind {
  /** The only format wanted; without it, the service sent subtitles and all formats are made from them. */
  format: 'plain_text' | 'formatted_text' | 'srt' | 'vtt' | undefined
  isTranslated: boolean
  /** The clip's name; undefined if it is not known. */
  clipName?: string | undefined
  asked: readonly AskedFact[]
}

const endings = { plain_text: 'txt', formatted_text: 'txt', srt: 'srt', vtt: 'vtt' } as const

const file = (name: string, text: string): Block => ({
  kind: 'document',
  name,
  isFile: true,
  text: text.endsWith('\n') ? text : `${text}\n`,
})

/** The words of a transcript, with the names of their files and whether they are a translation. */
interface Written {
  name: string
  words: string
  isEnglish: boolean
}

const transcriptTitle = ({ isEnglish }: Written): string =>
  isEnglish ? say('Transcript in English') : say('Transcript')

const filesOfCues = (written: Written, cues: readonly Cue[]): Block[] => {
  const { name, words: subtitles } = written
  const words = wordsOf(cues)
  return [
    excerpt(transcriptTitle(written), words),
    file(`${name}.txt`, words),
    file(`${name}.srt`, subtitles),
    file(`${name}.vtt`, writeVtt(cues)),
  ]
}

/** Every file that can be made from the words; unreadable subtitles are passed on as they came. */
const filesOf = (written: Written, { format }: TranscriptKind): Block[] => {
  const { name, words } = written
  const shown = excerpt(transcriptTitle(written), words)
  if (format !== undefined) {
    const isText = endings[format] === 'txt'
    return [...(isText ? [shown] : []), file(`${name}.${endings[format]}`, words)]
  }
  const cues = readSrt(words)
  return cues === undefined ? [shown, file(`${name}.txt`, words)] : filesOfCues(written, cues)
}

/** A transcript without words may still have a file at the service. */
const withoutWords = ({ outputs }: Outcome, { asked }: TranscriptKind): ResultMessage => {
  const urls = outputs.flatMap(({ audioUrl }) => audioUrl ?? [])
  return {
    text: say('Your transcript came back empty.'),
    tone: 'done',
    blocks: [
      { kind: 'line', facts: asked },
      ...urls.map(
        (url): Block => ({ kind: 'note', text: say('File from the audio service: {{url}}', { url }) }),
      ),
    ],
  }
}

const readyText = ({ isTranslated, clipName: name }: TranscriptKind): string => {
  if (name === undefined)
    return isTranslated
      ? say('Your transcript is ready, translated into English.')
      : say('Your transcript is ready.')
  return isTranslated
    ? say('Your transcript of “{{name}}” is ready, translated into English.', { name })
    : say('Your transcript of “{{name}}” is ready.', { name })
}

/** The text, if it has words: subtitles of a clip without speech have none. */
export const withWords = (text: string | undefined): string | undefined =>
  text !== undefined && hasWords(text) ? text : undefined

/** Shows a transcript: as many of the words as fit, and files for reading, for players and for editors. */
export const transcriptView = (outcome: Outcome, kind: TranscriptKind): ResultMessage => {
  const transcription = withWords(outcome.transcription)
  const translation = withWords(outcome.translation)
  if (transcription === undefined && translation === undefined) return withoutWords(outcome, kind)
  const isEnglish = kind.isTranslated && translation === undefined
  return {
    text: readyText(kind),
    tone: 'done',
    blocks: [
      { kind: 'line', facts: kind.asked },
      ...(transcription === undefined
        ? []
        : filesOf({ name: 'transcript', words: transcription, isEnglish }, kind)),
      ...(translation === undefined
        ? []
        : filesOf({ name: 'translation', words: translation, isEnglish: true }, kind)),
    ],
  }
}
