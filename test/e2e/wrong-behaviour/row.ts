import { expect } from 'vitest'
import type { WireEntry } from '../../../sandbox/wire.ts'
import { createPeople } from '../../support/sandbox/people.ts'
import { excuseRefusals, expectRefusals } from '../../support/sandbox/strict.ts'
import type { Sabotage } from './saboteur.ts'
import { type ScenarioName, scenarios } from './scenarios.ts'
import { restartBot, type Scene, type Stage } from './stage.ts'

/** One wrong behaviour, what provokes it, and what catches it. */
export interface Row {
  name: string
  scenario: ScenarioName
  /** What is spoilt; or what is said besides over a socket, in the bot's name. */
  does: Sabotage | { injects: readonly string[] }
  /** What is refused for it, by its summary on the wire. */
  refusals: readonly RegExp[]
  /** What the first of them says in particular. */
  because?: RegExp
  /** What may be refused besides, as what follows from it. */
  besides?: readonly RegExp[]
  /** What the member sees in the end. */
  tells?: RegExp
  /** That all ends well after it: the bot knows a way out. */
  endsWell?: true
  /** That the bot is of no use after it, and is started again. */
  endsBot?: true
}

let marks = 0

/** Everything as it stands before members begin. */
const setScene = async (stage: Stage, signal: AbortSignal): Promise<Scene> => {
  marks += 1
  const people = createPeople(stage.world.addresses, stage.platform, signal)
  const since = await people.latest(stage.member)
  return {
    ...stage,
    people,
    mark: `number ${marks}`,
    since,
    begunAt: stage.world.wire.since(0).length,
    signal,
  }
}

const refusedSince = ({ world }: Stage, id: number): WireEntry[] =>
  world.wire.since(id).filter(({ kind }) => kind === 'refusal')

/** Resolves once all of that was refused. */
const untilRefused = async (
  stage: Stage,
  since: number,
  patterns: readonly RegExp[],
  signal: AbortSignal,
): Promise<void> => {
  const { wire } = stage.world
  for (let last = since; !signal.aborted; last = wire.since(0).length) {
    const refused = refusedSince(stage, since)
    if (patterns.every((pattern) => refused.some(({ summary }) => pattern.test(summary)))) return
    await wire.changed(last, signal)
  }
}

/** Real time; a frame may still be on its way when members have what they requested. */
const patienceMs = 10_000

/** Has members play a scenario to its end, with nothing in its way. */
export const playFairly = async (stage: Stage, name: ScenarioName): Promise<Scene> => {
  const scene = await setScene(stage, new AbortController().signal)
  await scenarios[name](scene)
  return scene
}

/** Has members play a scenario while the bot behaves wrongly in one way, until that is refused. */
export const playRow = async (stage: Stage, row: Row): Promise<void> => {
  const { saboteur } = stage
  expectRefusals(...row.refusals)
  excuseRefusals(...(row.besides ?? []))
  const leave = new AbortController()
  const scene = await setScene(stage, leave.signal)
  if ('injects' in row.does) for (const text of row.does.injects) saboteur.inject(text)
  else saboteur.arm(row.does)
  const story = scenarios[row.scenario](scene)
  // What follows a refusal may be that members wait in vain, or are told that it did not work.
  const ending: Promise<unknown> = story.catch((error: unknown) => error)
  const untilCaught = (signal: AbortSignal) => untilRefused(stage, scene.begunAt, row.refusals, signal)
  const outlast = async (): Promise<void> => {
    await ending
    await saboteur.disarm()
    await untilCaught(AbortSignal.timeout(patienceMs))
  }
  try {
    await Promise.race([untilCaught(leave.signal), outlast()])
    if (row.endsWell) await story
    if (row.tells) await scene.people.sees(scene.member, row.tells, scene.since)
    if (!('injects' in row.does || (await saboteur.disarm())))
      throw new Error('The call did not come', { cause: await ending })
    if (row.because !== undefined)
      // A message of an earlier row may be refused meanwhile, too.
      expect(
        refusedSince(stage, scene.begunAt)
          .map(({ detail }) => JSON.stringify(detail))
          .join('\n'),
      ).toMatch(row.because)
  } finally {
    leave.abort()
    await ending
    if (row.endsBot) await restartBot(stage)
  }
}
