import { readClip } from '../../core/clip/clip.ts'
import { problemsAnswer } from '../../core/command/answer.ts'
import type { Action } from '../../core/command/command.ts'
import { ownerOf } from '../../core/command/consent.ts'
import type { Draft } from '../../core/command/draft.ts'
import type { FileMaking } from '../../core/command/file-making.ts'
import { formatCredits } from '../../core/credits.ts'
import { readValues } from '../../core/fields/read-values.ts'
import type { Approval } from '../../core/job/approval.ts'
import { withoutCodes } from '../../core/job/callbacks.ts'
import type { JobRecord } from '../../core/job/job.ts'
import type { ListedJob } from '../../core/job/job-list.ts'
import type { JournalLine } from '../../core/ledger/journal.ts'
import { plainMessage, type ResultMessage } from '../../core/message/message.ts'
import type { WrittenFile } from '../../core/message/written-file.ts'
import { accountOf, type Target } from '../../core/target.ts'
import { declared, say, sayCount } from '../../core/text/say.ts'
import { createTurns } from '../../core/waiting.ts'
import type { PrivacyPorts } from './ports.ts'

/** Many reads in a row, each small enough not to keep Redis from others. */
const jobsPerRead = 20
/** How many exports a process makes at once. */
const atOnceMax = 2

/** Of the requests alone. With more, the file would be too large, so nothing more is read. */
const lengthMax = 20_000_000

const iso = (atMs: number | undefined): string | undefined =>
  atMs === undefined ? undefined : new Date(atMs).toISOString()

/** Leaves out, for `JSON.stringify`, the address of a clip that is another member's: who has it can fetch the file. */
const withoutAddressOf =
  (member: string) =>
  (_name: string, value: unknown): unknown => {
    const clip = typeof value === 'object' && value !== null && 'url' in value ? readClip(value) : undefined
    if (clip === undefined || ownerOf(clip, member) === undefined) return value
    const { url: _url, ...others } = clip
    return others
  }

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

const exportedOf = ({ id, job }: ListedJob): object =>
  job === undefined ? { id, unreadable: true } : exportedJob(job)

/** A draft without the clips on offer, which belong to the channel. A button has only its changes to another draft. */
const exportedForm = ({ command, action, values, base, target }: Draft) => ({
  command,
  action,
  [base === undefined ? 'filledIn' : 'changed']: values,
  askedFor: target,
})

const exportedAsk = ({ request, state, askedAtMs }: Approval) => ({
  feature: request.feature,
  state,
  askedAt: iso(askedAtMs),
  askedIn: request.target,
  asked: request.values,
})

/** All jobs, oldest first, as JSON; undefined if they don't fit in a file. Written as they are read, a few at a time. */
const jobsOf = async ({ records }: PrivacyPorts, target: Target): Promise<readonly string[] | undefined> => {
  const of = { account: accountOf(target), member: target.member }
  const jobs: string[] = []
  let length = 0
  let after: string | undefined
  do {
    const read = await records.walk(of, after, jobsPerRead)
    for (const job of read.jobs) {
      const text = JSON.stringify(exportedOf(job), withoutAddressOf(target.member))
      jobs.push(text)
      length += text.length
    }
    if (length > lengthMax) return undefined
    after = read.next
  } while (after !== undefined)
  return jobs
}

