import { readClip } from '../../core/clip/clip.ts'
import { type Asks, refusal } from '../../core/command/answer.ts'
import { defineAction } from '../../core/command/command.ts'
import { permissionName } from '../../core/command/consent.ts'
import type { Invocation } from '../../core/command/invocation.ts'
import { seenByName } from '../../core/command/seen-by.ts'
import type { RawValues } from '../../core/fields/field.ts'
import { isTheirs } from '../../core/job/access.ts'
import { isForRequesterAlone, type JobRecord } from '../../core/job/job.ts'
import { singableLyrics } from '../../core/outcome.ts'
import type { Target } from '../../core/target.ts'
import { say } from '../../core/text/say.ts'
import { music } from '../features/music.ts'
import { type JobPorts, jobField, withSharedJob } from './find.ts'

/**
 * The clips that a member brought with a request are theirs. For another member, so is what they said of their right to
 * use any.
 */
const forAnother = ({ values, target }: JobRecord): RawValues => {
  const { [permissionName]: _permission, ...others } = values
  return Object.fromEntries(
    Object.entries(others).map(([name, value]) => {
      const clip = readClip(value)
      const isTheirs = clip?.kind === 'upload' && clip.by === undefined && clip.isOwnerLost !== true
      return [name, isTheirs ? { ...clip, by: target.member } : value]
    }),
  )
}

/** A public job's audience is left out: the member who runs it again chooses it, or their default does. */
const valuesOf = (job: JobRecord, target: Target): RawValues => {
  const values = isTheirs(job, target) ? job.values : forAnother(job)
  const { [seenByName]: _seenBy, ...others } = values
  return isForRequesterAlone(job) ? values : others
}

const sameAs = (job: JobRecord, { target }: Invocation, edit: boolean): Asks => ({
  kind: 'asks',
  asked: { command: job.feature, values: valuesOf(job, target) },
  edit,
  withoutDefaults: true,
})

/** Runs the same request again; the member who clicks pays. */
export const againAction = defineAction({
  name: 'again',
  summary: 'Run a job again (uses credits)',
  fields: { job: jobField('jobs') },
  run: ({ job: typed }, invocation, jobs: JobPorts) =>
    withSharedJob(jobs, invocation, typed, (job) => sameAs(job, invocation, false)),
})

/** Opens the form of the same request, filled in. */
export const editAction = defineAction({
  name: 'edit',
  summary: 'Edit a job and run it again',
  fields: { job: jobField('jobs') },
  run: ({ job: typed }, invocation, jobs: JobPorts) =>
    withSharedJob(jobs, invocation, typed, (job) => sameAs(job, invocation, true)),
})

/** Whether a song's field would accept the value as it is. */
const isFitting = (name: keyof typeof music.fields, value: unknown): boolean =>
  music.fields[name]?.schema.safeParse(value).success === true

/** A song request for a job's lyrics: their theme becomes the prompt, and the title is kept. */
const songOf = ({ values, outcome }: JobRecord, lyrics: string): RawValues => {
  const prompt = values.theme ?? values.prompt
  const title = values.title ?? outcome?.outputs.find((output) => output.title !== undefined)?.title
  return {
    ...(isFitting('prompt', prompt) && { prompt }),
    lyrics,
    ...(isFitting('title', title) && title !== undefined && { title }),
  }
}

/** Opens the form of a song, filled in with a job's lyrics. */
export const singAction = defineAction({
  name: 'sing',
  summary: 'Sing the lyrics of a result',
  fields: { job: jobField('jobs_to_sing') },
  run: ({ job: typed }, invocation, jobs: JobPorts) =>
    withSharedJob(jobs, invocation, typed, (job) => {
      const lyrics = job.outcome === undefined ? undefined : singableLyrics(job.outcome)
      return lyrics === undefined
        ? refusal(say('That result has no lyrics to sing. Nothing was charged.'))
        : {
            kind: 'asks',
            asked: { command: music.name, values: songOf(job, lyrics) },
            edit: true,
            withoutDefaults: false,
          }
    }),
})
