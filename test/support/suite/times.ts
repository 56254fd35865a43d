import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'
import type { FileTimes } from '../../../tools/results.ts'

const timesOf = (module: TestModule): FileTimes => {
  const { prepareDuration, environmentSetupDuration, setupDuration, collectDuration, duration } =
    module.diagnostic()
  const testsMs = [...module.children.allTests()].reduce(
    (sum, test) => sum + (test.diagnostic()?.duration ?? 0),
    0,
  )
  return {
    path: module.relativeModuleId,
    project: module.project.name,
    loadMs: prepareDuration + environmentSetupDuration + setupDuration + collectDuration,
    setUpMs: Math.max(0, duration - testsMs), // concurrent tests add up to more than the file's time
    testsMs: Math.min(duration, testsMs),
  }
}

/** Writes each test file's times next to the JSON report: `tests-times.json` for `tests.json`. */
export default class TimesReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const [, report] =
      process.argv.map((each) => /^--outputFile\.json=(.+)\.json$/.exec(each)).find(Boolean) ?? []
    if (report === undefined) return
    mkdirSync(dirname(report), { recursive: true })
    writeFileSync(`${report}-times.json`, JSON.stringify(modules.map(timesOf), null, 1))
  }
}
