import { AppError } from '../../../core/errors.ts'
import { withoutCodes } from '../../../core/job/callbacks.ts'
import { endings, type JobRecord } from '../../../core/job/job.ts'
import { isJobId, jobName } from '../../../core/job-id.ts'
import type { MoneyLine, MoneyOperation } from '../../../core/ledger/journal.ts'
import type { JobMoneyLines } from '../../../redis/job-timeline.ts'
import type { JobRow } from '../../../redis/operator-jobs.ts'
import { type Html, html } from '../../html.ts'
import { base } from '../gate.ts'
import { amount, facts, foreign, section, serverLink, span, stateChip } from '../parts.ts'
import type { View } from '../view.ts'
import { deadActions, lostActions } from './problems.ts'

const textLengthMax = 5_000

interface Step {
  atMs: number
  what: Html | string
}

const moneyTexts = {
  hold: 'Held',
  adjust: 'Held instead',
  settle: 'Charged',
  void: 'Given back, held before',
  book: 'Charged without an answer',
  correct: 'Charge corrected',
} as const satisfies Record<MoneyOperation, string>

const moneyText = ({ operation, before, credits }: MoneyLine): Html => {
  const what = moneyTexts[operation]
  if (operation === 'void') return html`${what} ${amount(before)}`
  return operation === 'hold'
    ? html`${what} ${amount(credits)}`
    : html`${what} ${amount(credits)} <span class="small">after ${amount(before)}</span>`
}

/** In the order in which they happen, for those at the same time. */
const stepsOf = (row: JobRow, job: JobRecord | undefined, { lines }: JobMoneyLines): readonly Step[] => {
  const money = lines.map((line) => ({
    atMs: line.atMs,
    what: moneyText(line),
    isHold: line.operation === 'hold',
  }))
  const at = (atMs: number | undefined, what: Html | string): readonly Step[] =>
    atMs === undefined ? [] : [{ atMs, what }]
  return [
    ...at(row.createdAtMs, 'Requested'),
    ...money.filter(({ isHold }) => isHold),
    ...at(job?.submittedAtMs, 'Taken by the audio service'),
    ...money.filter(({ isHold }) => !isHold),
    ...(row.state === 'requested' ? [] : at(row.changedAtMs, html`Became ${stateChip(row.state)}`)),
  ].toSorted((one, other) => one.atMs - other.atMs)
}

const timeline = (view: View, steps: readonly Step[], isWhole: boolean): Html => {
  const [first] = steps
  return html`<ol class="timeline">${steps.map(
    ({ atMs, what }) =>
      html`<li>${view.times.exactly(atMs)}<span>${what}</span><span class="small number">${first !== undefined && atMs > first.atMs && `+${span(atMs - first.atMs)}`}</span></li>`,
  )}</ol>${!isWhole && html`<p class="small">The journal has many entries of that time; not all of them were searched.</p>`}`
}

const valueText = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '')

const requestText = ({ values, endingDetail }: JobRecord): Html =>
  html`<details><summary>Show what was requested</summary>${facts([
    ...Object.entries(values).map(
      ([name, value]) =>
        [
          foreign(name, 60),
          html`<span class="lines">${foreign(valueText(value), textLengthMax)}</span>`,
        ] as const,
    ),
    ...(endingDetail === undefined
      ? []
      : [
          [
            'What the service said',
            html`<span class="lines">${foreign(withoutCodes(endingDetail), textLengthMax)}</span>`,
          ] as const,
        ]),
  ])}</details>`

/** The record; undefined if this program can't read it. */
const recordOf = async ({ deps }: View, id: string): Promise<JobRecord | undefined> => {
  try {
    return await deps.store.read(id)
  } catch (error) {
    if (error instanceof AppError && error.code !== 'store_unavailable') return undefined
    throw error
  }
}

const actionsOf = (view: View, row: JobRow, isDead: boolean): Html => {
  const back = `${base}/jobs/${row.id}`
  const actions = isDead ? deadActions(view, row.id, back) : lostActions(view, row, back)
  return (
    actions ??
    html`<p class="empty">Nothing to do: ${row.state === undefined ? 'its record cannot be read' : 'workers take care of it'}.</p>`
  )
}

/** One job: its steps, its money, and what can be done with it. Undefined if there is none. */
export const jobPage = async (view: View, id: string): Promise<Html | undefined> => {
  if (!isJobId(id)) return undefined
  const { deps, times } = view
  const [[row], letter] = await Promise.all([deps.jobs.rows([id]), deps.letters.find(id)])
  if (row === undefined || (row.state === undefined && letter === undefined)) return undefined
  const [job, money] = await Promise.all([recordOf(view, id), deps.moneyLines(row)])
  return html`<p class="crumbs"><a href="${base}/jobs">Jobs</a></p>
<header class="title"><h1 class="mono">${jobName(id)}</h1>${stateChip(row.state)}</header>
${facts([
  ['Feature', foreign(row.feature, 40)],
  ['Server', serverLink(row.account, row.account && view.nameOf(row.account))],
  ['Member', row.member === undefined ? '–' : html`<span class="mono">${foreign(row.member, 40)}</span>`],
  ['Held', amount(row.held)],
  ['Estimate', amount(row.estimate)],
  ['Charged', amount(row.settled)],
  ['Task', job?.taskId === undefined ? '–' : html`<span class="mono">${foreign(job.taskId, 80)}</span>`],
  ['ID', html`<span class="mono">${id}</span>`],
  ...(row.ending === undefined ? [] : [['Reason', endings[row.ending]] as const]),
  ...(letter === undefined
    ? []
    : [['Dead letter', html`since ${times.at(letter.sinceMs)}: ${foreign(letter.detail, 300)}`] as const]),
])}
${section('Steps', timeline(view, stepsOf(row, job, money), money.isWhole))}
${section('Actions', actionsOf(view, row, letter !== undefined))}
${job !== undefined && !row.isRemoved && section('Request', requestText(job))}`
}
