import { clipName } from '../../core/clip/clip.ts'
import { clip } from '../../core/clip/clip-field.ts'
import { defineFeature } from '../../core/command/feature.ts'
import { clipValue, requestTo } from '../../core/endpoints/api-request.ts'
import { taskEndpoints } from '../../core/endpoints/audio-endpoints.ts'
import type { Problem } from '../../core/fields/field.ts'
import { choice, listed, optional, toggle } from '../../core/fields/field-builders.ts'
import { declared, say, sayDeclared } from '../../core/text/say.ts'
import { shortened } from '../../core/text/text.ts'
import { transcriptView } from './views/transcript-view.ts'

/** Longer clip names are shortened. */
const nameLengthMax = 80

const endpoint = taskEndpoints.transcription

type Format = (typeof endpoint.fields.transcription_format.choices)[number]

const formatLabels = {
  plain_text: declared('Plain text'),
  formatted_text: declared('Formatted text'),
  srt: declared('SRT subtitles'),
  vtt: declared('WebVTT subtitles'),
} as const satisfies Record<Format, string>

/** Every other format can be made from this one, because it has the times. */
const formatUnlessGiven: Format = 'srt'

const hasTimes = (format: Format): boolean => format === 'srt' || format === 'vtt'

interface Asked {
  language: string | undefined
  translate: boolean | undefined
  format: Format | undefined
  word_timestamps: boolean | undefined
}

/** Options that the service would ignore, and still charge for. */
const ignored = ({ language, translate, format = formatUnlessGiven, ...asked }: Asked): Problem[] => {
  const problems: Problem[] = []
  if (asked.word_timestamps === true && !hasTimes(format)) {
    const text = say("{{format}} doesn't support word timestamps. Remove Word timestamps or Format.", {
      format: sayDeclared(formatLabels[format]),
    })
    problems.push({ field: 'word_timestamps', text })
  }
  if (translate === true && language === 'en') {
    const text = say("English doesn't need translating. Remove Translate or Language.")
    problems.push({ field: 'translate', text })
  }
  return problems
}

/**
 * The words of a clip: POST /v1/audio_transcribe. Its `translation_format` has no effect yet, so it is not offered.
 */
export const transcribe = defineFeature({
  name: 'transcribe',
  summary: 'Transcribe a clip',
  topic: 'clips',
  example: { values: { format: 'srt' } },
  product: 'your transcript',
  conversionType: endpoint.conversionType,
  outputsExpected: 'transcript',
  usualSeconds: 60,
  messageAction: 'Transcribe this clip',
  takeAction: 'Transcribe',
  fields: {
    clip: clip({ label: 'Clip', help: 'Audio file to transcribe' }),
    language: optional(
      listed({
        label: 'Language',
        help: 'Spoken language (default: detected)',
        list: 'languages',
        lengthMax: 60,
      }),
    ),
    translate: optional(toggle({ label: 'Translate', help: 'Translate to English' })),
    format: optional(
      choice({
        label: 'Format',
        help: 'File format (default: text and subtitles)',
        choices: endpoint.fields.transcription_format.choices.map((value) => ({
          value,
          label: formatLabels[value],
        })),
      }),
    ),
    word_timestamps: optional(
      toggle({ label: 'Word timestamps', help: 'Show the time of each word, not only each line' }),
    ),
  },
  check: ignored,
  usualPrice: 'transcription',
  priced: (input) => ({ price: 'transcription', clip: input.clip }),
  encode: (input) =>
    requestTo(endpoint, {
      ...clipValue('audio', input.clip),
      language: input.language,
      translate: input.translate,
      transcription_format: input.format ?? formatUnlessGiven,
      word_timestamps: input.word_timestamps,
    }),
  view: (outcome, input, asked) =>
    transcriptView(outcome, {
      format: input.format,
      isTranslated: input.translate === true,
      asked,
      clipName: input.clip.kind === 'link' ? undefined : shortened(clipName(input.clip), nameLengthMax),
    }),
})
