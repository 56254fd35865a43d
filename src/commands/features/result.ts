import { defineFreeFeature } from '../../core/command/feature.ts'
import type { ResultPart } from '../../core/command/prepared-request.ts'
import { type ConversionType, conversionTypes } from '../../core/endpoints/conversion-type.ts'
import type { Problem } from '../../core/fields/field.ts'
import { choice, integer, listed, optional, text, toggle } from '../../core/fields/field-builders.ts'
import { jobName } from '../../core/job-id.ts'
import { declared, say, sayDeclared } from '../../core/text/say.ts'
import { resultView } from './views/result-view.ts'

const familyLabels = {
  MUSIC_AI: declared('Music'),
  TEXT_TO_SPEECH: declared('Speech'),
  VOICE_CONVERSION: declared('New voice'),
  EXTRACTION: declared('Extraction'),
  COVER: declared('Cover song'),
  STEMS_SEPARATION: declared('Stems'),
  VOCAL_EXTRACTION: declared('Vocals'),
  DENOISING: declared('Noise removal'),
  DEECHO: declared('Echo removal'),
  DEREVERB: declared('Reverb removal'),
  SOUND_GENERATOR: declared('Sound effect'),
  AUDIO_TRANSCRIPTION: declared('Transcript'),
  AUDIO_SPEED_CHANGER: declared('Changed speed'),
  AUDIO_MASTERING: declared('Mastered clip'),
  AUDIO_CUTTER: declared('Trimmed clip'),
  REMIX: declared('Remixed clip'),
  FILE_CONVERT: declared('Converted file'),
  KEY_BPM_EXTRACTION: declared('Key and tempo'),
  AUDIO_TO_MIDI: declared('MIDI'),
  EXTEND: declared('Extended song'),
  INPAINT: declared('Redone clip'),
  SING_OVER_INSTRUMENTAL: declared('Song over an instrumental'),
  LYRICS_GENERATOR: declared('Lyrics'),
} as const satisfies Record<ConversionType, string>

/** The most files that the service ever made of one task: stems have a file each. */
const takeNumberMax = 20

interface Meant {
  job: string | undefined
  family: ConversionType | undefined
  task: string | undefined
  conversion: string | undefined
}

/** Exactly one result has to be named, in one way. */
const meantProblems = ({ job, family, task, conversion }: Meant): Problem[] => {
  const given = Object.entries({ job, task, conversion }).filter(([, value]) => value !== undefined)
  if (given.length === 0)
    return [{ field: 'job', text: say('Fill in Job, or Family with Task or Conversion.') }]
  if (given.length > 1)
    return given.slice(1).map(([field]) => ({
      field,
      text: say('Fill in only one: Job, Task or Conversion.'),
    }))
  if (job === undefined && family === undefined)
    return [{ field: 'family', text: say('Task and Conversion need Family too.') }]
  return job !== undefined && family !== undefined
    ? [{ field: 'family', text: say("Family can't be used with Job. Leave it out.") }]
    : []
}

const wayTo = ({ job = '', family, task, conversion = '' }: Meant, part: ResultPart) =>
  family === undefined
    ? ({ obtains: 'kept', jobId: job, part } as const)
    : ({
        obtains: 'look_up',
        conversionType: family,
        part,
        task: task === undefined ? { conversionId: conversion.trim() } : task.trim(),
      } as const)

const askedFor = ({ job, family, task, conversion }: Meant) => [
  ...(job === undefined ? [] : [{ label: say('Job'), value: jobName(job) }]),
  ...(family === undefined ? [] : [{ label: say('Family'), value: sayDeclared(familyLabels[family]) }]),
  ...(task === undefined ? [] : [{ label: say('Task'), value: task }]),
  ...(conversion === undefined ? [] : [{ label: say('Conversion'), value: conversion }]),
]

/** An existing result, shown again for free: by GET /v1/byId or from a job's record. */
export const result = defineFreeFeature({
  name: 'result',
  summary: 'Show a result again',
  topic: 'results',
  example: { values: {} },
  product: 'your result',
  formTitle: 'Show a result',
  usualSeconds: 5,
  fields: {
    job: optional(
      listed({
        label: 'Job',
        help: 'Job that made it',
        list: 'jobs_with_result',
        lengthMax: 100,
      }),
    ),
    take: optional(
      integer({ label: 'Take', help: 'Which take to show (default: all)', min: 1, max: takeNumberMax }),
    ),
    wav: optional(toggle({ label: 'WAV', help: 'Get it as WAV' })),
    family: optional(
      choice({
        label: 'Family',
        help: 'Kind of result, for a task or conversion',
        choices: conversionTypes.map((value) => ({ value, label: familyLabels[value] })),
      }),
    ),
    task: optional(text({ label: 'Task', help: "The audio service's task ID", isId: true })),
    conversion: optional(text({ label: 'Conversion', help: "The audio service's output ID", isId: true })),
  },
  asksFirst: ['job', 'take', 'wav'], // the rest is for members who know the audio service's own names
  check: meantProblems,
  find: (input) => wayTo(input, { take: input.take, asWav: input.wav === true }),
  view: (outcome, input) => resultView(outcome, askedFor(input)),
})
