import { type Answer, privately } from '../../core/command/answer.ts'
import { defineAction } from '../../core/command/command.ts'
import type { Draft } from '../../core/command/draft.ts'
import type { Invocation } from '../../core/command/invocation.ts'
import { formatCredits } from '../../core/credits.ts'
import { optional, text } from '../../core/fields/field-builders.ts'
import { withoutCodes } from '../../core/job/callbacks.ts'
import type { JobRecord } from '../../core/job/job.ts'
import type { ListedJob } from '../../core/job/job-list.ts'
import type { JournalLine } from '../../core/ledger/journal.ts'
import { newestLines } from '../../core/ledger/newest-lines.ts'
import type { Block } from '../../core/message/message.ts'
import { accountOf } from '../../core/target.ts'
import { declared, say } from '../../core/text/say.ts'
import type { PrivacyPorts } from './ports.ts'

/** Small enough for a file that any chat takes and for the time that an answer has. */
const jobsPerRead = 20
const partLengthMax = 200_000
const pagesPerPart = 5
const fromLengthMax = 60

/** Where a part begins: among the jobs, after one of them, or among the journal's entries. */
type From = { of: 'jobs'; after: string | undefined } | { of: 'books'; before: string | undefined }

/** The first part of each is its bare name. Anything unreadable starts from the beginning. */
const readFrom = (typed: string): From => {
  const [, of, at] = /^(jobs|books)(?: (.+))?$/.exec(typed) ?? []
  if (of !== 'books') return { of: 'jobs', after: at }
  return { of, before: at !== undefined && /^\d+-\d+$/.test(at) ? at : undefined }
}

/** A part's number comes before its start, so that no two files have the same name. */
const readPart = (typed = ''): { number: number; from: From } => {
  const [, number, from = ''] = /^(?:(\d{1,4}) )?(.*)$/s.exec(typed) ?? []
  return { number: number === undefined ? 1 : Number(number), from: readFrom(from) }
}

const fromText = (from: From, number: number): string => {
  const at = from.of === 'jobs' ? from.after : from.before
  return `${number} ${from.of} ${at ?? ''}`.trim()
}

const iso = (atMs: number | undefined): string | undefined =>
  atMs === undefined ? undefined : new Date(atMs).toISOString()

/** A record without internal bookkeeping and without secrets. */
const exportedJob = (job: JobRecord) => ({
  id: job.id,
  feature: job.feature,
  state: job.state,
  askedAt: iso(job.createdAtMs),
  changedAt: iso(job.changedAtMs),
  submittedAt: iso(job.submittedAtMs),
  askedIn: job.target,
  message: job.message,
  asked: job.values,
  result: job.outcome,
  task: job.taskId,
  cancelledBy: job.cancelledBy,
  ending: job.ending,
  said: job.endingDetail === undefined ? undefined : withoutCodes(job.endingDetail),
  creditsHeld: formatCredits(job.held),
  creditsEstimated: job.estimate === undefined ? undefined : formatCredits(job.estimate),
  creditsUsed: job.settled === undefined ? undefined : formatCredits(job.settled),
  countedFor: job.scopes,
  notes: job.notes,
})

const exported = ({ id, job }: ListedJob): object =>
  job === undefined ? { id, unreadable: true } : exportedJob(job)

/** A draft without the clips on offer, which belong to the channel. */
const exportedForm = ({ command, action, values, target }: Draft) => ({
  command,
  action,
  filledIn: values,
  askedFor: target,
})

interface Part {
  contents: object
  next: From | undefined
}

const jobsPart = async (
  { records }: PrivacyPorts,
  { target }: Invocation,
  first: string | undefined,
): Promise<Part> => {
  const of = { account: accountOf(target), member: target.member }
  const jobs: object[] = []
  let length = 0
  let after = first
  do {
    const read = await records.walk(of, after, jobsPerRead)
    for (const job of read.jobs.map(exported)) {
      jobs.push(job)
      length += JSON.stringify(job).length
    }
    after = read.next
  } while (after !== undefined && length < partLengthMax)
  return {
    contents: { jobs },
    next: after === undefined ? { of: 'books', before: undefined } : { of: 'jobs', after },
  }
}

