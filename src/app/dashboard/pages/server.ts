import type { ListedJob } from '../../../core/job/job-list.ts'
import type { Pause } from '../../../core/ledger/budget.ts'
import type { SpendEntry } from '../../../core/ledger/spend.ts'
import { totalSpend } from '../../../core/ledger/spend.ts'
import type { AccountId } from '../../../core/target.ts'
import type { ServerRow } from '../../../redis/operator-servers.ts'
import { type Html, html } from '../../html.ts'
import { readServerAccount } from '../../server-account.ts'
import { bars } from '../bars.ts'
import { base } from '../gate.ts'
import { amount, chip, facts, foreign, section, serverPath, table } from '../parts.ts'
import { shownField, shownState } from '../shown.ts'
import { recentDays } from '../sums.ts'
import { actionForm, type View } from '../view.ts'
import { jobTable, rowOfRecord } from './jobs.ts'
import { budgetText, ceilingText, serverState } from './servers.ts'

const jobsShown = 20
const featuresShown = 8

const byFeature = (entries: readonly SpendEntry[]): Html => {
  const groups = [...Map.groupBy(entries, ({ feature }) => feature)]
    .map(([feature, of]) => ({ feature, credits: totalSpend(of) }))
    .toSorted((one, other) => other.credits - one.credits)
  return table(
    'Spent by feature, last 30 days',
    [{ title: 'Feature' }, { title: 'Credits', isNumber: true }],
    groups.slice(0, featuresShown).map(({ feature, credits }) => [foreign(feature, 40), amount(credits)]),
    'Nothing was spent in the last 30 days.',
  )
}

const pauseList = (pauses: readonly Pause[]): Html | string =>
  pauses.length === 0
    ? 'none'
    : html`<ul>${pauses.map(
        ({ of, reason }) =>
          html`<li>${of.kind === 'server' ? 'everything' : html`${of.kind} ${foreign(of.id, 40)}`}${reason !== undefined && html`: “${foreign(reason, 200)}”`}</li>`,
      )}</ul>`

const changes = (view: View, server: ServerRow): Html => {
  const { account, state, ceiling } = server
  const back = serverPath(account)
  const canSpend = state === 'allowed' || state === 'by_settings'
  return html`<div class="stack">${actionForm(view, {
    action: 'allow',
    fields: { account, [shownField]: shownState(server) },
    label: canSpend ? 'Set ceiling' : 'Let in',
    back,
    tone: 'primary',
    content: html`<label>At most a month <input name="credits" inputmode="decimal" maxlength="14" placeholder="50" value="${ceiling === undefined ? '' : String(ceiling / 1_000_000)}"></label><label class="tick"><input type="checkbox" name="no_ceiling" value="yes"> No ceiling</label>`,
  })}${
    canSpend &&
    actionForm(view, {
      action: 'remove',
      fields: { account },
      label: 'Stop spending',
      back,
      tone: 'danger',
      confirm: 'No new paid requests there. Running jobs go on; waiting ones end free of charge.',
    })
  }</div>`
}

const unknownRow = (account: AccountId): ServerRow => ({
  account,
  state: 'not_allowed',
  ceiling: undefined,
  hasOwnKey: false,
  spent: 0 as ServerRow['spent'],
  held: 0 as ServerRow['held'],
})

/** A server or workspace: its budget, its spending and its newest jobs. Undefined if that is no server's ID. */
export const serverPage = async (view: View, id: string): Promise<Html | undefined> => {
  const { deps, times } = view
  const { account } = readServerAccount(id)
  if (account === undefined) return undefined
  const days = recentDays(deps)
  const name = view.nameOf(account)
  const [servers, budget, pauses, entries, latest] = await Promise.all([
    deps.servers(),
    deps.budgets.read(account),
    deps.budgets.pauses(account),
    deps.overview.spentOn(account, days),
    deps.jobList.latest({ account, member: undefined }, 0, jobsShown),
  ])
  const server = servers.find((each) => each.account === account) ?? unknownRow(account)
  const spentOn = (day: string) => totalSpend(entries.filter((entry) => entry.day === day))
  const jobs = latest.map(({ id: jobId, job }: ListedJob) => rowOfRecord(jobId, job))
  return html`<p class="crumbs"><a href="${base}/servers">Servers</a></p>
<header class="title">${name === undefined ? html`<h1 class="mono">${foreign(account, 80)}</h1>` : html`<h1>${foreign(name, 80)}</h1><span class="mono small">${foreign(account, 80)}</span>`}${serverState(server, deps.blocked)}${deps.blocked.includes(account) && chip('OPERATOR_BLOCKED', 'quiet')}</header>
${facts([
  ['Budget', budgetText(budget)],
  ['Used', amount(budget.spent)],
  ['Held', amount(budget.held)],
  ['Left', budget.limit === undefined ? '–' : amount(Math.max(0, budget.left))],
  ['Resets', times.at(budget.resetsAtMs)],
  ['Ceiling a month', ceilingText(server)],
  ['Spent this month', amount(server.spent)],
  ['Paused by admins', pauseList(pauses)],
])}
${section('Change', changes(view, server))}
${section(
  'Spent per day',
  bars(
    'Credits spent per day, last 30 days',
    days.map((day) => ({ day, amount: spentOn(day) })),
  ),
)}
${section('By feature, last 30 days', byFeature(entries))}
${section('Newest jobs', jobTable(view, jobs, 'No jobs yet.', { withServer: false }))}`
}
