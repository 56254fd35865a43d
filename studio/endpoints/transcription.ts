import { taskEndpoints } from '../../src/core/endpoints/audio-endpoints.ts'
import { type ClipSource, clipPathOf } from '../clips/clip-source.ts'
import type { TranscriptionOrder } from '../renderings/transcription.ts'
import { withOutput } from '../tasks/task.ts'
import { isLanguage } from '../transcription/languages.ts'
import { defineWork, rendering } from '../work.ts'

type TranscriptionWork = Omit<TranscriptionOrder, 'clipPath'> & { readonly clip: ClipSource }

const written = rendering(
  'transcription',
  async () => (await import('../renderings/transcription.ts')).renderTranscription,
)

/** Writes down the words that a clip's tags have; the result is a text file, and the same text in the record. */
export const transcription = defineWork(taskEndpoints.transcription, {
  renders: [written],
  take: ({ language, translate, transcription_format, word_timestamps }, { clips }) =>
    language === '' || isLanguage(language)
      ? {
          order: {
            clip: clips.audio,
            format: transcription_format ?? 'plain_text',
            withWordTimes: word_timestamps,
            translate,
            language,
          },
        }
      : { problem: 'language must be a language such as en, or empty to have it found out' },
  make: async (studio, task, { clip, ...order }: TranscriptionWork) => {
    const conversionId = task.outputs[0]?.conversionId ?? ''
    const clipPath = await clipPathOf(clip, studio)
    const made = await studio.renderer.render(written, { ...order, clipPath }, conversionId)
    await studio.tasks.update(task.taskId, (latest) => ({
      ...withOutput(latest, 0, {
        timedLyrics: made.timedWords,
        durationSeconds: made.durationSeconds,
        audioUrl: studio.fileUrl(`${conversionId}.${made.fileEnding}`),
      }),
      transcription: made.text,
      message: made.message,
    }))
  },
})
