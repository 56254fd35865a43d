import { z } from 'zod'
import { clipName } from '../clip/clip.ts'
import type { GivenClip } from '../clip/clip-field.ts'
import { jobName, readTakeName } from '../job-id.ts'
import type { JobRecord } from './job.ts'

/** The note of a job with the clips that it was made from, as JSON. Older records and jobs without clips have none. */
export const lineageNote = 'made_from'

const source = z.object({ job: z.string().optional(), by: z.string().optional(), name: z.string() })

/**
 * A clip that a job was made from. `job` made it, unless it is a member's file. `by` is the member who posted it or had
 * it made; undefined if it came with the request.
 */
export type Source = Readonly<z.infer<typeof source>>

/** The notes of a new job about its clips. Web addresses say nothing of their author. */
export const lineageNotes = (clips: readonly GivenClip[]): JobRecord['notes'] => {
  const sources = clips.flatMap(({ clip }): Source[] => {
    if (clip.kind === 'link') return []
    const take = clip.kind === 'result' ? readTakeName(clip.take ?? '') : undefined
    const job = clip.kind === 'upload' ? clip.job : take?.job
    return [{ job, by: clip.by, name: clipName(clip) }]
  })
  const isKnown = sources.some(({ job, by }) => job !== undefined || by !== undefined)
  return isKnown ? { [lineageNote]: JSON.stringify(sources) } : {}
}

/** The clips that a job was made from, in the order of its fields. */
export const sourcesOf = ({ notes }: Pick<JobRecord, 'notes'>): readonly Source[] =>
  z.array(source).parse(JSON.parse(notes[lineageNote] ?? '[]'))

/**
 * The notes of a new job that shows this job's result again: what it shows, and whose that is. A result that is shown
 * again once more keeps its first job.
 */
export const copyNotes = ({
  id,
  target,
  outcome,
  notes,
}: Pick<JobRecord, 'id' | 'target' | 'outcome' | 'notes'>): JobRecord['notes'] => {
  const known = outcome?.mark === undefined ? undefined : notes[lineageNote]
  const title = outcome?.outputs.find((output) => output.title !== undefined)?.title
  const origin: Source = { job: id, by: target.member, name: title ?? jobName(id) }
  return { [lineageNote]: known ?? JSON.stringify([origin]) }
}

/**
 * The member who had a job's result made. Showing it again doesn't change its owner; only such a job's outcome has a
 * mark. What was made from other clips is its requester's.
 */
export const authorOf = ({
  target,
  outcome,
  notes,
}: Pick<JobRecord, 'target' | 'outcome' | 'notes'>): string =>
  (outcome?.mark === undefined ? undefined : sourcesOf({ notes })[0]?.by) ?? target.member

/** The note of a job with the owners of its clips who have to be told of it, as JSON. Other jobs have none. */
export const ownersNote = 'owners_to_tell'

/** The notes of a new job about the owners who have to be told of it. */
export const ownersNotes = (owners: readonly string[]): JobRecord['notes'] =>
  owners.length === 0 ? {} : { [ownersNote]: JSON.stringify(owners) }

/** The owners of a job's clips who have to be told of it. */
export const ownersToTell = ({ notes }: Pick<JobRecord, 'notes'>): readonly string[] =>
  z.array(z.string()).parse(JSON.parse(notes[ownersNote] ?? '[]'))
