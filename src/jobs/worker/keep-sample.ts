import { listedVoiceNote, sampleBytesMax, sampledVoice } from '../../core/command/voice-samples.ts'
import { AppError } from '../../core/errors.ts'
import { type JobRecord, resultMark } from '../../core/job/job.ts'
import type { ResultMessage } from '../../core/message/message.ts'
import type { JobDeps } from '../job-deps.ts'

/**
 * Keeps the file of a voice's sample before it is posted, so that a crash in between costs nobody a second one. Only
 * voices of the service's list are kept. A sample that is too large or can't be read is posted like any result.
 */
export const keepSample = async (
  { voiceSamples, lists, download, features, log }: JobDeps,
  job: JobRecord,
  { blocks }: ResultMessage,
): Promise<void> => {
  const voice = sampledVoice(job.feature, job.values)
  const audio = blocks.find((block) => block.kind === 'audio')
  if (voice === undefined || audio === undefined) return
  try {
    if (job.notes[listedVoiceNote] !== voice) {
      const { choices } = await lists.voices(job.target, voice)
      if (!choices.some(({ value }) => value === voice)) return
    }
    const mark = resultMark(job, features.get(job.feature)?.conversionType)
    const { url, name } = audio.file
    const data = await download(url, sampleBytesMax, mark)
    if (data.byteLength > sampleBytesMax) return
    const ending = name.slice(name.lastIndexOf('.') + 1)
    await voiceSamples.keep(voice, { extension: /^\w{1,5}$/.test(ending) ? ending : 'mp3', data })
  } catch (error) {
    if (error instanceof AppError && error.code === 'step_over') throw error
    log.info("a voice's sample was not kept", { job: job.id, reason: String(error) })
  }
}
