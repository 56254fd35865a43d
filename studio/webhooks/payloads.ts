import type { ConversionType } from '../../src/core/endpoints/conversion-type.ts'
import { type AudioName, audioField } from '../dialects/audio-names.ts'
import { costField } from '../dialects/cost-form.ts'
import { isoTimestamp } from '../http/conversion-record.ts'
import type { Task, TaskOutput } from '../tasks/task.ts'
import type { WebhookDialect } from './dialect.ts'
import type { News } from './news.ts'

type Json = Readonly<Record<string, unknown>>

/** Labels that are not just the words of the feature; the vendor's samples have them. */
const unlikeLabels: Partial<Readonly<Record<ConversionType, string>>> = {
  MUSIC_AI: 'Music AI',
  SOUND_GENERATOR: 'Sound Creator',
  KEY_BPM_EXTRACTION: 'Key BPM Extraction',
}

/** What `conversion_type` says: "Text To Speech", where a look-up says TEXT_TO_SPEECH. */
export const labelOf = (feature: ConversionType): string =>
  unlikeLabels[feature] ??
  feature
    .split('_')
    .map((word) => `${word.slice(0, 1)}${word.slice(1).toLowerCase()}`)
    .join(' ')

const audioNameOf: Partial<Readonly<Record<ConversionType, AudioName>>> = {
  AUDIO_MASTERING: 'output_file',
  AUDIO_CUTTER: 'output_file',
  EXTRACTION: 'audio_url as JSON',
  SOUND_GENERATOR: 'conversion_paths',
}

const messageOf: Partial<Readonly<Record<ConversionType, string>>> = {
  AUDIO_MASTERING: 'Audio Mastering Completed',
  AUDIO_CUTTER: 'Audio cutter completed',
}

const pairIds = ({ outputs }: Task): Json => ({
  conversion_id_1: outputs[0]?.conversionId ?? '',
  conversion_id_2: outputs[1]?.conversionId ?? '',
})

const head = (task: Task): Json => ({
  success: true,
  conversion_type: labelOf(task.feature),
  task_id: task.taskId,
})

const audioCall = (task: Task, output: TaskOutput | undefined): Json => ({
  ...head(task),
  conversion_id: output?.conversionId,
  conversion_path: output?.audioUrl,
  conversion_path_wav: output?.wavUrl,
  conversion_duration: output?.durationSeconds,
  is_flagged: false,
  reason: '',
  lyrics: output?.lyrics,
  lyrics_timestamped: output?.timedLyrics,
  title: output?.title,
  ...(task.feature === 'MUSIC_AI' && { album_cover_path: task.coverUrl }),
  // The vendor's sample of inpainting says remix as well.
  subtype: task.feature === 'MUSIC_AI' ? 'music_ai' : 'remix',
})

/** It names both outputs, and so has no conversion_id. */
const coverCall = (task: Task): Json => ({
  ...head(task),
  image_paths: [task.coverUrl],
  thumbnail_paths: [task.thumbnailUrl],
  image_path: task.coverUrl,
  thumbnail_path: task.thumbnailUrl,
  ...pairIds(task),
  album_cover_generator_output: true,
  subtype: 'album_cover_generation',
})

const transcriptionCall = (task: Task): Json => {
  const { conversionId, timedLyrics = '' } = task.outputs[0] ?? {}
  return {
    ...head(task),
    conversion_id: conversionId,
    transcription: task.transcription,
    translation: null,
    ...(timedLyrics !== '' && { word_timestamps: JSON.parse(timedLyrics) }),
  }
}

const resultCall = (task: Task, dialect: WebhookDialect): Json => {
  const [output] = task.outputs
  if (output === undefined || (task.feature === 'AUDIO_TRANSCRIPTION' && dialect.audioName === undefined))
    return transcriptionCall(task)
  const ownName = audioNameOf[task.feature] ?? 'conversion_path'
  const tellsCost = ownName === 'conversion_path' || ownName === 'audio_url as JSON'
  return {
    ...head(task),
    conversion_id: output.conversionId,
    ...audioField(dialect.audioName ?? ownName, output),
    ...costField(task.cost, dialect.cost ?? (tellsCost ? 'string' : 'absent')),
    ...(ownName !== 'output_file' && { conversion_duration: output.durationSeconds }),
    message: messageOf[task.feature] ?? 'Conversion Completed',
  }
}

/** The vendor's general sample, with what its callers expect of a failure. */
const generalCall = (task: Task, dialect: WebhookDialect): Json => {
  const [output] = task.outputs
  return {
    task_id: task.taskId,
    conversion_id: output?.conversionId,
    status: task.status,
    status_msg: task.message,
    conversion_type: task.feature,
    ...(output !== undefined && audioField(dialect.audioName ?? 'audio_url', output)),
    title: output?.title,
    ...(task.transcription !== '' && { transcription: task.transcription }),
    ...costField(task.cost, dialect.cost ?? 'number'),
    createdAt: isoTimestamp(task.createdAtMs),
    updatedAt: isoTimestamp(task.updatedAtMs),
  }
}

const failureCall = (task: Task, dialect: WebhookDialect): Json => {
  const ids = task.outputs.length === 1 ? { conversion_id: task.outputs[0]?.conversionId } : pairIds(task)
  return { ...head(task), success: false, ...ids, [dialect.failure ?? 'reason']: task.message }
}

const callOf = (task: Task, news: News, dialect: WebhookDialect): Json => {
  const isGeneral = dialect.form === 'general'
  switch (news.kind) {
    case 'audio':
      return audioCall(task, task.outputs[news.index])
    case 'streaming': {
      const { conversionId, audioUrl } = task.outputs[news.index] ?? {}
      return {
        ...head(task),
        subtype: 'audio_streaming',
        conversion_id: conversionId,
        streaming_url: audioUrl,
      }
    }
    case 'lyrics': {
      const { conversionId, timedLyrics } = task.outputs[news.index] ?? {}
      const subtype = 'lyrics_timestamped'
      return { ...head(task), conversion_id: conversionId, subtype, lyrics_timestamped: timedLyrics }
    }
    case 'cover':
      return coverCall(task)
    case 'result':
      return isGeneral ? generalCall(task, dialect) : resultCall(task, dialect)
    case 'failure':
      return isGeneral && dialect.failure === undefined
        ? generalCall(task, dialect)
        : failureCall(task, dialect)
  }
}

/** The body of a callback (JSON), in a dialect. */
export const payloadOf = (task: Task, news: News, dialect: WebhookDialect): Json => {
  const { subtype, ...call } = callOf(task, news, dialect)
  return subtype === undefined || dialect.hasSubtype === false ? call : { ...call, subtype }
}
