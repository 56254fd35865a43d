import { writeFile } from 'node:fs/promises'
import { endWithUsage, readCommandLine } from '../studio/kit/command-line.ts'
import { benchLedger } from './ledger.ts'
import { benchStudio } from './studio.ts'

const usage = `Usage: npm run bench -- [--only studio|ledger] [--json FILE] [--runs N] [--styles]

Measures, and prints what it found: compare the numbers of one run with each other, never with another run's.

  studio       seconds of audio that the sandbox's studio makes in a second of one core, work by work
  ledger       operations on the ledger per second, beside a script that does nothing

  --only NAME  measures this alone
  --json FILE  writes the numbers there as well
  --runs N     measures everything N times (2): of the studio the fastest counts, of the ledger the median
  --styles     adds every style of music, which takes minutes`

const { only, json, runs, styles } = readCommandLine(
  {
    only: { type: 'string' },
    json: { type: 'string' },
    runs: { type: 'string', default: '2' },
    styles: { type: 'boolean', default: false },
  },
  usage,
)
if (only !== undefined && only !== 'studio' && only !== 'ledger')
  endWithUsage(`There is nothing called ${only} to measure.`, usage)
const times = /^[1-9]\d?$/.test(runs)
  ? Number(runs)
  : endWithUsage('--runs takes a number from 1 to 99.', usage)

const studio = only === 'ledger' ? undefined : await benchStudio({ runs: times, styles })
const ledger = only === 'studio' ? undefined : await benchLedger({ runs: times })
if (json !== undefined) await writeFile(json, `${JSON.stringify({ studio, ledger }, undefined, 2)}\n`)
