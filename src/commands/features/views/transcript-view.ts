import { type Cue, hasWords, readSrt, wordsOf, writeVtt } from '../../../core/clip/subtitles.ts'
import type { AskedFact } from '../../../core/command/feature.ts'
import type { Block, ResultMessage } from '../../../core/message/message.ts'
import type { Outcome } from '../../../core/outcome.ts'
import { say } from '../../../core/text/say.ts'
import { excerpt } from './excerpt.ts'

/** How a transcript was asked for. */
export interface TranscriptKind {
  /** The one form that is wanted; without it, subtitles came and everything is made of them. */
  format: 'plain_text' | 'formatted_text' | 'srt' | 'vtt' | undefined
  isTranslated: boolean
  /** What the clip is called; undefined where nobody knows. */
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

/** Words as they were written down: what their files are called, and whether they are a translation. */
interface Written {
  name: string
  words: string
  isEnglish: boolean
}

const filesOfCues = ({ name, words: subtitles, isEnglish }: Written, cues: readonly Cue[]): Block[] => {
  const words = wordsOf(cues)
  return [
    excerpt(words, { isEnglish }),
    file(`${name}.txt`, words),
    file(`${name}.srt`, subtitles),
    file(`${name}.vtt`, writeVtt(cues)),
  ]
}

/** Everything that can be made of the words; what cannot be read is handed out as it came. */
const filesOf = (written: Written, { format }: TranscriptKind): Block[] => {
  const { name, words, isEnglish } = written
  const shown = excerpt(words, { isEnglish })
  if (format !== undefined) {
    const isText = endings[format] === 'txt'
    return [...(isText ? [shown] : []), file(`${name}.${endings[format]}`, words)]
  }
  const cues = readSrt(words)
  return cues === undefined ? [shown, file(`${name}.txt`, words)] : filesOfCues(written, cues)
}

/** Without its words a transcript may still have a file at the service. */
const withoutWords = ({ outputs }: Outcome, { asked }: TranscriptKind): ResultMessage => {
  const urls = outputs.flatMap(({ audioUrl }) => audioUrl ?? [])
  return {
    text: say('Your transcript is done, but no words came with it.'),
    tone: 'done',
    blocks: [
      { kind: 'facts', facts: asked },
      ...urls.map(
        (url): Block => ({ kind: 'note', text: say('The audio service keeps it here: {{url}}', { url }) }),
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

/** A text that says something: subtitles of a clip without speech do not. */
export const withWords = (text: string | undefined): string | undefined =>
  text !== undefined && hasWords(text) ? text : undefined

/**
 * How a transcript is shown: as much of the words as fits, and files for
 * reading, for players and for editors.
 */
export const transcriptView = (outcome: Outcome, kind: TranscriptKind): ResultMessage => {
  const transcription = withWords(outcome.transcription)
  const translation = withWords(outcome.translation)
  if (transcription === undefined && translation === undefined) return withoutWords(outcome, kind)
  const isEnglish = kind.isTranslated && translation === undefined
  return {
    text: readyText(kind),
    tone: 'done',
    blocks: [
      { kind: 'facts', facts: kind.asked },
      ...(transcription === undefined
        ? []
        : filesOf({ name: 'transcript', words: transcription, isEnglish }, kind)),
      ...(translation === undefined
        ? []
        : filesOf({ name: 'translation', words: translation, isEnglish: true }, kind)),
    ],
  }
}
