import { type Answer, privately, toReader } from '../../core/command/answer.ts'
import { type Action, defineAction } from '../../core/command/command.ts'
import type { Feature } from '../../core/command/feature.ts'
import type { Invocation } from '../../core/command/invocation.ts'
import { optional, toggle } from '../../core/fields/field-builders.ts'
import { isNothingForOthers } from '../../core/job/audience.ts'
import type { Places } from '../../core/job/concurrency.ts'
import { isUnfinished, type JobRecord } from '../../core/job/job.ts'
import type { JobList, ListedJob } from '../../core/job/job-list.ts'
import { aboutJobAmong } from '../../core/job/job-texts.ts'
import { jobName } from '../../core/job-id.ts'
import {
  type Block,
  type Button,
  type Fact,
  plainMessage,
  type ResultMessage,
} from '../../core/message/message.ts'
import { accountOf, isPersonal, type Target } from '../../core/target.ts'
import { ageText } from '../../core/text/moment.ts'
import { declared, say, sayDeclared } from '../../core/text/say.ts'
import { asPage, emptyListText, pageButtons, pageField, pageLength } from '../shared/page.ts'
import { queueStatusOf } from './queue-status.ts'
import { costText, nameText, stateText, unreadableFact } from './words.ts'

interface ListPorts {
  jobList: Pick<JobList, 'latest'>
  places: Pick<Places, 'positionOf'>
  now: () => number
}

type ListDeps = ListPorts & { features: readonly Feature[] }

const page = pageField(declared('Page (default: the latest)'))

/** A job's title, which only its own member sees, and which needs the features. */
const titleOf = (job: JobRecord, features: readonly Feature[] | undefined): string | undefined =>
  features && aboutJobAmong(job, features)

/** A job in the menu: what it is, and its name. */
const jobLabel = (job: JobRecord, features: readonly Feature[] | undefined): string => {
  const values = { job: jobName(job.id), command: `/${job.feature}` }
  const title = titleOf(job, features)
  return title === undefined
    ? say('{{command}} · {{job}}', values)
    : say('{{command}} “{{title}}” · {{job}}', { ...values, title })
}

const jobFact = async (
  { places, features, now }: ListDeps,
  { id, job }: ListedJob,
  isOfAll: boolean,
): Promise<Fact> => {
  if (job === undefined) return unreadableFact(id)
  const about = `${stateText(job, await queueStatusOf(places, features, job))} · ${costText(job)} · ${ageText(now() - job.createdAtMs)} · ${nameText(job)}`
  const title = titleOf(job, isOfAll ? undefined : features)
  const command = `/${job.feature}`
  const label = title === undefined ? command : say('{{command}} “{{title}}”', { command, title })
  return isOfAll
    ? { label, value: [{ kind: 'member', id: job.target.member }, ` · ${about}`] }
    : { label, value: about }
}

/** How many of a member's latest jobs are searched for unfinished ones; each has to be read. */
const searchedMax = 50

const comesFirst = ({ job }: ListedJob): boolean => job !== undefined && isUnfinished(job)

/** Whose jobs are listed: a member's own, those of them that are not finished, or everybody's. */
type ListOf = 'mine' | 'running' | 'server'

const actionOf = (of: ListOf) => (of === 'server' ? 'server' : 'mine')

/** The other list, for those who may see both. */
const otherList = ({ isAdmin, target }: Invocation, of: ListOf): Button[] => {
  const jobs = (label: string, action: string): Button => ({
    label,
    style: 'plain',
    commandLink: { command: 'jobs', action, values: {} },
  })
  if (of === 'server') return [jobs(say('My jobs'), 'mine')]
  return isAdmin && !isPersonal(accountOf(target)) ? [jobs(say("Everyone's jobs"), 'server')] : []
}

const entryButton = (job: JobRecord, features?: readonly Feature[]): Button => ({
  label: jobLabel(job, features),
  style: 'plain',
  commandLink: { command: 'jobs', action: 'show', values: { job: job.id } },
})

/** Buttons for the other pages and the other list, and a menu that shows a job of the page. */
const listButtons = (
  invocation: Invocation,
  { of, page, hasMore }: { of: ListOf; page: number; hasMore: boolean },
  entries: readonly Button[],
): Block => {
  const values: Readonly<Record<string, string>> = of === 'running' ? { running: 'yes' } : {}
  const list = { command: 'jobs', action: actionOf(of), values }
  const pages = pageButtons({ list, page, hasMore, labels: { back: say('Newer'), on: say('Older') } })
  return {
    kind: 'buttons',
    buttons: [...pages, ...otherList(invocation, of)],
    more: entries,
    moreLabel: say('Show a job'),
  }
}

