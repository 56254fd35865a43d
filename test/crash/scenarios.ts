import type { SeenMessage } from '../support/sandbox-people.ts'
import type { Stage } from './stage.ts'
import { promisesNews } from './verdict.ts'

/** What people do in a case, and what befalls the audio service meanwhile. */
export interface Scenario {
  /** Before anything can be killed. */
  arrange(stage: Stage): Promise<unknown>
  /** May wait for ever where the bot dies: nobody waits for its end. */
  play(stage: Stage): Promise<unknown>
}

const nothing = (): Promise<void> => Promise.resolve()

const memberOf = ({ world, platform }: Stage): string => world.addresses[platform].memberId
const adminOf = ({ world, platform }: Stage): string => world.addresses[platform].adminId

const asksForSong = (stage: Stage): Promise<unknown> =>
  stage.people.uses(memberOf(stage), '/music', { prompt: 'a song that outlives its maker' })

const isUnderWay = ({ text, state }: SeenMessage): boolean => state === 'shown' && promisesNews(text)

/** The message that promises news is taken away, so that there is none to edit. */
const loseMessage = async (stage: Stage): Promise<void> => {
  await asksForSong(stage)
  const { id } = await stage.people.sees(memberOf(stage), isUnderWay)
  await stage.people.deletes(adminOf(stage), id)
}

const submitFault = (stage: Stage, fault: object) =>
  stage.studio('POST', '/faults', { respond: { path: '/v2/MusicAI', ...fault } })

/** Everything that a case can be about, by name. */
export const scenarios = {
  song: { arrange: nothing, play: asksForSong },
  'lost answer': {
    arrange: (stage) => submitFault(stage, { answer: 'lost', after: 'acting' }),
    play: asksForSong,
  },
  'failed task': {
    arrange: (stage) => stage.studio('POST', '/next', { fail: 'no inspiration' }),
    play: asksForSong,
  },
  'refused request': {
    arrange: (stage) => stage.studio('POST', '/next', { refuse: 422 }),
    play: asksForSong,
  },
  'busy service': {
    arrange: (stage) => stage.studio('POST', '/next', { refuse: 429 }),
    play: asksForSong,
  },
  'message gone': {
    arrange: (stage) => stage.studio('POST', '/next', { delayMs: 2_500 }),
    play: loseMessage,
  },
} as const satisfies Record<string, Scenario>

/** The name of a scenario. */
export type ScenarioName = keyof typeof scenarios

/** All of them, the plainest first. */
export const scenarioNames = Object.keys(scenarios) as readonly ScenarioName[]
