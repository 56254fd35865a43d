import type { DeadWhy } from '../../../core/job/dead-letters.ts'
import { endings, type JobState } from '../../../core/job/job.ts'
import type { JobRow } from '../../../redis/operator-jobs.ts'
import { type Html, html } from '../../html.ts'
import { base } from '../gate.ts'
import { amount, foreign, jobLink, section, stateChip, table } from '../parts.ts'
import { actionForm, type View } from '../view.ts'
import { serverCell } from './jobs.ts'

const path = `${base}/problems`
/** More are found by `npm run jobs -- dead`. */
const lettersShown = 100
const lostShown = 50
const weekMs = 7 * 24 * 60 * 60_000

/** Jobs whose outcome is unknown, or whose result nobody sees. */
export const lostStates: readonly JobState[] = ['booked', 'expired', 'withheld']

/** Whether somebody may want to do something about such a job: not if its member cancelled or deleted it, or long ago. */
export const isLost = ({ isCancelled, isRemoved, createdAtMs = 0 }: JobRow, nowMs: number): boolean =>
  !isCancelled && !isRemoved && nowMs - createdAtMs < weekMs

const whys = {
  unreadable: 'Its record cannot be read',
  version: 'Its record is too old for this version',
  failing: 'Its steps did not finish, ten times in a row',
} as const satisfies Record<DeadWhy, string>

/** What can be done with a job that no worker continues. */
export const deadActions = (view: View, job: string, back = path): Html =>
  html`<div class="row">${[
    actionForm(view, { action: 'retry', fields: { job }, label: 'Retry', back, tone: 'primary' }),
    actionForm(view, {
      action: 'end',
      fields: { job },
      label: 'End',
      back,
      tone: 'danger',
      confirm: 'Ends it. If it was never sent, it is free; otherwise what it holds is charged.',
    }),
  ]}</div>`

/** What can be done with a job whose outcome is unknown, or whose result is hidden; undefined if nothing. */
export const lostActions = (
  view: View,
  { id, state, isCancelled, isRemoved, settled }: JobRow,
  back = path,
) => {
  if (state === 'withheld' && !isCancelled && !isRemoved)
    return actionForm(view, {
      action: 'recover',
      fields: { job: id },
      label: 'Show result',
      back,
      tone: 'primary',
    })
  if ((state === 'booked' || state === 'expired') && (settled ?? 0) > 0)
    return actionForm(view, {
      action: 'refund',
      fields: { job: id },
      label: 'Refund',
      back,
      confirm: 'Gives the credits back, and its member is told. Check the bill of the audio service first.',
    })
  return undefined
}

const deadTable = async (view: View, count: number): Promise<Html> => {
  const shown = await view.deps.letters.list(lettersShown)
  const rows = shown.map(({ jobId, why, detail, sinceMs, state, held }) => [
    jobLink(jobId),
    view.times.at(sinceMs),
    html`${whys[why]}<br><span class="small">${foreign(detail, 200)}</span>`,
    state === undefined ? '–' : foreign(state, 20),
    amount(held),
    deadActions(view, jobId),
  ])
  return html`${table(
    'Dead letters',
    [
      { title: 'Job' },
      { title: 'Since', isWide: true },
      { title: 'Why' },
      { title: 'State', isWide: true },
      { title: 'Holds', isNumber: true },
      { title: html`<span class="unseen">Actions</span>` },
    ],
    rows,
    'No dead letters. Workers continue every job.',
  )}${count > shown.length && html`<p class="small">The oldest ${shown.length} of ${count}.</p>`}`
}

const lostTable = async (view: View): Promise<Html> => {
  const { jobs } = await view.deps.jobs.latest(undefined, lostStates, lostShown)
  const rows = jobs
    .filter((job) => isLost(job, view.deps.now()))
    .map((job) => [
      jobLink(job.id),
      serverCell(view, job.account),
      view.times.at(job.createdAtMs),
      html`${stateChip(job.state)} <span class="small">${job.ending !== undefined && endings[job.ending]}</span>`,
      amount(job.settled),
      lostActions(view, job) ?? '',
    ])
  return table(
    'Lost results',
    [
      { title: 'Job' },
      { title: 'Server', isWide: true },
      { title: 'Requested', isWide: true },
      { title: 'State' },
      { title: 'Charged', isNumber: true },
      { title: html`<span class="unseen">Actions</span>` },
    ],
    rows,
    'None this week: every result was shown, and every outcome is known.',
  )
}

/** Jobs that need a person. */
export const problemsPage = async (view: View): Promise<Html> => {
  const { deadLetters } = await view.deps.countJobs()
  const [dead, lost] = await Promise.all([deadTable(view, deadLetters), lostTable(view)])
  const all = actionForm(view, {
    action: 'retry_all',
    label: 'Retry all',
    back: path,
    confirm: 'Puts every dead letter back. Do this once their cause is fixed.',
  })
  return html`<header class="title"><h1>Problems</h1></header>
<p class="lead">Jobs that need a person. Nothing of theirs is lost: what they hold stays held.</p>
${section('Dead letters', dead, deadLetters > 1 ? all : undefined)}
<div id="lost">${section('Hidden results and unknown outcomes', lost)}</div>`
}
