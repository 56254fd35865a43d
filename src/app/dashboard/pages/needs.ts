import type { PauseReason } from '../../../core/job/concurrency.ts'
import type { JobCounts } from '../../../core/job/job-counts.ts'
import type { OperatorState } from '../../../core/ledger/operator-total.ts'
import { pauseTexts } from '../../../jobs/worker/take-slot.ts'
import { type Html, html } from '../../html.ts'
import type { Readiness } from '../../http/http-server.ts'
import { base } from '../gate.ts'
import { foreign, span, type Tone } from '../parts.ts'
import type { View } from '../view.ts'
import { isLost, lostStates } from './problems.ts'

const lostShown = 50
/** A wake-up that is so late has no worker. */
const overdueMs = 120_000

/** What the overview knows. */
export interface Overview {
  counts: JobCounts
  operator: OperatorState
  readiness: Readiness
  /** Why nothing is sent to the audio service. */
  paused: PauseReason | undefined
  /** The notice while all spending is paused. */
  notice: string | undefined
}

const titles: Readonly<Record<string, string>> = {
  discord: 'Discord',
  slack: 'Slack',
  process: 'This process',
  'audio service': 'Audio service',
}

/** What a part of health is called here. */
export const titleOf = (name: string): string => titles[name] ?? name

/** The problem of a part of health. Processes with bots alone don't ask about the audio service. */
export const problemOf = ({ readiness, paused }: Overview, name: string): string | undefined =>
  readiness.problems.find((each) => each.name === name)?.problem ??
  (name === 'audio service' && paused !== undefined ? pauseTexts[paused] : undefined)

interface Need {
  tone: Tone
  text: Html | string
  link?: { path: string; text: string }
}

/** A count with its noun. */
export const plural = (count: number, one: string, other: string): string =>
  `${count} ${count === 1 ? one : other}`

/** What somebody has to look at, what stops something first. */
export const needsOf = async ({ deps }: View, overview: Overview): Promise<readonly Need[]> => {
  const { counts, operator, readiness, notice } = overview
  const lost = await deps.jobs.latest(undefined, lostStates, lostShown)
  const needs: Need[] = []
  for (const name of new Set([...readiness.problems.map((problem) => problem.name), 'audio service'])) {
    const problem = problemOf(overview, name)
    if (problem !== undefined)
      needs.push({
        tone: readiness.degraded.includes(name) ? 'warm' : 'bad',
        text: html`<b>${titleOf(name)}</b>: ${foreign(problem)}`,
      })
  }
  if (counts.deadLetters > 0)
    needs.push({
      tone: 'bad',
      text: html`<b>${plural(counts.deadLetters, 'dead letter', 'dead letters')}</b>: jobs that no worker continues`,
      link: { path: `${base}/problems`, text: 'Show' },
    })
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
  const isMild = ({ tone }: Need) => Number(tone === 'warm')
  return needs.toSorted((one, other) => isMild(one) - isMild(other))
}

/** The same as a list. */
export const needsList = (needs: readonly Need[]): Html =>
  needs.length === 0
    ? html`<p class="calm">Nothing needs you.</p>`
    : html`<ul class="needs">${needs.map(
        ({ tone, text, link }) =>
          html`<li class="${tone}"><span>${text}</span>${link !== undefined && html`<a href="${link.path}">${link.text}</a>`}</li>`,
      )}</ul>`
