import assert from 'node:assert'
import type { ResultClip } from '../../core/clip/clip.ts'
import type { Feature } from '../../core/command/feature.ts'
import type { TaskRequest } from '../../core/command/prepared-request.ts'
import type { RawValues } from '../../core/fields/field.ts'
import { accessTo } from '../../core/job/access.ts'
import type { JobRecord } from '../../core/job/job.ts'
import { readTakeName } from '../../core/job-id.ts'
import { takeUrl } from '../../core/outcome.ts'
import { freshOutcome } from '../fresh-files.ts'
import type { JobDeps } from '../job-deps.ts'
import { readIfPossible } from '../wake.ts'
import { type FilesRead, goneText } from './clips.ts'
import { forResultOf } from './look-up.ts'

/** A request whose takes have addresses that work. `later`: the service could not be asked. */
export type FreshClips =
  | { status: 'fresh'; values: RawValues; prepared: TaskRequest }
  | Exclude<FilesRead, { status: 'read' }>

type Renewed = { status: 'found'; url: string } | { status: 'none' } | { status: 'later' }

/** The address that the service now has for a take of this account. */
const renewedUrl = async (deps: JobDeps, job: JobRecord, { take }: ResultClip): Promise<Renewed> => {
  const name = readTakeName(take ?? '')
  if (name === undefined) return { status: 'none' }
  const maker = await readIfPossible(deps, name.job)
  if (maker === undefined || maker === 'unreadable' || maker.outcome === undefined) return { status: 'none' }
  if (accessTo({ kind: 'record', job: maker }, job) !== 'allowed') return { status: 'none' }
  const { outcome } = maker
  const conversionType = deps.features.get(maker.feature)?.conversionType
  const use = { ...forResultOf(job), keyId: maker.keyId }
  const fresh = await freshOutcome(deps, { ...maker, outcome }, conversionType, use)
  if (fresh.status !== 'found') return fresh
  const url = takeUrl(fresh.outcome, name.number)
  return url === undefined || (await deps.isGone(url)) ? { status: 'none' } : { status: 'found', url }
}

/** Looks up new addresses for takes whose old ones no longer work, before the request is paid for. */
export const withFreshClips = async (
  deps: JobDeps,
  job: JobRecord,
  feature: Feature,
  prepared: TaskRequest,
): Promise<FreshClips> => {
  const renewed: Record<string, ResultClip> = {}
  for (const { field, clip } of prepared.clips) {
    if (clip.kind !== 'result' || !(await deps.isGone(clip.url))) continue
    const found = await renewedUrl(deps, job, clip)
    if (found.status === 'later') return { status: 'later' }
    if (found.status === 'none') return { status: 'refused', reason: goneText(clip.name) }
    renewed[field] = { ...clip, url: found.url }
  }
  if (Object.keys(renewed).length === 0) return { status: 'fresh', values: job.values, prepared }
  const values = { ...job.values, ...renewed }
  const read = feature.prepare(values)
  assert(
    read.ok && read.prepared.obtains === 'task',
    `${feature.name} does not take a clip of another address`,
  )
  return { status: 'fresh', values, prepared: read.prepared }
}
