import { countedStates, type JobCounts } from '../../../core/job/job-counts.ts'
import { isJobId } from '../../../core/job-id.ts'
import type { OperatorState } from '../../../core/ledger/operator-total.ts'
import { type Html, html } from '../../html.ts'
import { bars } from '../bars.ts'
import { base } from '../gate.ts'
import { amount, chip, counted, foreign, jobLink, section, serverLink, span, table } from '../parts.ts'
import { shownField, shownPause } from '../shown.ts'
import { actionForm, type View } from '../view.ts'
import { needsList, needsOf, type Overview, plural, problemOf, titleOf } from './needs.ts'

const actionsShown = 8
const mebibyte = 1024 * 1024

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

const health = async ({ deps }: View, overview: Overview): Promise<Html> => {
  const [processes, memory] = await Promise.all([deps.processes(), deps.memory()])
  const why = (name: string) => problemOf(overview, name)
  const stateOf = (name: string, up: string, down: string) =>
    why(name) === undefined ? chip(up, 'good') : chip(down, 'bad')
  const rows = [
    [
      titleOf('process'),
      overview.readiness.isReady ? chip('ready', 'good') : chip('not ready', 'bad'),
      foreign(why('process') ?? ''),
    ],
    ...processes.map(({ platform, count }) => [
      titleOf(platform),
      stateOf(platform, 'up', 'down here'),
      count === 0 ? 'no process runs it' : plural(count, 'process', 'processes'),
    ]),
    ...memory.map(({ name, usedBytes, mostBytes }) => [
      name,
      stateOf('Redis', 'up', 'trouble'),
      html`<span class="number">${Math.round(usedBytes / mebibyte)}${mostBytes !== undefined && ` of ${Math.round(mostBytes / mebibyte)}`} MB</span>`,
    ]),
    [titleOf('audio service'), stateOf('audio service', 'up', 'paused'), foreign(why('audio service') ?? '')],
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

const latestActions = async ({ deps, times, nameOf }: View): Promise<Html> => {
  const latest = await deps.operatorLog.latest(actionsShown)
  const onWhat = (on: string) => {
    if (isJobId(on)) return jobLink(on)
    return on.includes(':') ? serverLink(on, nameOf(on)) : foreign(on, 60)
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
    : actionForm(view, {
        action: 'resume',
        fields: { [shownField]: shownPause(notice) },
        label: 'Resume spending',
        back: base,
        tone: 'primary',
      })

/** Health, money and the queue, and what needs somebody. */
export const overviewPage = async (view: View): Promise<Html> => {
  const { deps, times, sums } = view
  const [counts, operator, readiness, paused, notice, { days, isPart }] = await Promise.all([
    deps.countJobs(),
    deps.operator.read(),
    deps.readiness(),
    deps.places.pausedFor(),
    deps.allowlist.pause(),
    sums.days(),
  ])
  const overview: Overview = { counts, operator, readiness, paused, notice }
  const [needs, ...parts] = await Promise.all([
    needsOf(view, overview),
    health(view, overview),
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
