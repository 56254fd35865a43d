import { type Asks, refusal } from '../../core/command/answer.ts'
import { defineAction } from '../../core/command/command.ts'
import { seenByName } from '../../core/command/seen-by.ts'
import type { RawValues } from '../../core/fields/field.ts'
import { isForRequesterAlone } from '../../core/job/audience.ts'
import type { JobRecord } from '../../core/job/job.ts'
import { singableLyrics } from '../../core/outcome.ts'
import { say } from '../../core/text/say.ts'
import { music } from '../features/music.ts'
import { jobField, type SharedJobs, withSharedJob } from './find.ts'

/**
 * What one asked to be seen by everybody, the next may want for themselves alone: that is theirs to say, or
 * their default's.
 */
const valuesOf = (job: JobRecord): RawValues => {
  const { [seenByName]: _seenBy, ...others } = job.values
  return isForRequesterAlone(job) ? job.values : others
}

const sameAs = (job: JobRecord, edit: boolean): Asks => ({
  kind: 'asks',
  asked: { command: job.feature, values: valuesOf(job) },
  edit,
  withoutDefaults: true,
})

/** The same request once more, paid by whoever asks now. */
export const againAction = defineAction({
  name: 'again',
  summary: 'Ask for the same once more; you pay for it',
  fields: { job: jobField('jobs') },
  run: ({ job: typed }, invocation, jobs: SharedJobs) =>
    withSharedJob(jobs, invocation, typed, (job) => sameAs(job, false)),
})

/** The form of the same request, filled in. */
export const editAction = defineAction({
  name: 'edit',
  summary: 'Change what was asked for, and ask for that',
  fields: { job: jobField('jobs') },
  run: ({ job: typed }, invocation, jobs: SharedJobs) =>
    withSharedJob(jobs, invocation, typed, (job) => sameAs(job, true)),
})

/** Whether a value would pass a field of the song's form as it is. */
const isFitting = (name: keyof typeof music.fields, value: unknown): boolean =>
  music.fields[name]?.schema.safeParse(value).success === true

/**
 * What a song with the words of a job is asked for with: what they were written for is what it is about, and
 * it is called as they are.
 */
const songOf = ({ values, outcome }: JobRecord, lyrics: string): RawValues => {
  const prompt = values.theme ?? values.prompt
  const title = values.title ?? outcome?.outputs.find((output) => output.title !== undefined)?.title
  return {
    ...(isFitting('prompt', prompt) && { prompt }),
    lyrics,
    ...(isFitting('title', title) && title !== undefined && { title }),
  }
}

/** The form of a song with the words of a job in it. */
export const singAction = defineAction({
  name: 'sing',
  summary: 'Have the words of a result sung',
  fields: { job: jobField('jobs_to_sing') },
  run: ({ job: typed }, invocation, jobs: SharedJobs) =>
    withSharedJob(jobs, invocation, typed, (job) => {
      const lyrics = job.outcome === undefined ? undefined : singableLyrics(job.outcome)
      return lyrics === undefined
        ? refusal(say('There are no words in that result that could be sung. Nothing was charged.'))
        : {
            kind: 'asks',
            asked: { command: music.name, values: songOf(job, lyrics) },
            edit: true,
            withoutDefaults: false,
          }
    }),
})
