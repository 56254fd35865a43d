import { type Clip, readClip } from '../../core/clip/clip.ts'
import { type Asks, refusal } from '../../core/command/answer.ts'
import { defineAction } from '../../core/command/command.ts'
import { permissionName } from '../../core/command/consent.ts'
import { type Invocation, viewerOf } from '../../core/command/invocation.ts'
import { seenByName } from '../../core/command/seen-by.ts'
import type { RawValues } from '../../core/fields/field.ts'
import { accessTo, isTheirs } from '../../core/job/access.ts'
import { findJob } from '../../core/job/find-job.ts'
import { isForRequesterAlone, type JobRecord } from '../../core/job/job.ts'
import { readTakeName } from '../../core/job-id.ts'
import { singableLyrics } from '../../core/outcome.ts'
import type { Target } from '../../core/target.ts'
import { say } from '../../core/text/say.ts'
import { music } from '../features/music.ts'
import { type JobPorts, jobField, withSharedJob } from './find.ts'

/** Whether a member sees the message that has a clip, or the result that it is. */
const seesClip = async (
  { jobList, canSee }: JobPorts,
  invocation: Invocation,
  { platform, server, member }: Target,
  clip: Clip,
): Promise<boolean> => {
  const viewer = viewerOf(invocation)
  if (clip.kind === 'link') return false
  if (clip.kind === 'upload')
    return (
      clip.message !== undefined &&
      (await canSee(viewer, { platform, server, channel: clip.message.channel, member }))
    )
  const take = readTakeName(clip.take ?? '')
  if (take === undefined) return true
  const looking = { target: viewer, mayManage: () => invocation.isAdmin, canSee }
  return (await findJob(jobList, looking, take.job, 'use_result')).status === 'found'
}

/** What they see is looked up only if it makes a difference. */
const mayHave = async (
  ports: JobPorts,
  invocation: Invocation,
  job: JobRecord,
  clip: Clip,
): Promise<boolean> => {
  const at = (seesPlace: boolean) =>
    accessTo({ kind: 'clip_of_job', clip }, { target: viewerOf(invocation), seesPlace }) === 'allowed'
  return at(false) || (at(true) && at(await seesClip(ports, invocation, job.target, clip)))
}

/** A request as another one's start. `lacks`: a clip was left out. */
interface Start {
  values: RawValues
  lacks: boolean
}

/**
 * A request for another member: without clips that they may not have, and without what its requester said of their
 * right to use any. The clips that the requester brought are theirs.
 */
const forAnother = async (ports: JobPorts, invocation: Invocation, job: JobRecord): Promise<Start> => {
  const { [permissionName]: _permission, ...others } = job.values
  const values: Record<string, unknown> = {}
  let lacks = false
  for (const [name, value] of Object.entries(others)) {
    const clip = readClip(value)
    if (clip !== undefined && !(await mayHave(ports, invocation, job, clip))) {
      lacks = true
      continue
    }
    const isRequesters = clip?.kind === 'upload' && clip.by === undefined && clip.isOwnerLost !== true
    values[name] = isRequesters ? { ...clip, by: job.target.member } : value
  }
  return { values, lacks }
}

/** A public job's audience is left out: the member who runs it again chooses it, or their default does. */
const startOf = async (ports: JobPorts, invocation: Invocation, job: JobRecord): Promise<Start> => {
  const { values, lacks } = isTheirs(job, invocation.target)
    ? { values: job.values, lacks: false }
    : await forAnother(ports, invocation, job)
  const { [seenByName]: _seenBy, ...others } = values
  return { values: isForRequesterAlone(job) ? values : others, lacks }
}

/** What lacks a clip opens its form. */
const sameAs = async (
  ports: JobPorts,
  invocation: Invocation,
  job: JobRecord,
  edit: boolean,
): Promise<Asks> => {
  const { values, lacks } = await startOf(ports, invocation, job)
  return {
    kind: 'asks',
    asked: { command: job.feature, values },
    edit: edit || lacks,
    withoutDefaults: true,
    ...(lacks && { readFirst: say('Another member brought the clip privately. Add one of your own.') }),
  }
}

/** Runs the same request again; the member who clicks pays. */
export const againAction = defineAction({
  name: 'again',
  summary: 'Run a job again (uses credits)',
  fields: { job: jobField('jobs') },
  run: ({ job: typed }, invocation, jobs: JobPorts) =>
    withSharedJob(jobs, invocation, typed, (job) => sameAs(jobs, invocation, job, false)),
})

/** Opens the form of the same request, filled in. */
export const editAction = defineAction({
  name: 'edit',
  summary: 'Edit a job and run it again',
  fields: { job: jobField('jobs') },
  run: ({ job: typed }, invocation, jobs: JobPorts) =>
    withSharedJob(jobs, invocation, typed, (job) => sameAs(jobs, invocation, job, true)),
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
