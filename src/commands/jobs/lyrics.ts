import { type Answer, refusal, toReader } from '../../core/command/answer.ts'
import { type Action, defineAction } from '../../core/command/command.ts'
import type { Feature } from '../../core/command/feature.ts'
import type { Invocation } from '../../core/command/invocation.ts'
import { isNothingForOthers } from '../../core/job/audience.ts'
import { isShown, type JobRecord } from '../../core/job/job.ts'
import { aboutJob } from '../../core/job/job-texts.ts'
import { jobName } from '../../core/job-id.ts'
import type { Block, ResultMessage } from '../../core/message/message.ts'
import { lyricsOf } from '../../core/outcome.ts'
import { say } from '../../core/text/say.ts'
import { onOneLine } from '../../core/text/text.ts'
import { type JobPorts, jobField, withSharedJob } from './find.ts'

/** A longer text does not fit every private message. */
const fitsLength = 9_000

const documentOf = (title: string, number: number | undefined, words: string): Block => ({
  kind: 'document',
  name: number === undefined ? `${title}.txt` : `${title} take ${number}.txt`,
  title:
    number === undefined ? `“${title}”` : say('Take {{number}}: {{name}}', { number, name: `“${title}”` }),
  text: `${words.trim()}\n`,
})

const lyricsAnswer = (job: JobRecord, feature: Feature | undefined, { target }: Invocation): Answer => {
  const all = job.outcome === undefined ? [] : lyricsOf(job.outcome)
  if (all.length === 0) return refusal(say('That result has no lyrics.'))
  const length = all.reduce((sum, { words }) => sum + words.length, 0)
  const notes: Block[] =
    length > fitsLength && isShown(job)
      ? [{ kind: 'note', text: say('The full lyrics are in the text file posted with the result.') }]
      : []
  const name = aboutJob(job, feature) ?? jobName(job.id)
  const documents = all.map(({ take, words }) => {
    const title = onOneLine(job.outcome?.outputs[take - 1]?.title ?? name)
    return documentOf(title, all.length > 1 ? take : undefined, words)
  })
  const message: ResultMessage = {
    text: say('Lyrics for “{{name}}”.', { name }),
    tone: 'info',
    blocks: [...notes, ...documents],
  }
  return toReader(message, isNothingForOthers([job], target))
}

/** The full lyrics of a result, shown only to the member who asks. */
export const createLyricsAction = (features: readonly Feature[]): Action<JobPorts> =>
  defineAction({
    name: 'lyrics',
    summary: 'Read the lyrics of a result',
    changesNothing: true,
    fields: { job: jobField('jobs_with_words') },
    run: ({ job: typed }, invocation, jobs: JobPorts) =>
      withSharedJob(jobs, invocation, typed, (job) => {
        const feature = features.find(({ name }) => name === job.feature)
        return lyricsAnswer(job, feature, invocation)
      }),
  })
