import {
  fullTranscription,
  germanText,
  germanTranscription,
  plainTranscription,
  spokenText,
  type TextFormat,
  textFormats,
  transcribedAs,
  uploadedTranscription,
} from '../orders.ts'
import { refusalRows, refusalsOf } from '../refusing.ts'
import type { Order } from '../requests.ts'
import { demand, documented, type Row, seenElsewhere, shown } from '../row.ts'
import type { Service } from '../service.ts'
import { type Fields, textOf } from '../values.ts'

const isAddress = (value: string): boolean => /^https?:\/\/\S+$/.test(value)

/**
 * The texts of a record, and of the text files it names: it is not said which
 * field carries the transcription.
 */
const textsOf = async (service: Service, conversion: Fields): Promise<readonly string[]> => {
  const { webhook_url: _given, ...rest } = conversion
  const texts = Object.values(rest).filter((value) => typeof value === 'string')
  const files = texts.filter((value) => isAddress(value) && /\.(?:txt|srt|vtt|json)$/.test(value))
  const fetched = await Promise.all(
    files.map(async (address) => Buffer.from(await service.file(address)).toString()),
  )
  return [...fetched, ...texts.filter((value) => !isAddress(value))]
}

const words = (text: string): readonly string[] => text.toLowerCase().match(/[a-z]+/g) ?? []

/** How many of the spoken words a text has, as a share of 1. */
const shareOf = (text: string, spoken = spokenText): number => {
  const found = new Set(words(text))
  const wanted = words(spoken)
  return wanted.filter((word) => found.has(word)).length / wanted.length
}

/** Recognising speech may miss a word or two. */
const enough = 0.7

/** The text of a task's record that says what was spoken. Throws Differs where none does. */
const transcriptOf = async (service: Service, order: Order, spoken = spokenText): Promise<string> => {
  const conversion = await service.completed(order)
  const transcript = (await textsOf(service, conversion)).find((text) => shareOf(text, spoken) >= enough)
  demand(transcript !== undefined, `no text of the record says ${shown(spoken)}: ${shown(conversion)}`)
  return transcript
}

const forms: Readonly<Record<TextFormat, RegExp>> = {
  plain_text: /^[^<>]+$/,
  formatted_text: /^[^<>]+$/,
  srt: /^1\r?\n\d\d:\d\d:\d\d,\d{3} --> \d\d:\d\d:\d\d,\d{3}\r?\n/,
  vtt: /^WEBVTT[\s\S]*\d\d:\d\d\.\d{3} --> (?:\d\d:)?\d\d:\d\d\.\d{3}/,
}

const hasForm =
  (format: TextFormat): Row['check'] =>
  async (service) => {
    const transcript = await transcriptOf(service, transcribedAs(format))
    demand(forms[format].test(transcript), `it is ${shown(transcript)}`)
  }

const refused = refusalsOf('transcribe')

/** The rows about transcriptions. */
export const transcriptionRows: readonly Row[] = [
  documented('transcribe.audio_url', 'takes audio_url and writes what is said there', async (service) => {
    await transcriptOf(service, plainTranscription)
  }),
  documented('transcribe.audio_file', 'takes audio_file', async (service) => {
    await service.ended(uploadedTranscription)
  }),
  documented('transcribe.language', 'takes the language spoken', async (service) => {
    await transcriptOf(service, transcribedAs('plain_text'))
  }),
  documented('transcribe.language.empty', 'takes an empty language and finds it out', async (service) => {
    await transcriptOf(service, fullTranscription)
  }),
  documented('transcribe.translate', 'takes translate', async (service) => {
    await transcriptOf(service, fullTranscription)
  }),
  documented(
    'transcribe.translate.default',
    'translate is false unless given: German stays German',
    async (service) => {
      await transcriptOf(service, germanTranscription, germanText)
    },
  ),
  ...textFormats.flatMap((format) => [
    documented(
      `transcribe.transcription_format.${format}`,
      `transcription_format ${format} is written`,
      hasForm(format),
    ),
    documented(
      `transcribe.translation_format.${format}`,
      `takes translation_format ${format}`,
      async (service) => {
        await service.accepted(transcribedAs(format))
      },
    ),
  ]),
  documented('transcribe.word_timestamps', 'word_timestamps adds times of words', async (service) => {
    const [timed, plain] = [
      await service.completed(fullTranscription),
      await service.completed(plainTranscription),
    ]
    const sizeOf = (conversion: Fields): number => JSON.stringify(conversion).length
    demand(sizeOf(timed) > sizeOf(plain) + 100, `the record is ${shown(timed)}`)
  }),
  documented(
    'transcribe.webhook_url.result',
    'the call brings the result that byId shows',
    async (service) => {
      const brings = ({ body }: { body: unknown }): boolean => shareOf(JSON.stringify(body ?? '')) >= enough
      await transcriptOf(service, fullTranscription)
      const calls = await service.callbacks(fullTranscription, (came) => came.some(brings))
      demand(calls.some(brings), `none of ${calls.length} calls brings the transcription`)
    },
  ),
  ...refusalRows([
    ...(['transcription_format', 'translation_format'] as const).map((field) =>
      refused(
        `${field}.other`,
        `another ${field} is refused`,
        { [field]: 'docx' },
        { seenStatus: 400, source: field === 'translation_format' ? 'evidence' : 'document' },
      ),
    ),
  ]),
  seenElsewhere('transcribe.text', 'the record carries the transcription as text', async (service) => {
    const conversion = await service.completed(plainTranscription)
    const names = ['transcription', 'transcript', 'text', 'lyrics_1', 'lyrics']
    const found = names.find((name) => shareOf(textOf(conversion, name)) >= enough)
    demand(found !== undefined, `none of ${names.join(', ')} says ${shown(spokenText)}`)
  }),
]
