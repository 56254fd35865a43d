import { writeFile } from 'node:fs/promises'
import { endWithUsage, readCommandLine } from '../../studio/kit/command-line.ts'
import { isAbout, nameOf, type PlacedCase, spread } from './matrix.ts'
import { casesOf, dryCases, dryRun, isPlainer, playAll } from './play.ts'
import { type WrongRule, wrongRules } from './points.ts'
import { faultsOf, reportOf, reportText } from './report.ts'
import { playTakeovers } from './standby.ts'
import { forgotten } from './unmet.ts'

const usage = `Usage: npm run test:crash -- [--json FILE] [--only TEXT] [--cases N] [--at-once N] [--wrong RULE]

Kills real bots at every outside effect, restarts them, and checks the audio service's books, the messages and the ledger in
Redis. Exits with 1 if one of I1 to I7 in docs/jobs.md is broken, if work doesn't resume within 15 seconds, or if too many
cases were not reached.

  --json FILE    also writes the results to a file
  --only TEXT    plays cases with this in their name, such as "discord, polling, song, after service.submit 0"
  --cases N      plays N cases, spread evenly
  --at-once N    number of worlds at a time (default: 8)
  --wrong RULE   breaks a rule, so the run must fail: ${wrongRules.join(', ')}`

const values = readCommandLine(
  {
    json: { type: 'string' },
    only: { type: 'string', default: '' },
    cases: { type: 'string', default: '100000' },
    'at-once': { type: 'string', default: '8' },
    wrong: { type: 'string' },
  },
  usage,
)

const countIn = (name: 'cases' | 'at-once'): number =>
  /^[1-9]\d{0,5}$/.test(values[name])
    ? Number(values[name])
    : endWithUsage(`--${name} takes a number from 1 on.`, usage)

const ruleNamed = (text: string | undefined): WrongRule | undefined =>
  text === undefined
    ? undefined
    : (wrongRules.find((rule) => rule === text) ?? endWithUsage(`There is no rule called ${text}.`, usage))

const options = {
  atOnce: countIn('at-once'),
  wrongRule: ruleNamed(values.wrong),
  onTrouble: (wanted: PlacedCase, error: unknown) => console.log(`  trouble in ${nameOf(wanted)}: ${error}`),
}
const isWhole = values.only === '' && options.wrongRule === undefined
/** A name that is no scenario's may be that of an effect, which any scenario may have. */
const isWorthIt = (dry: PlacedCase): boolean => {
  const wanted = dryCases.filter((each) => isAbout(each, values.only))
  return (
    wanted.length === 0 ||
    wanted.some((each) => {
      const { platform, way, scenario } = each
      if (dry.platform !== platform) return false
      return isPlainer(dry, each) || (dry.way === way && dry.scenario === scenario)
    })
  )
}
const startedMs = performance.now()
const dry = await dryRun({ ...options, wrongRule: undefined }, isWorthIt)
const named = casesOf(dry).filter((each) => nameOf(each).includes(values.only))
const cases = spread(named, countIn('cases'))
console.log(`${cases.length} of ${named.length} cases, ${options.atOnce} at a time`)
let count = 0
const played = await playAll(cases, {
  ...options,
  onPlayed: (each) => {
    count += 1
    if (count % 20 === 0) console.log(`  ${count} played`)
    if (each.violations.length > 0) console.log(`  ${nameOf(each.case)}: ${JSON.stringify(each.violations)}`)
  },
})
const takeovers = isWhole ? await playTakeovers(options.atOnce) : []
const report = reportOf({
  played: [...dry.filter(({ violations }) => violations.length > 0), ...played],
  takeovers,
  unexplained: isWhole ? forgotten(new Set(dry.flatMap(({ effects }) => effects))) : [],
})
console.log(reportText(report))
console.log(`after ${Math.round((performance.now() - startedMs) / 1000)} s`)
if (values.json !== undefined) await writeFile(values.json, `${JSON.stringify(report, undefined, 2)}\n`)
process.exitCode = faultsOf(report).length > 0 ? 1 : 0
