import { availableParallelism } from 'node:os'
import { expect, test } from 'vitest'
import type { ChatPlatform } from '../../sandbox/world/addresses.ts'
import { nameOf, type PlacedCase, spread } from '../crash/matrix.ts'
import { casesOf, dryRun, type Played, playAll, problemsOf } from '../crash/play.ts'
import type { CrashPoint, WrongRule } from '../crash/points.ts'
import { reportOf } from '../crash/report.ts'
import type { ScenarioName } from '../crash/scenarios.ts'
import type { WayOfWaiting } from '../crash/stage.ts'
import { forgotten } from '../crash/unmet.ts'
import { firstRows, isLong } from '../support/suite/runs.ts'

type Row = readonly [
  ChatPlatform,
  WayOfWaiting,
  ScenarioName,
  CrashPoint['when'],
  CrashPoint['effect'],
  number,
]

const placed = ([platform, way, scenario, when, effect, nth]: Row): PlacedCase => ({
  platform,
  way,
  scenario,
  point: { effect, nth, when },
})

/** The most dangerous crash points, one of each kind first; `npm run test:crash` has all there are. */
const dangerous: readonly Row[] = [
  ['discord', 'polling', 'song', 'after', 'service.submit', 0],
  ['slack', 'webhook', 'song', 'after', 'slack.chat.postMessage', 0],
  ['discord', 'polling', 'song', 'after', 'discord.answer', 0],
  ['discord', 'polling', 'song', 'after', 'store.ready', 0],
  ['discord', 'polling', 'message gone', 'after', 'discord.post', 0],
  ['slack', 'webhook', 'song', 'before', 'service.submit', 0],
  ['slack', 'webhook', 'song', 'after', 'store.submitted', 0],
  ['slack', 'webhook', 'song', 'after', 'slack.files.completeUploadExternal', 0],
  ['discord', 'polling', 'song', 'after', 'store.request', 0],
  ['discord', 'polling', 'song', 'after', 'store.accept', 0],
  ['discord', 'polling', 'song', 'before', 'service.submit', 0],
  ['discord', 'polling', 'song', 'after', 'discord.editAnswer', 1],
  ['slack', 'webhook', 'song', 'after', 'service.submit', 0],
  ['slack', 'webhook', 'song', 'before', 'slack.chat.delete', 0],
  ['slack', 'webhook', 'song', 'after', 'slack.chat.delete', 0],
]

const waitMs = 300_000
const longWaitMs = 35 * 60_000
/** One world per platform in the short form: starting one costs as much as playing a case. */
const atOnce = isLong ? Math.min(8, 4 * availableParallelism()) : 2
/**
 * Other tests load this machine, so recovery times and missed points are judged by `test:crash` only.
 */
const metShareMin = 0.9
const toldEvery = 20

/** The whole takes an hour, which is for `test:crash`; these are spread evenly over it. */
const longCases = 240

const telling = (what: string) => {
  let done = 0
  return (): void => {
    done += 1
    if (done % toldEvery === 0) console.log(`${done} ${what}`)
  }
}

test.skipIf(isLong)(
  'a bot that dies at an outside effect leaves nothing wrong behind it',
  async () => {
    const cases = firstRows(2, dangerous).map(placed)
    const played = await playAll(cases, { atOnce })
    expect(problemsOf(played)).toEqual([])
    expect(reportOf({ played }).cases).toBeGreaterThanOrEqual(Math.floor(cases.length * metShareMin))
  },
  waitMs,
)

test.runIf(isLong)(
  'a bot that dies at outside effects of every scenario leaves nothing wrong behind it',
  async () => {
    const dry = await dryRun({ atOnce, onPlayed: telling('played without a death') })
    expect(problemsOf(dry)).toEqual([])
    expect(forgotten(new Set(dry.flatMap(({ effects }) => effects)))).toEqual([])
    const cases = [...dangerous.map(placed), ...spread(casesOf(dry), longCases)]
    const played = await playAll(cases, { atOnce, onPlayed: telling(`of ${cases.length} cases played`) })
    expect(problemsOf(played)).toEqual([])
    expect(reportOf({ played }).cases).toBeGreaterThanOrEqual(Math.floor(cases.length * metShareMin))
  },
  longWaitMs,
)

test.runIf(isLong)(
  'a bot that dies leaves nothing wrong behind it where the other chat is away at each start',
  async () => {
    const cases = dangerous.map(placed)
    const played = await playAll(cases, { atOnce, otherIsAway: true })
    expect(problemsOf(played)).toEqual([])
    expect(reportOf({ played }).cases).toBeGreaterThanOrEqual(Math.floor(cases.length * metShareMin))
  },
  waitMs,
)

/** Each with the case in which it must show, and as what. */
const wrongRows: readonly (readonly [WrongRule, readonly string[], PlacedCase])[] = [
  ['sends again', ['I1'], { platform: 'discord', way: 'polling', scenario: 'lost answer', point: undefined }],
  ['no nonce', ['I2', 'I5'], placed(['discord', 'polling', 'message gone', 'after', 'discord.post', 0])],
  ['answers twice', ['I5'], { platform: 'slack', way: 'polling', scenario: 'song', point: undefined }],
]

test(
  'a bot with a wrong rule is found out',
  async () => {
    const found = await Promise.all(
      firstRows(1, wrongRows).map(async ([wrongRule, expected, wrong]) => {
        const [played] = await playAll([wrong], { atOnce: 1, wrongRule })
        const seen = new Set((played as Played).violations.map(({ invariant }) => invariant as string))
        return { wrongRule, name: nameOf(wrong), unseen: expected.filter((each) => !seen.has(each)) }
      }),
    )
    expect(found.filter(({ unseen }) => unseen.length > 0)).toEqual([])
  },
  waitMs,
)
