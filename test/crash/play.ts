import { type ChatPlatform, chatPlatforms } from '../../sandbox/world/addresses.ts'
import { type CaseResult, playCase } from './case.ts'
import { inAll, nameOf, type PlacedCase, pointsOf } from './matrix.ts'
import type { WrongRule } from './points.ts'
import { scenarioNames, scenarioOf } from './scenarios.ts'
import { type ArmableBot, openStage, type Stage, type WayOfWaiting, waysOfWaiting } from './stage.ts'

/** A case that was played. */
export interface Played extends CaseResult {
  case: PlacedCase
}

/** How cases are played. */
export interface PlayOptions {
  /** How many stages there are at most. */
  atOnce: number
  wrongRule?: WrongRule | undefined
  /** Whether the bots also have a token for the other platform, which never answers. */
  otherIsAway?: boolean
  /** Hears of each case as it ends. */
  onPlayed?: (played: Played) => void
  /** Hears why a case could not be played; it is tried again. */
  onTrouble?: (wanted: PlacedCase, error: unknown) => void
}

/** A point may come too late to be met, where others were quicker this time; then it is tried again. */
const triesMax = 3

const open = (platform: ChatPlatform, { wrongRule, otherIsAway }: PlayOptions): Promise<Stage> =>
  openStage(platform, { spans: 'short', ...(wrongRule !== undefined && { wrongRule }) }, otherIsAway)

interface Running {
  stage: Stage
  bot: ArmableBot
  way: WayOfWaiting
}

const ready = async (
  running: Running | undefined,
  { platform, way }: PlacedCase,
  options: PlayOptions,
): Promise<Running> => {
  if (running?.way === way) return running
  await running?.bot.process.kill()
  const stage = running?.stage ?? (await open(platform, options))
  return { stage, bot: await stage.start(way), way }
}

/** What could not be played at all: nothing is known of it. */
const unplayed = { violations: [], isReached: false, recoveryMs: undefined, states: [], effects: [] }

/** Plays cases of one platform one after the other, on a new stage where the last one was spoilt. */
const playOn = async (
  take: () => PlacedCase | undefined,
  options: PlayOptions,
): Promise<readonly Played[]> => {
  const played: Played[] = []
  let running: Running | undefined
  const playOnce = async (wanted: PlacedCase): Promise<CaseResult> => {
    const { stage, bot, way } = await ready(running, wanted, options)
    running = { stage, bot, way }
    const { bot: next, ...result } = await playCase(stage, bot, wanted, () => stage.start(way))
    running = { stage, bot: next, way }
    return result
  }
  const playAnew = async (wanted: PlacedCase): Promise<CaseResult> => {
    const result = await playOnce(wanted).catch((error: unknown) => {
      options.onTrouble?.(wanted, error)
      return undefined
    })
    const isSpoilt = scenarioOf(wanted.scenario).spoils?.includes(wanted.platform)
    if (result === undefined || result.violations.length > 0 || isSpoilt) {
      await running?.stage.close()
      running = undefined
    }
    return result ?? unplayed
  }
  for (let next = take(); next !== undefined; next = take()) {
    let result = await playAnew(next)
    const isMissed = () => next?.point !== undefined && !result.isReached && result.violations.length === 0
    for (let tries = 1; tries < triesMax && isMissed(); tries += 1) result = await playAnew(next)
    played.push({ case: next, ...result })
    options.onPlayed?.({ case: next, ...result })
  }
  await running?.stage.close()
  return played
}

/** Plays cases, several at a time. */
export const playAll = async (
  cases: readonly PlacedCase[],
  options: PlayOptions,
): Promise<readonly Played[]> => {
  const waiting = new Map(
    chatPlatforms.map((platform) => [platform, cases.filter((each) => each.platform === platform)]),
  )
  const used = chatPlatforms.filter((platform) => (waiting.get(platform)?.length ?? 0) > 0)
  const stages = Array.from({ length: Math.min(options.atOnce, cases.length) }, (_, index) => {
    const platform = used[index % used.length]
    return platform === undefined ? [] : playOn(() => waiting.get(platform)?.shift(), options)
  })
  return (await Promise.all(stages)).flat()
}

/** Every scenario, without a death. */
export const dryCases: readonly PlacedCase[] = chatPlatforms.flatMap((platform) =>
  waysOfWaiting.flatMap((way) =>
    scenarioNames
      .filter((name) => (scenarioOf(name).ways ?? waysOfWaiting).includes(way))
      .map((scenario): PlacedCase => ({ platform, way, scenario, point: undefined })),
  ),
)

const isPlain = ({ scenario }: PlacedCase): boolean => scenario === 'song'

/** The plainest scenario has most of the points, so it is played more often, to tell what comes of chance. */
const plainRuns = 3

/** Plays scenarios without a death: what effects there are, and so the points to die at. */
export const dryRun = (
  options: PlayOptions,
  isWanted: (dry: PlacedCase) => boolean = () => true,
): Promise<readonly Played[]> => {
  const wanted = dryCases.filter(isWanted)
  const again = wanted.filter(isPlain)
  return playAll([...wanted, ...Array.from({ length: plainRuns - 1 }, () => again).flat()], options)
}

/** Whether what the one has need not be tried in the other, which is not as plain. */
export const isPlainer = (one: PlacedCase, other: PlacedCase): boolean => {
  if (one.platform !== other.platform || isPlain(other) || scenarioOf(other.scenario).isWhole) return false
  return isPlain(one) || one.scenario === scenarioOf(other.scenario).like
}

/** Every point that the dry runs have: of several of one scenario, those that all of them have. */
export const casesOf = (dry: readonly Played[]): readonly PlacedCase[] =>
  [...Map.groupBy(dry, (each) => nameOf(each.case)).values()].flatMap((runs) => {
    const own = runs[0]?.case
    if (own === undefined) return []
    const plainer = dry.filter((other) => isPlainer(other.case, own))
    const plain = new Set(plainer.flatMap((other) => other.effects))
    const effects = inAll(runs.map((run) => run.effects))
    return pointsOf(effects, plain).map((point): PlacedCase => ({ ...own, point }))
  })

/** What is wrong, a line for each. */
export const problemsOf = (played: readonly Played[]): readonly string[] =>
  played.flatMap((each) =>
    each.violations.map(({ invariant, what }) => `${invariant} ${nameOf(each.case)}: ${what}`),
  )
