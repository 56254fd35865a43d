import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promtool } from './promtool.ts'

/** The rules that operators load. */
export const rulesFile = fileURLToPath(
  new URL('../../../docs/operating/prometheus/alerts.yml', import.meta.url),
)

/** What a process said at one moment: values by series. */
export type Scrape = ReadonlyMap<string, number>

const instance = 'instance="tunesmith:8080",job="tunesmith"'

/** A scrape as Prometheus keeps it: with the labels of the process. */
export const readScrape = (text: string): Scrape =>
  new Map(
    text.split('\n').flatMap((line): [string, number][] => {
      const [, name, labels = '', value] = /^([a-z_0-9]+)(?:\{(.*)\})? (\S+)$/i.exec(line) ?? []
      if (name === undefined) return []
      return [[`${name}{${labels === '' ? '' : `${labels},`}${instance}}`, Number(value)]]
    }),
  )

const beforeMinutes = 20
const afterMinutes = 30

/** A series that has one value for a while, and then another: `_` where it is not there. */
const seriesOf = (series: string, before: Scrape, after: Scrape) => {
  const part = (value: number | undefined, minutes: number): string =>
    value === undefined ? `_x${minutes}` : `${value}+0x${minutes - 1}`
  return {
    series,
    values: `${part(before.get(series), beforeMinutes)} ${part(after.get(series), afterMinutes)}`,
  }
}

const firing = (alert: string): string =>
  `(count(ALERTS{alertname="${alert}",alertstate="firing"}) > bool 0) or vector(0)`

/**
 * Has promtool run the rules over a process that says the same for a while and then something else. Returns what it
 * finds wrong: nothing if just the `expected` of `alerts` fire after that, for however short a time.
 */
export const alertProblems = async (
  tool: string,
  { alerts, expected }: { alerts: readonly string[]; expected: readonly string[] },
  { before, after }: { before: Scrape; after: Scrape },
): Promise<string> => {
  const names = new Set(readFileSync(rulesFile, 'utf8').match(/\b[a-z][a-z0-9]*_[a-z0-9_]+/g))
  const isNamed = (series: string): boolean =>
    names.has(series.replace(/\{.*/, '')) || series.startsWith('up{')
  const all = [...new Set([...before.keys(), ...after.keys()])].filter(isNamed)
  const test = {
    interval: '1m',
    input_series: all.map((series) => seriesOf(series, before, after)),
    promql_expr_test: alerts.map((alert) => ({
      expr: `max_over_time((${firing(alert)})[${afterMinutes}m:1m])`,
      eval_time: `${beforeMinutes + afterMinutes - 1}m`,
      exp_samples: [{ labels: '{}', value: expected.includes(alert) ? 1 : 0 }],
    })),
  }
  const folder = await mkdtemp(join(tmpdir(), 'alerts-'))
  try {
    const file = join(folder, 'test.json')
    await writeFile(
      file,
      JSON.stringify({ rule_files: [rulesFile], evaluation_interval: '1m', tests: [test] }),
    )
    const { code, output } = await promtool(tool, ['test', 'rules', file])
    return code === 0 ? '' : output
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
