import type { OwnBudget } from '../../../core/ledger/budget.ts'
import type { AccountId } from '../../../core/target.ts'
import type { ServerRow, ServerState } from '../../../redis/operator-servers.ts'
import { type Html, html } from '../../html.ts'
import { noneLetInText } from '../../tasks/servers.ts'
import { base } from '../gate.ts'
import {
  amount,
  type Column,
  chip,
  counted,
  foreign,
  section,
  serverLink,
  type Tone,
  table,
} from '../parts.ts'
import { actionForm, type View } from '../view.ts'

const path = `${base}/servers`
const perPage = 25

const stateTexts = {
  allowed: ['let in', 'good'],
  by_settings: ['by settings', 'good'],
  removed: ['removed', 'bad'],
  not_allowed: ['not let in', 'quiet'],
} as const satisfies Record<ServerState, readonly [string, Tone]>

/** Whether a server can spend, or is blocked by the settings. */
export const serverState = (
  { account, state }: Pick<ServerRow, 'account' | 'state'>,
  blocked: readonly string[],
) => {
  if (blocked.includes(account)) return chip('blocked', 'bad')
  const [text, tone] = stateTexts[state]
  return chip(text, tone)
}

const orders = {
  server: (one: ServerRow, other: ServerRow) => (one.account < other.account ? -1 : 1),
  spent: (one: ServerRow, other: ServerRow) => other.spent - one.spent,
  held: (one: ServerRow, other: ServerRow) => other.held - one.held,
  ceiling: (one: ServerRow, other: ServerRow) => (other.ceiling ?? Infinity) - (one.ceiling ?? Infinity) || 0,
  state: (one: ServerRow, other: ServerRow) => (one.state < other.state ? -1 : 1),
} as const
type Order = keyof typeof orders

const isOrder = (name: string): name is Order => Object.hasOwn(orders, name)

const address = (order: Order, page: number): string =>
  `${path}?sort=${order}${page === 1 ? '' : `&page=${page}`}`

/** The operator's ceiling of a month, in words. */
export const ceilingText = ({
  ceiling,
  hasOwnKey,
}: Pick<ServerRow, 'ceiling' | 'hasOwnKey'>): Html | string => {
  if (hasOwnKey) return 'own key'
  return ceiling === undefined ? html`<span class="quiet">none</span>` : amount(ceiling)
}

const periodTexts = { day: 'a day', week: 'a week', month: 'a month', once: 'in all' } as const

/** The budget that a server's admins set, in words. */
export const budgetText = ({ limit, period, isStarter }: OwnBudget): Html | string => {
  if (limit === undefined) return '–'
  return html`${amount(limit)} <span class="small">${isStarter ? 'to start' : periodTexts[period]}</span>`
}

const budgetsOf = async ({ deps }: View, accounts: readonly AccountId[]) =>
  new Map(
    await Promise.all(accounts.map(async (account) => [account, await deps.budgets.read(account)] as const)),
  )

const turner = (order: Order, page: number, pages: number): Html | string =>
  pages === 1
    ? ''
    : html`<nav class="turner" aria-label="More servers">${page > 1 && html`<a rel="prev" href="${address(order, page - 1)}">Previous</a>`}<span class="small">Page ${page} of ${pages}</span>${page < pages && html`<a rel="next" href="${address(order, page + 1)}">Next</a>`}</nav>`

const allowForm = (view: View): Html =>
  actionForm(view, {
    action: 'allow',
    label: 'Let in',
    back: path,
    tone: 'primary',
    content: html`<label>Server <input name="account" required maxlength="80" placeholder="discord:81384788765712384" spellcheck="false"></label><label>At most a month <input name="credits" inputmode="decimal" maxlength="14" placeholder="50"></label><label class="tick"><input type="checkbox" name="no_ceiling" value="yes"> No ceiling</label>`,
  })

/** All servers and workspaces, a page of them. */
export const serversPage = async (view: View): Promise<Html> => {
  const { deps, query } = view
  const sort = query.get('sort') ?? ''
  const order: Order = isOrder(sort) ? sort : 'spent'
  const all = (await deps.servers()).toSorted(
    (one, other) => orders[order](one, other) || orders.server(one, other),
  )
  const pages = Math.max(1, Math.ceil(all.length / perPage))
  const asked = Number(query.get('page') ?? 1)
  const page = Number.isInteger(asked) ? Math.min(pages, Math.max(1, asked)) : 1
  const shown = all.slice((page - 1) * perPage, page * perPage)
  const [budgets, running] = await Promise.all([
    budgetsOf(
      view,
      shown.map(({ account }) => account),
    ),
    deps.jobs.running(),
  ])
  const column = (name: Order, title: string, more: Partial<Column> = {}): Column => ({
    ...more,
    title: html`<a href="${address(name, 1)}">${title}</a>`,
    order: order === name ? (name === 'server' || name === 'state' ? 'ascending' : 'descending') : undefined,
  })
  const rows = shown.map((server) => [
    serverLink(server.account, view.nameOf(server.account)),
    serverState(server, deps.blocked),
    budgets.has(server.account) ? budgetText(budgets.get(server.account) as OwnBudget) : '–',
    ceilingText(server),
    amount(server.spent),
    amount(server.held),
    counted(running.filter(({ account }) => account === server.account).length),
  ])
  return html`<header class="title"><h1>Servers</h1><p class="small">${all.length} servers and workspaces</p></header>
${section(
  'Who can spend',
  html`${table(
    'Servers and workspaces',
    [
      column('server', 'Server'),
      column('state', 'State'),
      { title: 'Budget', isNumber: true, isWide: true },
      column('ceiling', 'Ceiling', { isNumber: true, isWide: true }),
      column('spent', 'Spent', { isNumber: true }),
      column('held', 'Held', { isNumber: true, isWide: true }),
      { title: 'Running', isNumber: true, isWide: true },
    ],
    rows,
    deps.named === 'any'
      ? 'No server has used credits yet. OPERATOR_SERVERS=any lets every server in.'
      : noneLetInText,
  )}${turner(order, page, pages)}`,
)}
${section('Let a server in', html`${allowForm(view)}<p class="small">On Discord: right-click the server, Copy Server ID. On Slack: the T… in the workspace’s address. ${foreign(deps.named === 'any' ? 'OPERATOR_SERVERS=any lets every server in but those removed.' : '')}</p>`)}`
}
