import { type Clip, readClip } from '../../core/clip/clip.ts'
import { readGivenClip } from '../../core/clip/clip-field.ts'
import { type Asks, refusal } from '../../core/command/answer.ts'
import { defineAction } from '../../core/command/command.ts'
import { ownerOf, permissionName } from '../../core/command/consent.ts'
import type { Feature } from '../../core/command/feature.ts'
import { type Invocation, viewerOf } from '../../core/command/invocation.ts'
import { seenByName } from '../../core/command/seen-by.ts'
import type { RawValues } from '../../core/fields/field.ts'
import { isTheirs } from '../../core/job/access.ts'
import { mayHaveClip } from '../../core/job/find-job.ts'
import { isForRequesterAlone, type JobRecord } from '../../core/job/job.ts'
import { singableLyrics } from '../../core/outcome.ts'
import { say } from '../../core/text/say.ts'
import { music } from '../features/music.ts'
import { type JobPorts, jobField, withSharedJob } from './find.ts'

interface AgainOptions {
  ports: JobPorts
  features: readonly Feature[]
}

/** A request as another one's start. `lacks`: a clip was left out. */
interface Start {
  values: RawValues
  lacks: boolean
}

/**
 * Whether a clip of a member's own request is or may be another member's: they may no longer see the channel in which
 * they found it, and in older records it can be a file that was brought privately.
 */
const isOthers = (clip: Clip, { target }: Invocation): boolean =>
  ownerOf(clip, target.member) !== undefined || (clip.kind === 'upload' && clip.isOwnerLost === true)

/** A job's values without the clips that the member may not have. */
const withoutHidden = async (
  { ports: { jobList, canSee }, features }: AgainOptions,
  invocation: Invocation,
  job: JobRecord,
): Promise<Start> => {
  const looking = { target: viewerOf(invocation), mayManage: () => invocation.isAdmin, canSee }
  const isOwn = isTheirs(job, invocation.target)
  const fields = features.find(({ name }) => name === job.feature)?.fields ?? {}
  const values: Record<string, unknown> = {}
  let lacks = false
  for (const [name, value] of Object.entries(job.values)) {
    // A web address is text in a record.
    const clip = fields[name]?.control.kind === 'clip' ? readGivenClip(value) : readClip(value)
    const isSure = clip === undefined || (isOwn && !isOthers(clip, invocation))
    if (isSure || (await mayHaveClip(jobList, looking, clip, job.target))) values[name] = value
    else lacks = true
  }
  return { values, lacks }
}

/**
 * A request for another member: without what its requester said of their right to use clips. Those that the requester
 * brought are theirs.
 */
const forAnother = (
  { target }: JobRecord,
  { [permissionName]: _permission, ...values }: RawValues,
): RawValues =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const clip = readClip(value)
      const isRequesters = clip?.kind === 'upload' && clip.by === undefined && clip.isOwnerLost !== true
      return [name, isRequesters ? { ...clip, by: target.member } : value]
    }),
  )

/** A public job's audience is left out: the member who runs it again chooses it, or their default does. */
const startOf = async (options: AgainOptions, invocation: Invocation, job: JobRecord): Promise<Start> => {
  const kept = await withoutHidden(options, invocation, job)
  const values = isTheirs(job, invocation.target) ? kept.values : forAnother(job, kept.values)
  const { [seenByName]: _seenBy, ...others } = values
  return { values: isForRequesterAlone(job) ? values : others, lacks: kept.lacks }
}

/** What lacks a clip opens its form. */
const sameAs = async (
  options: AgainOptions,
  invocation: Invocation,
  job: JobRecord,
  edit: boolean,
): Promise<Asks> => {
  const { values, lacks } = await startOf(options, invocation, job)
  return {
    kind: 'asks',
    asked: { command: job.feature, values },
    edit: edit || lacks,
    withoutDefaults: true,
    ...(lacks && {
      readFirst: say("That clip is another member's, and you can't see it here. Add one of your own."),
    }),
  }
}

/** Runs the same request again; the member who clicks pays. */
export const createAgainAction = (features: readonly Feature[]) =>
  defineAction({
    name: 'again',
    summary: 'Run a job again (uses credits)',
    changesNothing: true,
    fields: { job: jobField('jobs') },
    run: ({ job: typed }, invocation, jobs: JobPorts) =>
      withSharedJob(jobs, invocation, typed, (job) =>
        sameAs({ ports: jobs, features }, invocation, job, false),
      ),
  })

/** Opens the form of the same request, filled in. */
export const createEditAction = (features: readonly Feature[]) =>
  defineAction({
    name: 'edit',
    summary: 'Edit a job and run it again',
    changesNothing: true,
    fields: { job: jobField('jobs') },
    run: ({ job: typed }, invocation, jobs: JobPorts) =>
      withSharedJob(jobs, invocation, typed, (job) =>
        sameAs({ ports: jobs, features }, invocation, job, true),
      ),
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
  changesNothing: true,
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
