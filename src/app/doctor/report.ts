import { styleText } from 'node:util'
import {
  type CheckGroup,
  type CheckId,
  checkGroups,
  checkIds,
  type Finding,
  groupOf,
  type Problem,
} from '../../core/doctor-check.ts'
import { wrap } from '../wrap.ts'
import type { Examined } from './run.ts'

type Verdict = Finding['verdict']

/** How the report is written. */
export interface ReportStyle {
  /** Whether findings that all is well are listed, too. */
  isWhole: boolean
  isColoured: boolean
  /** Width of the terminal; undefined if the output is not one, so that nothing is wrapped. */
  columns: number | undefined
}

const verdicts = ['failed', 'warning', 'ok'] as const satisfies readonly Verdict[]
const colours = { ok: 'green', warning: 'yellow', failed: 'red' } as const satisfies Record<Verdict, string>
const titleWidth = Math.max(...Object.values(checkGroups).map((title) => title.length)) + 2
const verdictWidth = 'warning'.length + 2
const idWidth = Math.max(...checkIds.map((id) => id.length)) + 2
const widest = 110
const narrowest = 40

/** How many findings there are of each kind. */
export type Counts = Readonly<Record<Verdict, number>>

/** Counts the findings of checks. */
export const countsOf = (examined: readonly Examined[]): Counts => {
  const counts = { ok: 0, warning: 0, failed: 0 }
  for (const { findings } of examined) for (const { verdict } of findings) counts[verdict] += 1
  return counts
}

/** The worst verdict of all findings. */
export const verdictOf = ({ warning, failed }: Counts): Verdict => {
  if (failed > 0) return 'failed'
  return warning > 0 ? 'warning' : 'ok'
}

const texts = {
  ok: (count: number) => `${count} ok`,
  warning: (count: number) => (count === 1 ? '1 warning' : `${count} warnings`),
  failed: (count: number) => `${count} failed`,
} as const satisfies Record<Verdict, (count: number) => string>

const onOneLine = (text: string): string => text.replaceAll(/(?<!\s)\s*\n\s*/g, ' ')

/** Indented, and broken to fit the terminal, if there is one. */
const wrapped = (text: string, indent: string, columns: number | undefined): readonly string[] => {
  if (columns === undefined) return [`${indent}${text}`]
  const width = Math.max(narrowest, Math.min(columns, widest) - indent.length)
  return wrap(text, width).map((line) => `${indent}${line}`)
}

const mendText = ({ mend, fix }: Problem): string =>
  fix === undefined ? mend : `${mend} Or let the doctor do it: npm run doctor -- --fix`

/** The texts of a report. */
export const createReport = ({ isWhole, isColoured, columns }: ReportStyle) => {
  const paint = (style: 'green' | 'yellow' | 'red' | 'bold' | 'dim', text: string): string =>
    isColoured ? styleText(style, text, { validateStream: false }) : text
  const head = (verdict: Verdict, id: CheckId): string =>
    `  ${paint(colours[verdict], verdict.padEnd(verdictWidth))}${paint('dim', id.padEnd(idWidth))}`
  const indent = ' '.repeat(2 + verdictWidth)

  const findingLines = (id: CheckId, finding: Finding): readonly string[] => {
    if (finding.verdict === 'ok') return isWhole ? [`${head('ok', id)}${finding.what}`] : []
    const { verdict, what, why } = finding
    return [
      `${head(verdict, id)}${paint('bold', onOneLine(what))}`,
      ...wrapped(onOneLine(`${why} ${mendText(finding)}`), indent, columns),
    ]
  }

  const fixedLines = ({ id, fixed }: Examined): readonly string[] =>
    fixed.map(
      (text) => `  ${paint('green', 'fixed'.padEnd(verdictWidth))}${paint('dim', id.padEnd(idWidth))}${text}`,
    )

  const countText = (counts: Counts): string => {
    const some = verdicts.filter((verdict) => counts[verdict] > 0)
    return some.map((verdict) => paint(colours[verdict], texts[verdict](counts[verdict]))).join(', ')
  }

  return {
    /** A group with its counts, and its problems below; empty if none of its checks applies. */
    group(group: CheckGroup, examined: readonly Examined[], skipped: readonly CheckId[]): string {
      const left = skipped.filter((id) => groupOf(id) === group).length
      const count = countText(countsOf(examined))
      const leftText = left === 0 ? '' : paint('dim', `${left} skipped`)
      const all = [count, leftText].filter((text) => text !== '').join(', ')
      if (all === '') return ''
      const lines = examined.flatMap((each) => [
        ...fixedLines(each),
        ...each.findings.flatMap((finding) => findingLines(each.id, finding)),
      ])
      return [`${paint('bold', checkGroups[group].padEnd(titleWidth))}${all}`, ...lines, ''].join('\n')
    },
    /** The last line: the counts of everything. */
    summary(examined: readonly Examined[], skipped: readonly CheckId[]): string {
      const counts = countsOf(examined)
      const left = skipped.length === 0 ? [] : [`${skipped.length} skipped`]
      const parts = [texts.ok(counts.ok), texts.warning(counts.warning), texts.failed(counts.failed), ...left]
      return `\n${paint(colours[verdictOf(counts)], parts.join(', '))}\n`
    },
  }
}

interface JsonReport {
  version: string
  time: string
  examined: readonly Examined[]
  skipped: readonly CheckId[]
}

const jsonFinding = (id: CheckId, finding: Finding) => {
  const { verdict, what } = finding
  const about = { id, group: groupOf(id), verdict, what }
  if (finding.verdict === 'ok') return about
  const { why, mend, fix } = finding
  return { ...about, why, mend, fixable: fix !== undefined }
}

/** The report as one JSON document. Fields may be added, and none is renamed. */
export const jsonReport = ({ version, time, examined, skipped }: JsonReport): string => {
  const counts = countsOf(examined)
  const report = {
    version,
    time,
    verdict: verdictOf(counts),
    counts: { ...counts, skipped: skipped.length },
    findings: examined.flatMap(({ id, findings }) => findings.map((finding) => jsonFinding(id, finding))),
    fixed: examined.flatMap(({ id, fixed }) => fixed.map((text) => ({ id, text }))),
    skipped,
  }
  return `${JSON.stringify(report, null, 2)}\n`
}
