import { z } from 'zod'

/** How one part of the verification ended. */
export interface PartResult {
  name: string
  passed: number
  failed: number
  durationMs: number
}

const reportSchema = z.object({
  testResults: z.array(
    z.object({
      status: z.string(),
      assertionResults: z.array(z.object({ status: z.string() })),
    }),
  ),
})

const count = <T>(items: readonly T[], matches: (item: T) => boolean): number => items.filter(matches).length

/**
 * Counts the tests of vitest's JSON report (https://vitest.dev/guide/reporters#json-reporter). A file that
 * could not be loaded has no tests to count and is one failure; so is a run that failed for another reason,
 * such as an unhandled error or a missing report.
 */
export const countTests = (report: unknown, exitCode: number): { passed: number; failed: number } => {
  const parsed = reportSchema.safeParse(report)
  const files = parsed.success ? parsed.data.testResults : []
  const tests = files.flatMap((file) => file.assertionResults)
  const failedTests = count(tests, ({ status }) => status === 'failed')
  const unloadable = count(
    files,
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  )
  const failed = failedTests + unloadable
  const sound = parsed.success && exitCode === 0
  return { passed: count(tests, ({ status }) => status === 'passed'), failed: sound ? failed : failed || 1 }
}

/** A part that either holds or does not, such as the linter, counts as one. */
export const countCheck = (exitCode: number): { passed: number; failed: number } =>
  exitCode === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }

const sum = (results: readonly PartResult[]): PartResult => ({
  name: 'total',
  passed: results.reduce((total, { passed }) => total + passed, 0),
  failed: results.reduce((total, { failed }) => total + failed, 0),
  durationMs: results.reduce((total, { durationMs }) => total + durationMs, 0),
})

const columns = ({ name, passed, failed, durationMs }: PartResult): string[] => [
  name,
  `${(durationMs / 1000).toFixed(1)} s`,
  `${passed} passed`,
  failed > 0 ? `${failed} FAILED` : '',
]

/** The time and outcome of each part as a table, and the line that sums them up. */
export const renderResults = (results: readonly PartResult[]): string => {
  const total = sum(results)
  const rows = [...results, total].map(columns)
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const lines = rows.map((row) =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd(),
  )
  return [...lines, '', `${total.passed} passed, ${total.failed} failed`].join('\n')
}
