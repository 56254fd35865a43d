import { endings, type JobRecord, type JobState, jobStates } from '../../../core/job/job.ts'
import { type AccountId, accountOf } from '../../../core/target.ts'
import type { JobRow } from '../../../redis/operator-jobs.ts'
import { type Html, html } from '../../html.ts'
import { base } from '../gate.ts'
import {
  amount,
  foreign,
  jobLink,
  section,
  serverLink,
  serverPath,
  span,
  stateChip,
  table,
} from '../parts.ts'
import type { View } from '../view.ts'

const path = `${base}/jobs`
const perPage = 50

/** The fields of a record that lists show. */
export const rowOfRecord = (id: string, job: JobRecord | undefined): JobRow => ({
  id,
  account: job && accountOf(job.target),
  member: job?.target.member,
  feature: job?.feature ?? '',
  state: job?.state,
  createdAtMs: job?.createdAtMs,
  changedAtMs: job?.changedAtMs,
  held: job?.held,
  estimate: job?.estimate,
  settled: job?.settled,
  ending: job?.ending,
  isCancelled: job?.cancelledBy !== undefined,
  isRemoved: job?.removal !== undefined,
})

/** A server by its name, if that is known, or else by its ID. */
export const serverCell = (
  { nameOf }: Pick<View, 'nameOf'>,
  account: AccountId | undefined,
): Html | string => {
  const name = account && nameOf(account)
  return account === undefined || name === undefined
    ? serverLink(account)
    : html`<a class="named" href="${serverPath(account)}">${foreign(name, 40)}</a>`
}

const costOf = ({ settled, held }: JobRow): Html | string =>
  settled === undefined ? html`<span class="quiet" title="held">${amount(held)}</span>` : amount(settled)

/** A table of jobs; amounts that are only held are grey. */
export const jobTable = (
  { times, deps, nameOf }: Pick<View, 'times' | 'deps' | 'nameOf'>,
  jobs: readonly JobRow[],
  empty: string,
  { withServer = true }: { withServer?: boolean } = {},
): Html =>
  table(
    'Jobs',
    [
      { title: 'Job' },
      ...(withServer ? [{ title: 'Server', isWide: true as const }] : []),
      { title: 'Feature' },
      { title: 'State' },
      { title: 'Requested', isWide: true },
      { title: 'In this state', isNumber: true, isWide: true },
      { title: 'Credits', isNumber: true },
    ],
    jobs.map((job) => [
      jobLink(job.id),
      ...(withServer ? [serverCell({ nameOf }, job.account)] : []),
      foreign(job.feature, 40),
      html`${stateChip(job.state)}${job.ending !== undefined && html` <span class="small wide-only">${endings[job.ending]}</span>`}`,
      times.at(job.createdAtMs),
      job.changedAtMs === undefined ? '–' : span(Math.max(0, deps.now() - job.changedAtMs)),
      costOf(job),
    ]),
    empty,
  )

const filters = {
  all: ['All', undefined],
  waiting: ['Waiting', undefined],
  running: ['Running', undefined],
  shown: ['Shown', ['posted']],
  failed: ['Failed', ['failed', 'voided']],
  unknown: ['Unknown outcome', ['booked', 'expired', 'uncertain']],
  hidden: ['Hidden', ['withheld']],
} as const satisfies Readonly<Record<string, readonly [string, readonly JobState[] | undefined]>>
type Filter = keyof typeof filters

const isFilter = (name: string): name is Filter => Object.hasOwn(filters, name)

const read = async ({ deps, query }: View, filter: Filter) => {
  switch (filter) {
    case 'waiting':
      return { jobs: await deps.jobs.waiting(), next: undefined }
    case 'running':
      return { jobs: await deps.jobs.running(), next: undefined }
    default: {
      const states: readonly JobState[] = filters[filter][1] ?? jobStates
      return deps.jobs.latest(query.get('from') ?? undefined, filter === 'all' ? undefined : states, perPage)
    }
  }
}

/** Jobs of all servers, newest first: all, or those in a state. */
export const jobsPage = async (view: View): Promise<Html> => {
  const wanted = view.query.get('state') ?? ''
  const filter: Filter = isFilter(wanted) ? wanted : 'all'
  const { jobs, next } = await read(view, filter)
  const shown = jobs.slice(0, filter === 'waiting' || filter === 'running' ? perPage * 4 : perPage)
  return html`<header class="title"><h1>Jobs</h1></header>
<nav class="filters" aria-label="Which jobs"><ul>${Object.entries(filters).map(
    ([name, [title]]) =>
      html`<li><a href="${path}?state=${name}"${name === filter && html` aria-current="true"`}>${title}</a></li>`,
  )}</ul></nav>
${section(
  filters[filter][0],
  html`${jobTable(view, shown, 'No such jobs.')}${jobs.length > shown.length && html`<p class="small">${shown.length} of ${jobs.length}.</p>`}${
    next !== undefined &&
    html`<nav class="turner" aria-label="More jobs"><a rel="next" href="${path}?state=${filter}&amp;from=${encodeURIComponent(next)}">Older</a></nav>`
  }`,
  html`<form class="find" method="get" action="${path}/find"><label class="unseen" for="job">Job</label><input id="job" name="job" placeholder="Name or ID" maxlength="40" spellcheck="false"><button class="press plain">Find</button></form>`,
)}`
}
