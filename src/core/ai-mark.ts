import { jobName } from './job-id.ts'

/** How files come about, by the IPTC's own names: https://cv.iptc.org/newscodes/digitalsourcetype */
export const digitalSources = [
  'trainedAlgorithmicMedia',
  'compositeWithTrainedAlgorithmicMedia',
  'algorithmicallyEnhanced',
] as const
export type DigitalSource = (typeof digitalSources)[number]

/** What the tags of a file say: that it was made with AI, by which job, and how. Nothing of a member's. */
export interface AiMark {
  job: string
  /** The model that was chosen; undefined where none was. */
  model?: string | undefined
  source: DigitalSource
}

/** One tag of a file, in ASCII. */
export interface MarkField {
  name: string
  value: string
}

/** Begins the comment of every marked file, by which an earlier one is known. */
export const markBeginning = 'Made with AI (Tunesmith job '

/** Every container can carry it, whatever the encoding of its other tags. */
const inAscii = (text: string): string => text.replaceAll(/[^ -~]/g, '?')

/** The tag for people, such as "Made with AI (Tunesmith job 3f2akd7c, model v7-pro)". */
export const markComment = ({ job, model }: AiMark): string => {
  const chosen = model === undefined ? '' : `, model ${inAscii(model)}`
  return `${markBeginning}${inAscii(jobName(job))}${chosen})`
}

/** The names of the tags for programs. */
export const markNames = ['DIGITALSOURCETYPE', 'TUNESMITH_JOB', 'TUNESMITH_MODEL'] as const

/** The tags for programs. */
export const markFields = ({ job, model, source }: AiMark): readonly MarkField[] => {
  const [ofSource, ofJob, ofModel] = markNames
  return [
    { name: ofSource, value: `http://cv.iptc.org/newscodes/digitalsourcetype/${source}` },
    { name: ofJob, value: inAscii(job) },
    ...(model === undefined ? [] : [{ name: ofModel, value: inAscii(model) }]),
  ]
}