/** Whether an entry is about a member: their job, their limit, or a change they made. */
const isAbout = (line: JournalLine, member: string): boolean => {
  if (line.operation === 'unknown') return false
  if ('actor' in line && line.actor === member) return true
  switch (line.operation) {
    case 'manager':
    case 'block':
      return line.member === member
    case 'member_limit':
      return line.scopeId === member
    case 'grant':
    case 'take':
      return line.scope?.kind === 'member' && line.scope.id === member
    case 'starter':
    case 'limit':
    case 'channel_limit':
    case 'group_limit':
    case 'group_each_limit':
      return false
    case 'hold':
    case 'adjust':
    case 'settle':
    case 'void':
    case 'book':
    case 'correct':
      return line.scopes.some(({ kind, id }) => kind === 'member' && id === member)
  }
}

const booksPart = async (
  { journal }: PrivacyPorts,
  { target }: Invocation,
  first: string | undefined,
): Promise<Part> => {
  const { lines, next } = await newestLines(journal, {
    account: accountOf(target),
    pagesMax: pagesPerPart,
    before: first,
    isWanted: (line): line is JournalLine => isAbout(line, target.member),
  })
  return {
    contents: { books: lines.map((line) => ({ ...line, at: 'atMs' in line ? iso(line.atMs) : undefined })) },
    next: next === undefined ? undefined : { of: 'books', before: next },
  }
}

/** The first part includes everything short besides the jobs. */
const partFrom = async (ports: PrivacyPorts, invocation: Invocation, from: From): Promise<Part> => {
  if (from.of === 'books') return booksPart(ports, invocation, from.before)
  const part = await jobsPart(ports, invocation, from.after)
  if (from.after !== undefined) return part
  const { target } = invocation
  const account = accountOf(target)
  const [clips, drafts, { defaults }, isBlocked, ratings] = await Promise.all([
    ports.clips.of(account, target.member),
    ports.drafts.of(account, target.member),
    ports.settings.read(account, target),
    ports.blocks.has(account, target.member),
    ports.ratings.of(account, target.member),
  ])
  const forms = drafts.map(exportedForm)
  return {
    ...part,
    contents: { isBlocked, settings: defaults.member, ratings, clips, forms, ...part.contents },
  }
}

const nextButton = (next: From, number: number): Block => ({
  kind: 'buttons',
  buttons: [
    {
      label: say('Next part'),
      style: 'plain',
      commandLink: { command: 'privacy', action: 'export', values: { from: fromText(next, number) } },
    },
  ],
})

const exportAnswer = (
  { contents, next }: Part,
  { target }: Invocation,
  { number, nowMs }: { number: number; nowMs: number },
): Answer => {
  const head = { account: accountOf(target), member: target.member, writtenAt: iso(nowMs) }
  const json = JSON.stringify({ ...head, isLastPart: next === undefined, ...contents }, null, 2)
  return privately({
    text:
      next === undefined
        ? say('This is the last part of your data here.')
        : say('This is one part of your data here. Press Next part until you reach the last one.'),
    tone: 'info',
    blocks: [
      { kind: 'document', name: `tunesmith-export-${number}.json`, text: `${json}\n`, isPersonal: true },
      ...(next === undefined ? [] : [nextButton(next, number + 1)]),
    ],
  })
}

/** Exports everything kept of a member in one account, part by part. */
export const privacyExport = defineAction({
  name: 'export',
  summary: declared('Export your data here as a file'),
  fields: {
    from: optional(
      text({
        label: declared('From'),
        help: declared('Where to start (default: the beginning)'),
        lengthMax: fromLengthMax,
      }),
    ),
  },
  run: async ({ from: typed }, invocation, ports: PrivacyPorts) => {
    const { number, from } = readPart(typed)
    return exportAnswer(await partFrom(ports, invocation, from), invocation, { number, nowMs: ports.now() })
  },
})
