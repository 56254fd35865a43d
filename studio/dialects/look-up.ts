import { z } from 'zod'
import { conversionRecord, isoTimestamp } from '../http/conversion-record.ts'
import type { Task, TaskOutput } from '../tasks/task.ts'
import { audioField, audioNames } from './audio-names.ts'
import { costField, costForms } from './cost-form.ts'

const word = z.string().min(1)

/**
 * How look-ups differ from the interface description. It shows neither all statuses nor the record of a
 * feature with one output; these forms were seen in the vendor's pages and in what its callers handle.
 */
export const lookUpDialect = z
  .strictObject({
    /** single: the vendor's general sample, with conversion_id, status_msg and one file. */
    names: z.enum(['numbered', 'single']),
    /** Under which name the one file stands. */
    audioName: z.enum(audioNames),
    /** What stands for nothing. */
    nothing: z.enum(['empty', 'null', 'absent']),
    cost: z.enum(costForms),
    /** Both is_streaming_ fields. */
    isStreaming: z.boolean(),
    /** Additional fields, which only some features have. */
    more: z.record(z.string().min(1), z.json()),
    /**
     * Words in place of IN_QUEUE, of IN_QUEUE once there is a file, of COMPLETED, and of ERROR and FAILED.
     */
    waitingStatus: word,
    partialStatus: word,
    completedStatus: word,
    failedStatus: word,
    /** Of which outputs the files are told. */
    files: z.enum(['both', 'first', 'second', 'none']),
    /** Gives each file another address, as when its host has changed or signs addresses for a while. */
    signature: word,
  })
  .partial()

/** Only what differs; `{}` is the documented form. */
export type LookUpDialect = z.output<typeof lookUpDialect>

const statusIn = (task: Task, dialect: LookUpDialect): string => {
  switch (task.status) {
    case 'COMPLETED':
      return dialect.completedStatus ?? task.status
    case 'ERROR':
    case 'FAILED':
      return dialect.failedStatus ?? task.status
    case 'IN_QUEUE': {
      const isPartial = task.outputs.some(({ audioUrl }) => audioUrl !== '')
      const partialStatus = isPartial ? dialect.partialStatus : undefined
      return partialStatus ?? dialect.waitingStatus ?? task.status
    }
  }
}

const toldOutputs = { both: [0, 1], first: [0], second: [1], none: [] } as const

const withoutSome = (task: Task, files: keyof typeof toldOutputs): Task => {
  const told: readonly number[] = toldOutputs[files]
  const hide = (output: TaskOutput): TaskOutput => ({ ...output, audioUrl: '', wavUrl: '' })
  return {
    ...task,
    outputs: task.outputs.map((output, index) => (told.includes(index) ? output : hide(output))),
  }
}

const signed = (task: Task, signature: string | undefined): Task => {
  const sign = (url: string): string =>
    url === '' || signature === undefined ? url : `${url}?signature=${encodeURIComponent(signature)}`
  return {
    ...task,
    coverUrl: sign(task.coverUrl),
    thumbnailUrl: sign(task.thumbnailUrl),
    outputs: task.outputs.map((output) => ({
      ...output,
      audioUrl: sign(output.audioUrl),
      wavUrl: sign(output.wavUrl),
    })),
  }
}

type Json = Readonly<Record<string, unknown>>

const singleRecord = (task: Task, { audioName = 'audio_url' }: LookUpDialect): Json => {
  const [output] = task.outputs
  return {
    task_id: task.taskId,
    conversion_id: output?.conversionId ?? '',
    status: task.status,
    status_msg: task.message,
    ...(output !== undefined && audioField(audioName, output)),
    conversion_path_wav: output?.wavUrl ?? '',
    conversion_duration: output?.durationSeconds ?? 0,
    title: output?.title ?? '',
    lyrics: output?.lyrics ?? '',
    music_style: '',
    ...(task.transcription !== '' && { transcription: task.transcription }),
    createdAt: isoTimestamp(task.createdAtMs),
    updatedAt: isoTimestamp(task.updatedAtMs),
  }
}

const withNothing = (record: Json, nothing: 'empty' | 'null' | 'absent'): Json => {
  switch (nothing) {
    case 'empty':
      return record
    case 'null':
      return Object.fromEntries(
        Object.entries(record).map(([name, value]) => [name, value === '' ? null : value]),
      )
    case 'absent':
      return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== ''))
  }
}

/** What a look-up tells of a task, in a dialect. */
export const toldConversion = (task: Task, dialect: LookUpDialect): Json => {
  const seen = signed(withoutSome(task, dialect.files ?? 'both'), dialect.signature)
  const { isStreaming = false, cost = 'number' } = dialect
  const record =
    dialect.names === 'single'
      ? singleRecord(seen, dialect)
      : {
          ...conversionRecord(seen),
          is_streaming_request: isStreaming,
          is_streaming_available: isStreaming,
        }
  const told = {
    ...record,
    ...dialect.more,
    status: statusIn(task, dialect),
    ...costField(task.cost, cost),
  }
  return withNothing(told, dialect.nothing ?? 'empty')
}
