import type { JobState } from '../../core/job/job.ts'
import { jobName } from '../../core/job-id.ts'
import { formatCost } from '../../core/ledger/credits-text.ts'
import { neutral, shortened, spanText } from '../../core/text/text.ts'
import { type Html, html } from '../html.ts'
import { base } from './gate.ts'

/** How good or bad a thing is, which its sign and its colour say. */
export type Tone = 'good' | 'busy' | 'warm' | 'bad' | 'quiet'

/** A word with a sign before it. */
export const chip = (text: string, tone: Tone): Html => html`<span class="chip ${tone}">${text}</span>`

/** An amount in credits, with two decimals. */
export const amount = (millionths: number | undefined): Html | string =>
  millionths === undefined
    ? '–'
    : html`<span class="number${millionths === 0 && ' quiet'}">${formatCost(millionths)}</span>`

/** A number of things; none is grey. */
export const counted = (count: number): Html | number =>
  count === 0 ? html`<span class="quiet">0</span>` : count

/** A text that somebody else wrote: it can neither be markup nor reorder what stands beside it. */
export const foreign = (text: string, lengthMax = 2_000): Html =>
  html`<bdi>${shortened(neutral(text), lengthMax)}</bdi>`

/** Writes moments in one zone. */
export const createTimes = (zone: string) => {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  const short = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  })
  const write = (atMs: number, by: Intl.DateTimeFormat): Html =>
    html`<time datetime="${new Date(atMs).toISOString()}">${by.format(atMs)}</time>`
  return {
    /** To the minute, such as "1 Dec, 14:03". */
    at: (atMs: number | undefined): Html | string => (atMs === undefined ? '–' : write(atMs, short)),
    /** To the second. */
    exactly: (atMs: number): Html => write(atMs, format),
  }
}
export type Times = ReturnType<typeof createTimes>

const dayMs = 24 * 60 * 60_000
const hourMs = 60 * 60_000

/** A span such as "45 s", "10 min", "3 h" or "2 d". */
export const span = (spanMs: number): string => {
  if (spanMs >= 2 * dayMs) return `${Math.floor(spanMs / dayMs)} d`
  return spanMs >= 2 * hourMs ? `${Math.floor(spanMs / hourMs)} h` : spanText(spanMs)
}

/** A link to a job's page, by its short name. */
export const jobLink = (id: string): Html =>
  html`<a class="mono" href="${base}/jobs/${id}">${jobName(id)}</a>`

/** The path of a server's page. */
export const serverPath = (account: string): string => `${base}/servers/${encodeURIComponent(account)}`

/** A link to a server's page, by its name if that is known. */
export const serverLink = (account: string | undefined, name?: string): Html | string => {
  if (account === undefined) return '–'
  const id = html`<a class="mono" href="${serverPath(account)}">${foreign(account, 60)}</a>`
  return name === undefined
    ? id
    : html`<a class="named" href="${serverPath(account)}">${foreign(name, 60)}</a> <span class="small mono">${foreign(account, 60)}</span>`
}

const stateTones = {
  requested: 'quiet',
  accepted: 'quiet',
  submitting: 'busy',
  submitted: 'busy',
  uncertain: 'warm',
  ready: 'busy',
  posted: 'good',
  withheld: 'warm',
  voided: 'quiet',
  failed: 'bad',
  booked: 'warm',
  expired: 'warm',
} as const satisfies Record<JobState, Tone>

/** A job's state. */
export const stateChip = (state: JobState | undefined): Html =>
  state === undefined ? chip('unreadable', 'bad') : chip(state, stateTones[state])

/** A cell of a table: a number stands on the right. */
export interface Column {
  title: string | Html
  isNumber?: boolean
  /** On a telephone the column is left out. */
  isWide?: boolean
  /** How the rows are ordered by it, if they are. */
  order?: 'ascending' | 'descending' | undefined
}

const classOf = ({ isNumber = false, isWide = false }: Partial<Column>): string =>
  [isNumber ? 'right' : '', isWide ? 'wide' : ''].join(' ').trim()

type Cell = Html | string | number

/** A table whose rows start with their heading; what `empty` says if there are none. */
export const table = (
  caption: string,
  columns: readonly Column[],
  rows: readonly (readonly Cell[])[],
  empty: string,
): Html =>
  rows.length === 0
    ? html`<p class="empty">${empty}</p>`
    : html`<div class="scroll" role="region" aria-label="${caption}" tabindex="0"><table>
<caption class="unseen">${caption}</caption>
<thead><tr>${columns.map(
        (column) =>
          html`<th scope="col" class="${classOf(column)}"${column.order !== undefined && html` aria-sort="${column.order}"`}>${column.title}</th>`,
      )}</tr></thead>
<tbody>${rows.map(
        (cells) =>
          html`<tr>${cells.map((cell, index) =>
            index === 0
              ? html`<th scope="row" class="${classOf(columns[index] ?? {})}">${cell}</th>`
              : html`<td class="${classOf(columns[index] ?? {})}">${cell}</td>`,
          )}</tr>
`,
      )}</tbody></table></div>`

/** A part of a page under its heading. */
export const section = (title: string, content: Html | readonly Html[], more?: Html): Html =>
  html`<section><header><h2>${title}</h2>${more}</header>${content}</section>`

/** Facts with their names. */
export const facts = (pairs: readonly (readonly [name: Html | string, value: Cell])[]): Html =>
  html`<dl class="facts">${pairs.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`
