import type { Row } from './row.ts'
import type { Finding } from './runner.ts'

const widest = 48

/** One row of the report. */
export const renderFinding = ({ row, verdict }: Finding): string => {
  const place = `${row.id.padEnd(widest)} ${row.title}`
  const elsewhere = row.source === 'evidence' ? ' (as seen elsewhere)' : ''
  switch (verdict.kind) {
    case 'ok':
      return `ok         ${place}${elsewhere}`
    case 'differs':
      return `${row.source === 'document' ? 'DIFFERS   ' : 'differs   '} ${place}${elsewhere}\n           ${verdict.what}`
    case 'not_tried':
      return `not tried  ${place}${elsewhere}\n           ${verdict.why}`
  }
}

/** How many findings there are of each kind. */
export const countFindings = (findings: readonly Finding[]) => {
  const of = (kind: Finding['verdict']['kind'], source?: 'document' | 'evidence'): number =>
    findings.filter(
      ({ row, verdict }) => verdict.kind === kind && (source === undefined || row.source === source),
    ).length
  return {
    ok: of('ok'),
    differ: of('differs'),
    differFromDocument: of('differs', 'document'),
    notTried: of('not_tried'),
  }
}

/** Sums of floating numbers get tails, which no estimate has. */
const withoutTail = (credits: number): number => Number(credits.toFixed(6))

/** The last line of the report. */
export const renderSummary = (findings: readonly Finding[], credits: number): string => {
  const { ok, differ, differFromDocument, notTried } = countFindings(findings)
  const notes = differ - differFromDocument
  const parts = [
    `${ok} ok, ${differ} differ, ${notTried} not tried`,
    ...(notes > 0 ? [`${notes} of the differences are from what was seen elsewhere, and break no rule`] : []),
    `the tasks were estimated at ${withoutTail(credits)} credits`,
  ]
  return parts.join('; ')
}

/** The findings as JSON, for programs. */
export const findingsAsJson = (findings: readonly Finding[], credits: number): string => {
  const rows = findings.map(({ row: { id, title, source }, verdict }) => ({ id, title, source, ...verdict }))
  const creditsEstimated = withoutTail(credits)
  return `${JSON.stringify({ ...countFindings(findings), creditsEstimated, rows }, null, 2)}\n`
}

const withoutBars = (text: string): string => text.replaceAll('|', '\\|')

const tableOf = (rows: readonly Row[]): string =>
  [
    '| Row | What must hold |',
    '|---|---|',
    ...rows.map(({ id, title }) => `| \`${id}\` | ${withoutBars(title)} |`),
  ].join('\n')

/** The rows as two tables in Markdown: what the description says, and what was seen elsewhere. */
export const renderRowTable = (rows: readonly Row[]): string => {
  const of = (source: Row['source']): string => tableOf(rows.filter((row) => row.source === source))
  return `### What the description says\n\n${of('document')}\n\n### What was seen elsewhere\n\n${of('evidence')}`
}
