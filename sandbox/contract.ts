import { writeFile } from 'node:fs/promises'
import { endWithUsage, readCommandLine } from '../studio/kit/command-line.ts'
import { allRows } from './contract/all-rows.ts'
import { whyNotToAsk } from './contract/first-question.ts'
import { findingsAsJson, renderFinding, renderRowTable, renderSummary } from './contract/report.ts'
import type { Row } from './contract/row.ts'
import { runContract } from './contract/run.ts'
import { chooseRows, hasFailed } from './contract/runner.ts'

// Holds an audio service to its interface description, row by row, over HTTP and knowing nothing else of it.

const usage = `Usage: npm run contract -- --base-url URL --api-key KEY [options]

Checks an audio service against its interface description, row by row. It orders real work, which costs that account
credits; the sum of the estimates is printed at the end. Exits with 1 if the service differs from the description, and
with 2, before ordering anything, if there is no such service or it refuses the key.

  --only PATTERN           only rows whose id starts with this or matches this regular expression
  --strict                 rows with only outside evidence count too, and every row must be tried
  --json FILE              also writes the findings to a file
  --list                   prints the rows without any request
  --callback-url URL       public address of this machine for callbacks; not needed for a local service
  --callback-port N        local port for callbacks (default: chosen by the system)
  --lookups-per-minute N   maximum look-ups of tasks (default: the service's limit)
  --tasks-at-once N        maximum orders at a time (default: 3)`

const options = {
  'base-url': { type: 'string' },
  'api-key': { type: 'string' },
  only: { type: 'string', default: '' },
  strict: { type: 'boolean', default: false },
  json: { type: 'string' },
  list: { type: 'boolean', default: false },
  'callback-url': { type: 'string' },
  'callback-port': { type: 'string' },
  'lookups-per-minute': { type: 'string' },
  'tasks-at-once': { type: 'string' },
} as const

const values = readCommandLine(options, usage)

const readAddress = (name: 'base-url' | 'callback-url'): string | undefined => {
  const given = values[name]
  if (given === undefined) return undefined
  if (!URL.canParse(given) || !/^https?:$/.test(new URL(given).protocol))
    return endWithUsage(`--${name} must be an http or https address, not "${given}"`, usage)
  return given.replace(/\/+$/, '')
}

const readCount = (name: 'callback-port' | 'lookups-per-minute' | 'tasks-at-once'): number | undefined => {
  const given = values[name]
  if (given === undefined) return undefined
  return /^[1-9]\d{0,4}$/.test(given)
    ? Number(given)
    : endWithUsage(`--${name} must be a whole number from 1, not "${given}"`, usage)
}

const readRows = (): readonly Row[] => {
  try {
    const rows = chooseRows(allRows, values.only)
    return rows.length > 0 ? rows : endWithUsage(`No row fits "${values.only}"`, usage)
  } catch {
    return endWithUsage(`--only is no regular expression: "${values.only}"`, usage)
  }
}

const run = async (rows: readonly Row[]): Promise<void> => {
  const baseUrl = readAddress('base-url') ?? endWithUsage('--base-url is needed', usage)
  const apiKey = values['api-key'] ?? endWithUsage('--api-key is needed', usage)
  const settings = {
    callbackUrl: readAddress('callback-url'),
    callbackPort: readCount('callback-port'),
    lookUpsPerMinute: readCount('lookups-per-minute'),
    tasksAtOnce: readCount('tasks-at-once'),
  }
  console.log(
    `${rows.length} rows against ${baseUrl}. This orders real work and spends credits of the account.\n`,
  )
  const obstacle = await whyNotToAsk(baseUrl, apiKey)
  if (obstacle !== undefined) {
    console.error(`${obstacle}\nNothing was ordered.`)
    process.exitCode = 2
    return
  }
  const tell = (finding: Parameters<typeof renderFinding>[0]): void => console.log(renderFinding(finding))
  const { findings, creditsEstimated } = await runContract({ baseUrl, apiKey, rows, tell, ...settings })
  console.log(`\n${renderSummary(findings, creditsEstimated)}`)
  if (values.json !== undefined) await writeFile(values.json, findingsAsJson(findings, creditsEstimated))
  process.exitCode = hasFailed(findings, values.strict) ? 1 : 0
}

const rows = readRows()
if (values.list) console.log(renderRowTable(rows))
else await run(rows)
