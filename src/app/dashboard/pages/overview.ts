import { countedStates, type JobCounts } from '../../../core/job/job-counts.ts'
import { isJobId } from '../../../core/job-id.ts'
import type { OperatorState } from '../../../core/ledger/operator-total.ts'
import { pauseTexts } from '../../../jobs/worker/take-slot.ts'
import { bars } from '../bars.ts'
import { base } from '../gate.ts'
import { type Html, html } from '../html.ts'
import {
  amount,
  chip,
  counted,
  foreign,
  jobLink,
  section,
  serverLink,
  span,
  type Tone,
  table,
} from '../parts.ts'
import { actionForm, type View } from '../view.ts'
import { isLost, lostStates } from './problems.ts'

const actionsShown = 8
const lostShown = 50
/** A wake-up that is so late has no worker. */
const overdueMs = 120_000
const mebibyte = 1024 * 1024

const platformNames = { discord: 'Discord', slack: 'Slack' } as const

interface Need {
  tone: Tone
  text: Html | string
  link?: { path: string; text: string }
}

const plural = (count: number, one: string, other: string): string => `${count} ${count === 1 ? one : other}`

const needsOf = async (
  { deps }: View,
  counts: JobCounts,
  operator: OperatorState,
): Promise<readonly Need[]> => {
  const [readiness, paused, notice, lost] = await Promise.all([
    deps.readiness(),
    deps.places.pausedFor(),
    deps.allowlist.pause(),
    deps.jobs.latest(undefined, lostStates, lostShown),
  ])
  const needs: Need[] = []
  for (const { name, problem = '' } of readiness.problems)
    needs.push({
      tone: readiness.degraded.includes(name) ? 'warm' : 'bad',
      text: html`<b>${name}</b> ${foreign(problem)}`,
    })
  if (counts.deadLetters > 0)
    needs.push({
      tone: 'bad',
      text: html`<b>${plural(counts.deadLetters, 'dead letter', 'dead letters')}</b>: jobs that no worker continues`,
      link: { path: `${base}/problems`, text: 'Show' },
    })
  if (paused !== undefined && !readiness.problems.some(({ name }) => name === 'audio service'))
    needs.push({ tone: 'bad', text: html`<b>Audio service</b> ${pauseTexts[paused]}` })
  if (counts.overdueMs > overdueMs)
    needs.push({ tone: 'bad', text: html`<b>No worker</b> has come for ${span(counts.overdueMs)}` })
  if (operator.limit !== undefined && operator.spent + operator.held >= operator.limit)
    needs.push({ tone: 'bad', text: html`<b>OPERATOR_LIMIT</b> is used up for this month` })
  if (notice !== undefined)
    needs.push({
      tone: 'warm',
      text: html`<b>All spending is paused</b>${notice !== '' && html`: “${foreign(notice)}”`}`,
      link: { path: '#pause', text: 'Resume' },
    })
  const unknown = lost.jobs.filter((job) => isLost(job, deps.now())).length
  if (unknown > 0)
    needs.push({
      tone: 'warm',
      text: html`<b>${plural(unknown, 'job', 'jobs')}</b> of this week with a hidden result or an unknown outcome`,
      link: { path: `${base}/problems#lost`, text: 'Show' },
    })
  return needs
}

const needsList = (needs: readonly Need[]): Html =>
  needs.length === 0
    ? html`<p class="calm">Nothing needs you.</p>`
    : html`<ul class="needs">${needs.map(
        ({ tone, text, link }) =>
          html`<li class="${tone}"><span>${text}</span>${link !== undefined && html`<a href="${link.path}">${link.text}</a>`}</li>`,
      )}</ul>`

const figure = (name: string, value: Html | string | number, more: Html | string = ''): Html =>
  html`<div><dt>${name}</dt><dd><span class="big number">${value}</span><span class="small">${more}</span></dd></div>`

const meter = (operator: OperatorState): Html | string => {
  const { limit, spent, held } = operator
  if (limit === undefined) return 'no OPERATOR_LIMIT'
  const share = (part: number) => (limit === 0 ? 100 : Math.min(100, (part / limit) * 100)).toFixed(2)
  return html`of ${amount(limit)}<svg class="meter" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true"><rect class="all" width="100" height="4"/><rect class="held" width="${share(spent + held)}" height="4"/><rect class="spent" width="${share(spent)}" height="4"/></svg>`
}

const stateTitles = {
  waiting: 'Waiting',
  submitting: 'Being sent',
  submitted: 'At the service',
  uncertain: 'Sent, no answer yet',
} as const