const noneTexts = {
  mine: {
    first: declared('You have no jobs here.'),
    more: declared('You have no older jobs here.'),
  },
  running: {
    first: declared('Nothing queued or running.'),
    more: declared('Nothing more is queued or running.'),
  },
  server: {
    first: declared('No jobs here.'),
    more: declared('No older jobs here.'),
  },
} as const

const listTexts = {
  mine: declared('Your jobs here, running ones first. Pick one for details.'),
  running: declared('Your queued and running jobs here. Pick one for details.'),
  server: declared("Everyone's jobs here, running ones first. Pick one for details."),
} as const

const noneText = (of: ListOf, number: number, invocation: Invocation): string => {
  if (number > 1) return sayDeclared(noneTexts[of].more)
  return emptyListText(sayDeclared(noneTexts[of].first), `/jobs ${actionOf(of)}`, invocation)
}

/** The entries of a page, and one more if there are any after it. */
const entriesOf = async (
  { jobList }: Pick<ListPorts, 'jobList'>,
  target: Target,
  of: ListOf,
  page: number,
): Promise<readonly ListedJob[]> => {
  const jobsOf = { account: accountOf(target), member: of === 'server' ? undefined : target.member }
  const skipped = (page - 1) * pageLength
  if (of !== 'running') return jobList.latest(jobsOf, skipped, pageLength + 1)
  const latest = await jobList.latest(jobsOf, 0, searchedMax)
  const unfinished = latest.filter(({ job }) => job === undefined || isUnfinished(job))
  return unfinished.slice(skipped, skipped + pageLength + 1)
}

const listAnswer = async (
  deps: ListDeps,
  invocation: Invocation,
  of: ListOf,
  number = 1,
): Promise<Answer> => {
  const { target } = invocation
  const found = await entriesOf(deps, target, of, number)
  const shown = found.slice(0, pageLength)
  if (shown.length === 0) {
    const buttons = otherList(invocation, of)
    const blocks: Block[] = buttons.length === 0 ? [] : [{ kind: 'buttons', buttons }]
    return privately({ ...plainMessage(noneText(of, number, invocation)), blocks })
  }
  const ordered = [...shown.filter(comesFirst), ...shown.filter((entry) => !comesFirst(entry))]
  const facts = await Promise.all(ordered.map((entry) => jobFact(deps, entry, of === 'server')))
  const jobs = ordered.flatMap(({ job }) => job ?? [])
  const entries = jobs.map((job) => entryButton(job, of === 'server' ? undefined : deps.features))
  const page = { of, page: number, hasMore: found.length > pageLength }
  const message: ResultMessage = {
    text: sayDeclared(listTexts[of]),
    tone: 'info',
    blocks: [{ kind: 'facts', facts }, listButtons(invocation, page, entries)],
  }
  // What everybody's jobs are about is not shown.
  const told = of === 'server' ? [] : shown.flatMap(({ job }) => job ?? [])
  return asPage(toReader(message, isNothingForOthers(told, target)), invocation)
}

/** The member's own jobs. */
export const createMineAction = (features: readonly Feature[]): Action<ListPorts> =>
  defineAction({
    name: 'mine',
    summary: 'See your latest jobs here',
    changesNothing: true,
    fields: {
      page,
      running: optional(toggle({ label: 'Running', help: 'Only queued and running jobs' })),
    },
    run: (input, invocation, ports: ListPorts) =>
      listAnswer({ ...ports, features }, invocation, input.running ? 'running' : 'mine', input.page),
  })

/** Everybody's jobs, for admins and managers. */
export const createServerAction = (features: readonly Feature[]): Action<ListPorts> =>
  defineAction({
    name: 'server',
    summary: "See everyone's latest jobs here (admins only)",
    changesNothing: true,
    isForAdmins: true,
    forOthers: declared('Use /jobs mine here.'),
    fields: { page },
    run: (input, invocation, ports: ListPorts) =>
      listAnswer({ ...ports, features }, invocation, 'server', input.page),
  })
