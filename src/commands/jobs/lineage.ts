import { type Answer, toReader } from '../../core/command/answer.ts'
import { type Action, defineAction } from '../../core/command/command.ts'
import type { Feature } from '../../core/command/feature.ts'
import { type Invocation, viewerOf } from '../../core/command/invocation.ts'
import { isNothingForOthers } from '../../core/job/audience.ts'
import { findJob } from '../../core/job/find-job.ts'
import type { JobRecord } from '../../core/job/job.ts'
import { aboutJobAmong } from '../../core/job/job-texts.ts'
import { type Source, sourcesOf } from '../../core/job/lineage.ts'
import { jobName } from '../../core/job-id.ts'
import { type Fact, type FactPiece, plainMessage } from '../../core/message/message.ts'
import { inRow } from '../../core/message/pieces.ts'
import { say } from '../../core/text/say.ts'
import { shortened } from '../../core/text/text.ts'
import { type EntryPorts, resultFact } from '../history/entry.ts'
import { jobField, withSharedJob } from './find.ts'

/** A longer chain fits no message, and a job that names itself has no end. */
const stepsMax = 15

const nameLength = 60

/** What a clip is: a job that the viewer can see, a job that they can't see or that is gone, or a member's file. */
type Ancestor = { kind: 'job'; job: JobRecord } | { kind: 'unknown' | 'file'; source: Source }

const ancestorOf = async (
  { jobList, canSee }: EntryPorts,
  invocation: Invocation,
  source: Source,
): Promise<Ancestor> => {
  if (source.job === undefined) return { kind: 'file', source }
  const looking = { target: viewerOf(invocation), mayManage: () => invocation.isAdmin, canSee }
  const found = await findJob(jobList, looking, source.job, 'use_result')
  return found.status === 'found' ? { kind: 'job', job: found.job } : { kind: 'unknown', source }
}

/** What a job was made from, what that was made from, and so on; the nearest first. */
const ancestorsOf = async (
  ports: EntryPorts,
  invocation: Invocation,
  job: JobRecord,
): Promise<readonly Ancestor[]> => {
  const found: Ancestor[] = []
  const met = new Set([job.id])
  const left = [...sourcesOf(job)]
  for (let source = left.shift(); source !== undefined && found.length < stepsMax; source = left.shift()) {
    if (source.job !== undefined && met.has(source.job)) continue
    const ancestor = await ancestorOf(ports, invocation, source)
    if (source.job !== undefined) met.add(source.job)
    if (ancestor.kind === 'job') left.push(...sourcesOf(ancestor.job))
    found.push(ancestor)
  }
  return found
}

const whoseText = ({ by }: Source): readonly FactPiece[] =>
  by === undefined ? [] : [{ kind: 'member', id: by }]

const sourceFact = (label: string, source: Source, more: readonly string[] = []): Fact => ({
  label,
  value: inRow(
    [say('“{{title}}”', { title: shortened(source.name, nameLength) }), ...whoseText(source), ...more],
    ' · ',
  ),
})

const lineageAnswer = async (
  ports: EntryPorts & { features: readonly Feature[] },
  invocation: Invocation,
  job: JobRecord,
): Promise<Answer> => {
  const name = aboutJobAmong(job, ports.features) ?? jobName(job.id)
  const ancestors = await ancestorsOf(ports, invocation, job)
  const isPersonal = isNothingForOthers([job], invocation.target)
  if (ancestors.length === 0)
    return toReader(plainMessage(say('“{{name}}” was made without a clip from here.', { name })), isPersonal)
  const entry = (one: JobRecord): Promise<Fact> =>
    resultFact(ports, invocation, { id: one.id, job: one }, { member: undefined, feature: undefined })
  const factOf = (ancestor: Ancestor): Fact | Promise<Fact> => {
    switch (ancestor.kind) {
      case 'job':
        return entry(ancestor.job)
      case 'unknown':
        return sourceFact(say('Result'), { ...ancestor.source, by: undefined }, [
          say("no longer stored, or in a place that you can't see"),
        ])
      case 'file':
        return sourceFact(say('File'), ancestor.source)
    }
  }
  const facts = await Promise.all(ancestors.toReversed().map(factOf))
  const message = plainMessage(say('What “{{name}}” was made from, oldest first.', { name }))
  return toReader(
    { ...message, blocks: [{ kind: 'facts', facts: [...facts, await entry(job)] }] },
    isPersonal,
  )
}

/** What a result was made from, and by which members: back to the first clip. */
export const createLineageAction = (features: readonly Feature[]): Action<EntryPorts> =>
  defineAction({
    name: 'lineage',
    summary: 'See which clips and members a result came from',
    changesNothing: true,
    fields: { job: jobField('jobs_with_result') },
    run: ({ job: typed }, invocation, ports: EntryPorts) =>
      withSharedJob(ports, invocation, typed, (job) =>
        lineageAnswer({ ...ports, features }, invocation, job),
      ),
  })