const health = async ({ deps }: View): Promise<Html> => {
  const [{ isReady, problems }, processes, memory] = await Promise.all([
    deps.readiness(),
    deps.processes(),
    deps.memory(),
  ])
  const problemOf = (name: string) => problems.find((each) => each.name === name)?.problem
  const rows = [
    [
      'This process',
      isReady ? chip('ready', 'good') : chip('not ready', 'bad'),
      foreign(problemOf('process') ?? ''),
    ],
    ...processes.map(({ platform, count }) => [
      platformNames[platform],
      problemOf(platform) === undefined ? chip('up', 'good') : chip('down here', 'bad'),
      count === 0 ? 'no process runs it' : plural(count, 'process', 'processes'),
    ]),
    ...memory.map(({ name, usedBytes, mostBytes }) => [
      name,
      problemOf('Redis') === undefined ? chip('up', 'good') : chip('trouble', 'bad'),
      html`<span class="number">${Math.round(usedBytes / mebibyte)}${mostBytes !== undefined && ` of ${Math.round(mostBytes / mebibyte)}`} MB</span>`,
    ]),
    [
      'Audio service',
      problemOf('audio service') === undefined ? chip('up', 'good') : chip('paused', 'bad'),
      foreign(problemOf('audio service') ?? ''),
    ],
  ] as const
  return table(
    'Health',
    [{ title: 'Part' }, { title: 'State' }, { title: 'Details' }],
    rows.map((row) => [...row]),
    '',
  )
}

const queue = ({ deps }: View, counts: JobCounts): Html =>
  table(
    'Jobs under way',
    [{ title: 'Jobs' }, { title: 'Count', isNumber: true }, { title: 'Oldest', isNumber: true }],
    countedStates.map((state) => {
      const { jobs, oldestMs } = counts.byState[state]
      return [
        stateTitles[state],
        counted(jobs),
        oldestMs === undefined ? '–' : span(Math.max(0, deps.now() - oldestMs)),
      ]
    }),
    '',
  )

const costs = async ({ sums }: View): Promise<Html> => {
  const { rows, isPart } = await sums.costs()
  const more = (charged: number, held: number) =>
    held === 0 ? '–' : `${Math.round((charged / held) * 100)} %`
  return section(
    'Held and charged this month',
    html`${table(
      'Held and charged this month',
      [
        { title: 'Feature' },
        { title: 'Jobs', isNumber: true },
        { title: 'Held', isNumber: true },
        { title: 'Estimate', isNumber: true, isWide: true },
        { title: 'Charged', isNumber: true },
        { title: 'of held', isNumber: true },
      ],
      rows.map(({ feature, jobs, held, estimate, charged }) => [
        foreign(feature, 40),
        jobs,
        amount(held),
        amount(estimate),
        amount(charged),
        more(charged, held),
      ]),
      'No job has been charged this month.',
    )}${isPart && html`<p class="small">The newest 500 jobs.</p>`}`,
  )
}

const latestActions = async ({ deps, times }: View): Promise<Html> => {
  const latest = await deps.operatorLog.latest(actionsShown)
  const onWhat = (on: string) => {
    if (isJobId(on)) return jobLink(on)
    return on.includes(':') ? serverLink(on) : foreign(on, 60)
  }
  return table(
    'What you did',
    [{ title: 'When' }, { title: 'What' }, { title: 'On' }, { title: 'Result', isWide: true }],
    latest.map(({ atMs, action, on, result }) => [
      times.at(atMs),
      action.replaceAll('_', ' '),
      onWhat(on),
      foreign(result, 120),
    ]),
    'Nothing yet. Whatever is done here is listed.',
  )
}

const pauseForm = (view: View, notice: string | undefined): Html =>
  notice === undefined
    ? actionForm(view, {
        action: 'pause',
        label: 'Pause all spending',
        back: base,
        tone: 'danger',
        confirm: 'Refuses every paid request in every server. Jobs that were accepted go on.',
        content: html`<label>Notice for members <input name="notice" maxlength="200" placeholder="Back at 6 pm."></label>`,
      })
    : actionForm(view, { action: 'resume', label: 'Resume spending', back: base, tone: 'primary' })

/** Health, money and the queue, and what needs somebody. */
export const overviewPage = async (view: View): Promise<Html> => {
  const { deps, times, sums } = view
  const [counts, operator, { days, isPart }, notice] = await Promise.all([
    deps.countJobs(),
    deps.operator.read(),
    sums.days(),
    deps.allowlist.pause(),
  ])
  const [needs, ...parts] = await Promise.all([
    needsOf(view, counts, operator),
    health(view),
    costs(view),
    latestActions(view),
  ])
  const [healthTable, costTable, actionTable] = parts
  const running =
    counts.byState.submitting.jobs + counts.byState.submitted.jobs + counts.byState.uncertain.jobs
  return html`<header class="title"><h1>Overview</h1><p class="small">${times.exactly(deps.now())} ${deps.zone}</p></header>
${section('Needs you', needsList(needs))}
<dl class="figures">${[
    figure('Spent this month', amount(operator.spent), meter(operator)),
    figure('Spent today', amount(days.at(-1)?.amount ?? 0), 'by servers'),
    figure('Held', amount(operator.held), 'for running jobs'),
    figure('Waiting', counts.byState.waiting.jobs, html`<a href="${base}/jobs?state=waiting">show</a>`),
    figure('Running', running, html`<a href="${base}/jobs?state=running">show</a>`),
  ]}</dl>
${section('Spent per day', html`${bars('Credits spent by servers per day, last 30 days', days)}${isPart && html`<p class="small">The 200 servers that spent most this month.</p>`}`)}
<div class="columns">${section('Health', healthTable)}${section('Jobs under way', queue(view, counts))}</div>
${costTable}
${section('What was done here', actionTable)}
<section id="pause"><header><h2>Pause everything</h2></header>${pauseForm(view, notice)}</section>`
}
