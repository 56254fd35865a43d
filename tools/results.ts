import { z } from 'zod'

/** Where one test file's time went; written by `test/support/suite/times.ts`. */
const fileTimes = z.object({
  /** From the root of the project. */
  path: z.string(),
  /** The project of vitest.config.ts that ran it. */
  project: z.string(),
  /** Importing it and what it needs. */
  loadMs: z.number(),
  /** Hooks of the file or of a group, such as starting a world. */
  setUpMs: z.number(),
  /** The tests, with the hooks before and after each of them. */
  testsMs: z.number(),
})
export type FileTimes = z.output<typeof fileTimes>

/** How one part of the verification ended. */
export interface PartResult {
  name: string
  passed: number
  failed: number
  durationMs: number
  /** Its test files; empty for a check such as the linter. */
  files: readonly FileTimes[]
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

/** The times a run wrote; empty if it wrote none. */
export const readTimes = (written: unknown): readonly FileTimes[] =>
  z.array(fileTimes).safeParse(written).data ?? []

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`

/** Aligns rows in columns: the first to the left, the others to the right. */
const inColumns = (rows: readonly (readonly string[])[]): string[] => {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? []
  return rows.map((row) =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd(),
  )
}

const wholeMs = ({ loadMs, setUpMs, testsMs }: FileTimes): number => loadMs + setUpMs + testsMs

const slowestCount = 10

/** The slowest files, each with where its time went. */
const slowest = (files: readonly FileTimes[]): string[] => {
  const rows = files
    .toSorted((one, other) => wholeMs(other) - wholeMs(one))
    .slice(0, slowestCount)
    .map((file) => [file.path, ...[wholeMs(file), file.loadMs, file.setUpMs, file.testsMs].map(seconds)])
  return rows.length === 0
    ? []
    : ['', ...inColumns([['slowest files', 'total', 'load', 'set-up', 'tests'], ...rows])]
}

const columns = ({ name, passed, failed, durationMs }: Omit<PartResult, 'files'>): string[] => [
  name,
  seconds(durationMs),
  `${passed} passed`,
  failed > 0 ? `${failed} FAILED` : '',
]

/**
 * A table of each part's time and outcome, the slowest files, and the summary line. `durationMs` is the whole
 * run's time: some parts run in parallel, so their times do not add up to it.
 */
export const renderResults = (results: readonly PartResult[], durationMs: number): string => {
  const total = {
    name: 'total',
    passed: results.reduce((sum, { passed }) => sum + passed, 0),
    failed: results.reduce((sum, { failed }) => sum + failed, 0),
    durationMs,
  }
  return [
    ...inColumns([...results, total].map(columns)),
    ...slowest(results.flatMap(({ files }) => files)),
    '',
    `${total.passed} passed, ${total.failed} failed`,
  ].join('\n')
}
