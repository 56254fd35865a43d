import { z } from 'zod'
import { emptyOutput, type Task, type TaskOutput } from '../tasks/task.ts'

/** Stands for an output that a task does not have. */
const noOutput = emptyOutput('')

const outputShape = (position: 1 | 2) => ({
  [`conversion_id_${position}`]: z.string(),
  [`title_${position}`]: z.string(),
  [`lyrics_${position}`]: z.string(),
  [`lyrics_timestamped_${position}`]: z.string().describe('JSON: a list of {start, end, text, index} in ms'),
  [`sounds_${position}`]: z.string(),
  [`conversion_path_${position}`]: z.string().describe('Address of the file in standard quality'),
  [`conversion_path_wav_${position}`]: z.string().describe('Address of the WAV file'),
  [`conversion_duration_${position}`]: z.number().describe('Seconds'),
})

/** The shape of a conversion record; `''` stands for what is not made yet. */
export const conversion = z.object({
  task_id: z.string(),
  feature: z.string(),
  status: z.string().describe('IN_QUEUE, COMPLETED, ERROR or FAILED'),
  message: z.string(),
  webhook_url: z.string(),
  createdAt: z.string().describe('ISO 8601 with microseconds and an offset'),
  updatedAt: z.string().describe('As createdAt'),
  generation_completed_at: z.string().describe('Date, time with milliseconds, and the offset after a space'),
  ...outputShape(1),
  ...outputShape(2),
  album_cover_path: z.string(),
  album_cover_thumbnail: z.string(),
  is_streaming_request: z.boolean(),
  is_streaming_available: z.boolean(),
  conversion_cost: z
    .union([z.number(), z.string()])
    .optional()
    .describe('Credits it cost in the end; not in the interface description, but seen elsewhere'),
  transcription: z.string().optional().describe('The words of a transcription; seen elsewhere'),
})

/** ISO 8601 with microseconds and an offset: `2026-01-31T09:05:07.123000+00:00`. */
export const isoTimestamp = (timeMs: number): string => {
  const microseconds = Math.round((timeMs - Math.floor(timeMs)) * 1000)
  return new Date(timeMs).toISOString().replace('Z', `${String(microseconds).padStart(3, '0')}+00:00`)
}

/** Date, time with milliseconds, and the offset after a space: `2026-01-31 09:05:07.123 +00:00`. */
export const spacedTimestamp = (timeMs: number): string =>
  new Date(timeMs).toISOString().replace('T', ' ').replace('Z', ' +00:00')

const outputFields = (output: TaskOutput, position: 1 | 2): Record<string, unknown> => ({
  [`conversion_id_${position}`]: output.conversionId,
  [`title_${position}`]: output.title,
  [`lyrics_${position}`]: output.lyrics,
  [`lyrics_timestamped_${position}`]: output.timedLyrics,
  [`sounds_${position}`]: '',
  [`conversion_path_${position}`]: output.audioUrl,
  [`conversion_path_wav_${position}`]: output.wavUrl,
  [`conversion_duration_${position}`]: output.durationSeconds,
})

/** The documented fields of a look-up's conversion record, all of them, empty where nothing is made yet. */
export const conversionRecord = (task: Task): Record<string, unknown> => ({
  task_id: task.taskId,
  feature: task.feature,
  status: task.status,
  message: task.message,
  webhook_url: task.webhookUrl,
  createdAt: isoTimestamp(task.createdAtMs),
  updatedAt: isoTimestamp(task.updatedAtMs),
  generation_completed_at: task.completedAtMs === undefined ? '' : spacedTimestamp(task.completedAtMs),
  ...outputFields(task.outputs[0] ?? noOutput, 1),
  ...outputFields(task.outputs[1] ?? noOutput, 2),
  album_cover_path: task.coverUrl,
  album_cover_thumbnail: task.thumbnailUrl,
  is_streaming_request: false,
  is_streaming_available: false,
  ...(task.transcription !== '' && { transcription: task.transcription }),
})
