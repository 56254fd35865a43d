import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type EffectName, isEffectName } from '../../src/core/effect.ts'
import type { Violation } from '../support/judge/invariants.ts'
import { createPeople } from '../support/sandbox/people.ts'
import { botMessages, comesToRest, observe } from './evidence.ts'
import { befall, mendAll } from './faults.ts'
import type { CrashPoint, Plan } from './points.ts'
import { watchRecovery } from './recovery.ts'
import { perform, type Scenario, type ScenarioName, scenarioOf, until } from './scenarios.ts'
import { type Acting, type ArmableBot, arm, type Stage, type WayOfWaiting } from './stage.ts'

/** One case: what people do, how its end is waited for, and where the bot dies; nowhere in a dry run. */
export interface Case {
  scenario: ScenarioName
  way: WayOfWaiting
  point: CrashPoint | undefined
}

/** What came of a case. */
export interface CaseResult {
  violations: readonly Violation[]
  /** Whether the bot came by the point; one that did not has proved nothing. */
  isReached: boolean
  /** How long what was due waited for its next step; undefined where nothing was due. */
  recoveryMs: number | undefined
  /** The states of the case's jobs at the end. */
  states: readonly string[]
  /** The effects of the bot that was armed, in order. */
  effects: readonly EffectName[]
}

const playTimeoutMs = 20_000
/** Nobody waits longer for what comes before the bot is armed: a stage that stands still is given up. */
const readyTimeoutMs = 120_000

const effectsIn = async (log: string): Promise<readonly EffectName[]> =>
  (await readFile(log, 'utf8')).split('\n').filter(isEffectName)

/** One that dies at the very last effect is still dying when all is at rest. */
const lastWordsMs = 300

const diesBefore = async ({ process: { exited } }: ArmableBot, end: Promise<unknown>): Promise<boolean> => {
  const lives = end.then(() => pause(lastWordsMs)).then(() => false)
  return Promise.race([exited.then(() => true), lives])
}

/**
 * Acts, and waits until people see something of it: a platform that takes a request may hand it to the bot later,
 * and what comes of it would count in the next case.
 */
const playUntilAnswered = async (stage: Acting, play: Scenario['play']): Promise<void> => {
  const seen = async () => JSON.stringify(await botMessages(stage))
  const before = await seen()
  await perform(stage, play)
  await until(stage, async () => (await seen()) !== before)
}

/** A bot that has not come by its point yet would die there in the next case, in which nobody expects it. */
const renewed = async ({ process }: ArmableBot, restart: () => Promise<ArmableBot>): Promise<ArmableBot> => {
  await process.kill()
  return restart()
}

/**
 * Plays a case on a stage whose bot runs, and leaves it with a bot that runs. `restart` brings the next one.
 */
export const playCase = async (
  stage: Stage,
  bot: ArmableBot,
  { scenario, point }: Case,
  restart: () => Promise<ArmableBot>,
): Promise<CaseResult & { bot: ArmableBot }> => {
  const { prelude = [], faults = [], arrange = [], play, isAlone, isAnnounced } = scenarioOf(scenario)
  const over = new AbortController()
  const people = createPeople(stage.world.addresses, stage.platform, over.signal)
  const acting: Acting = { ...stage, people, over: over.signal }
  const standsStill = setTimeout(() => over.abort(new Error('nothing goes on')), readyTimeoutMs)
  await stage.settle()
  await perform(acting, prelude)
  const { newJobs, judged } = await observe(stage)
  for (const fault of 'discord' in faults ? faults[stage.platform] : faults) await befall(stage, fault)
  await perform(acting, arrange)
  clearTimeout(standsStill)
  const log = join(stage.folder, 'effects.txt')
  const id = `${performance.now()}`
  const plan: Plan = point === undefined ? { id, log } : { id, log, point }
  await arm(bot, plan)
  const played = playUntilAnswered(acting, play).catch(() => undefined)
  const isReached = await diesBefore(
    bot,
    Promise.race([played, pause(playTimeoutMs)]).then(() => comesToRest(stage)),
  )
  const recovering = isReached ? newJobs().then((left) => watchRecovery(stage.books, left)) : undefined
  const survivor = isReached ? await restart() : bot
  await stage.world.slack.untilHeard()
  await comesToRest(stage)
  over.abort() // who still waits for something that the bot took along does not come back in another case
  await played
  await stage.world.slack.untilHeard()
  const isAtRest = await comesToRest(stage)
  const recoveryMs = await recovering
  await mendAll(stage)
  const violations = await judged(isAtRest, { isAlone, isAnnounced })
  return {
    violations,
    isReached,
    recoveryMs,
    bot: point === undefined || isReached ? survivor : await renewed(survivor, restart),
    states: (await newJobs()).map(({ state }) => state),
    effects: await effectsIn(log),
  }
}