/** Whether an entry is about a member: their job, their limit, or a change they made. */
const isAbout = (line: JournalLine, member: string): boolean => {
  if (line.operation === 'unknown') return false
  if ('actor' in line && line.actor === member) return true
  switch (line.operation) {
    case 'manager':
    case 'block':
    case 'decline':
    case 'sponsor':
      return line.member === member
    case 'member_limit':
      return line.scopeId === member
    case 'grant':
    case 'take':
    case 'pause':
      return line.scope?.kind === 'member' && line.scope.id === member
    case 'starter':
    case 'alerts':
    case 'approvals':
    case 'sponsoring':
    case 'own_key':
    case 'limit':
    case 'channel_limit':
    case 'group_limit':
    case 'group_each_limit':
    case 'feature_limit':
    case 'model_limit':
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

/** The books, oldest first. Servers share a journal, so it is read only if this one could be in it. */
const booksOf = async ({ budgets, journal }: PrivacyPorts, target: Target): Promise<readonly string[]> => {
  const account = accountOf(target)
  const { allowance } = await budgets.read(account)
  if (allowance.status === 'not_allowed' && !(await journal.mayHave(account))) return []
  const books: string[] = []
  for await (const line of journal.lines({ account }))
    if (isAbout(line, target.member))
      books.push(JSON.stringify({ ...line, at: 'atMs' in line ? iso(line.atMs) : undefined }))
  return books
}

const textsOf = function* (
  begin: string,
  lists: Readonly<Record<string, readonly string[]>>,
): Generator<string> {
  yield begin
  for (const [name, list] of Object.entries(lists)) {
    yield `,\n  "${name}": [\n`
    for (const [index, text] of list.entries()) yield index === 0 ? text : `,\n${text}`
    yield '\n  ]'
  }
  yield '\n}\n'
}

/** Everything kept of a member in one account, as JSON; undefined if it doesn't fit in a file. */
const exportFile = async (
  ports: PrivacyPorts,
  target: Target,
  write: FileMaking['write'],
): Promise<WrittenFile | undefined> => {
  const account = accountOf(target)
  const { member } = target
  const [clips, drafts, { defaults }, isBlocked, ratings, asked, answers] = await Promise.all([
    ports.clips.of(account, member),
    ports.drafts.of(account, member),
    ports.settings.read(account, target),
    ports.blocks.has(account, member),
    ports.ratings.of(account, member),
    ports.approvals.of(account, member),
    ports.consents.answersOf(account, [member]),
  ])
  const jobs = await jobsOf(ports, target)
  if (jobs === undefined) return undefined
  const contents = {
    account,
    member,
    writtenAt: iso(ports.now()),
    isBlocked,
    settings: defaults.member,
    ratings,
    useOfMyClips: answers.get(member),
    clips,
    forms: drafts.map(exportedForm),
    askedAdmins: asked.map(exportedAsk),
  }
  const begin = JSON.stringify(contents, withoutAddressOf(member), 2).slice(0, -'\n}'.length)
  const lists = { jobs, books: await booksOf(ports, target) }
  return write('tunesmith-export.json', textsOf(begin, lists))
}

const tooLarge = ({ privacyContact }: PrivacyPorts): ResultMessage => {
  const text = say('You have more data here than fits in one file (max 20 MB). Ask your bot operator for it.')
  const facts = [{ label: say('Bot operator'), value: privacyContact ?? '' }]
  return {
    ...plainMessage(text, 'failed'),
    blocks: privacyContact === undefined ? [] : [{ kind: 'facts', facts }],
  }
}

/** Buttons of exports in parts have this value. */
const olderName = 'from'

const ration = {
  most: 6,
  text: (count: number) =>
    sayCount('You can get {{count}} export an hour here.', 'You can get {{count}} exports an hour here.', {
      count,
    }),
}

/** Exports everything kept of a member in one account as one file. */
export const createPrivacyExport = (files: FileMaking): Action<PrivacyPorts> => {
  const turns = createTurns(atOnceMax)
  const limited = files.limited(ration)
  return {
    name: 'export',
    summary: declared('Export your data here as a file'),
    changesNothing: true,
    fields: {},
    run: async ({ target, values }, ports) => {
      const unknown = Object.entries(values).filter(([name]) => name !== olderName)
      const read = readValues({}, Object.fromEntries(unknown))
      if (!read.ok) return problemsAnswer(read.problems, say('Nothing was exported.'))
      const message = plainMessage(say('This is all your data here.'))
      const make = async (): Promise<ResultMessage> => {
        const file = await turns(accountOf(target), () => exportFile(ports, target, files.write))
        return file === undefined ? tooLarge(ports) : { ...message, blocks: [{ kind: 'written', ...file }] }
      }
      const whole = () => limited(target, ports.now(), make)
      return { kind: 'message', message, seenBy: 'member', isPersonal: true, whole }
    },
  }
}
