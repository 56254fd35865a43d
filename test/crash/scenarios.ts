import { setTimeout as pause } from 'node:timers/promises'
import type { ChatPlatform } from '../../sandbox/addresses.ts'
import { recordTune } from '../../sandbox/demo/tune.ts'
import type { SeenForm, SeenMessage } from '../support/sandbox/people.ts'
import { type Acting, limitCredits, type Stage, type WayOfWaiting, waysOfWaiting } from './stage.ts'
import { promisesNews } from './verdict.ts'

/** What people do in a case, and what befalls the audio service meanwhile. */
export interface Scenario {
  /** The ways of waiting that it is played by: one, where it is not about them; all unless told. */
  ways?: readonly WayOfWaiting[]
  /** What it has of the same kind as that scenario, is tried there. */
  like?: string
  /** Before anything can be killed. */
  arrange(stage: Stage): Promise<unknown>
  /** May wait for ever where the bot dies: nobody waits for its end. */
  play(stage: Acting): Promise<unknown>
  /** Where nothing can be played after it. */
  spoils?: readonly ChatPlatform[]
}

const nothing = (): Promise<void> => Promise.resolve()

const memberOf = ({ world, platform }: Stage): string => world.addresses[platform].memberId
const adminOf = ({ world, platform }: Stage): string => world.addresses[platform].adminId

const asksForSong = (stage: Stage): Promise<unknown> =>
  stage.people.uses(memberOf(stage), '/music', { prompt: 'a song that outlives its maker' })

const asksForWords = (stage: Stage): Promise<unknown> =>
  stage.people.uses(memberOf(stage), '/lyrics', { theme: 'words that outlive their maker' })

const isUnderWay = ({ text, state }: SeenMessage): boolean => state === 'shown' && promisesNews(text)

/** The message that promises news is taken away, so that there is none to edit. */
const loseMessage = async (stage: Stage): Promise<void> => {
  await asksForSong(stage)
  const { id } = await stage.people.sees(memberOf(stage), isUnderWay)
  await stage.people.deletes(adminOf(stage), id)
}

const submitFault = (stage: Stage, fault: object) =>
  stage.studio('POST', '/faults', { respond: { path: '/v2/MusicAI', ...fault } })

const plans =
  (...next: readonly object[]) =>
  async (stage: Stage): Promise<void> => {
    for (const plan of next) await stage.studio('POST', '/next', plan)
  }

const lookMs = 50

const until = async ({ over }: Acting, holds: () => Promise<boolean>): Promise<void> => {
  while (!(await holds())) await pause(lookMs, undefined, { signal: over })
}

/** Until the service has taken one request more; words about that may come late, where a channel takes no more edits. */
const untilTaken = async (stage: Acting, does: () => Promise<unknown>): Promise<void> => {
  const taken = (await stage.taken()).length
  await does()
  await until(stage, async () => (await stage.taken()).length > taken)
}

const pressesCancel = async (stage: Stage, since: string): Promise<string> => {
  const { people } = stage
  const { id } = await people.sees(memberOf(stage), isUnderWay, since)
  await people.presses(memberOf(stage), id, 'Cancel')
  return id
}

/** What waits in the line costs nothing. */
const cancelsInLine = async (stage: Acting): Promise<void> => {
  const since = await stage.people.latest(memberOf(stage))
  await asksForSong(stage)
  await until(stage, async () => (await stage.books.inLine()) > 0)
  await pressesCancel(stage, since)
}

/** What was cancelled too late was paid for, and is wanted after all. */
const cancelsAndRecovers = async (stage: Acting): Promise<void> => {
  const { people } = stage
  const since = await people.latest(memberOf(stage))
  await untilTaken(stage, () => asksForSong(stage))
  const id = await pressesCancel(stage, since)
  const { text } = await people.sees(
    memberOf(stage),
    (message) => message.id === id && message.text.includes('the result is not shown'),
  )
  const [, job] = /\/jobs recover (\w{8})/.exec(text) ?? []
  await people.uses(memberOf(stage), '/jobs recover', { job })
}

/** A clip that was uploaded, and is answered. */
const remixesUpload = async (stage: Stage): Promise<void> => {
  const { people } = stage
  const base64 = Buffer.from(await recordTune()).toString('base64')
  const files = [{ name: 'tune.mp3', contentType: 'audio/mpeg', base64 }]
  const replyTo = await people.says(memberOf(stage), 'hear this', { files })
  await people.says(memberOf(stage), '@Tunesmith remix chiptune', { replyTo })
}

const opened = ({
  form,
  refused,
}: {
  form?: SeenForm | undefined
  refused?: string | undefined
}): SeenForm => {
  if (form === undefined) throw new Error(refused ?? 'no form opened')
  return form
}

/** What the request lacks is asked for behind a button. */
const fillsForm = async (stage: Stage): Promise<void> => {
  const { people } = stage
  const since = await people.says(memberOf(stage), '@Tunesmith music')
  const { id, buttons } = await people.sees(memberOf(stage), 'It still needs', since)
  const form = opened(await people.presses(memberOf(stage), id, buttons[0]?.label ?? ''))
  await people.sends(memberOf(stage), form, { Prompt: 'a song that was thought of later' })
}

/** An admin who looks after the budget in every way that moves credits. */
const managesBudget = async (stage: Stage): Promise<void> => {
  const { people } = stage
  const as = adminOf(stage)
  for (const [command, options] of [
    ['/budget give', { credits: 1 }],
    ['/budget limit', { credits: limitCredits, period: 'month' }],
    ['/budget member', { credits: limitCredits }],
  ] as const) {
    const since = await people.latest(as)
    await people.uses(as, command, options)
    await people.sees(as, /credits/, since)
  }
}

let channelsMade = 0

const ownChannel = async (stage: Stage): Promise<string> => {
  channelsMade += 1
  const creation = { what: 'create channel', name: `short-lived-${channelsMade}` }
  return (await stage.people.manages(adminOf(stage), creation)).event
}

/**
 * Where the song was asked for nobody can bring it any more. In Slack nobody makes channels: there it takes the usual
 * one.
 */
const losesPlace = async (stage: Acting): Promise<void> => {
  const { people, platform, places, world } = stage
  const isDiscord = platform === 'discord'
  const channel = isDiscord ? await ownChannel(stage) : world.addresses.slack.channelId
  places.add(channel)
  await untilTaken(stage, () =>
    people.uses(memberOf(stage), '/music', { prompt: 'a song without a place' }, channel),
  )
  await people.manages(adminOf(stage), { what: isDiscord ? 'delete channel' : 'archive channel' }, channel)
}

/** Everything that a case can be about, by name. */
export const scenarios = {
  song: { arrange: nothing, play: asksForSong },
  'lost answer': {
    arrange: (stage) => submitFault(stage, { answer: 'lost', after: 'acting' }),
    play: asksForSong,
  },
  'failed task': {
    arrange: plans({ fail: 'no inspiration' }),
    play: asksForSong,
  },
  'refused request': {
    ways: ['polling'],
    arrange: plans({ refuse: 422 }),
    play: asksForSong,
  },
  'busy service': {
    ways: ['polling'],
    arrange: plans({ refuse: 429 }),
    play: asksForSong,
  },
  'empty account': {
    ...{ ways: ['polling'], like: 'refused request' },
    arrange: plans({ refuse: 402 }),
    play: asksForSong,
  },
  'message gone': {
    arrange: plans({ delayMs: 2_500 }),
    play: loseMessage,
  },
  'place gone': {
    ways: ['polling'],
    arrange: plans({ delayMs: 2_500 }),
    play: losesPlace,
    spoils: ['slack'],
  },
  'cancelled in line': {
    ways: ['polling'],
    arrange: plans({ refuse: 429 }, { refuse: 429 }),
    play: cancelsInLine,
    like: 'busy service',
  },
  'cancelled and recovered': {
    ways: ['polling'],
    arrange: plans({ delayMs: 2_500 }),
    play: cancelsAndRecovers,
  },
  /** Its task ends after the deadline of its job. */
  'late truth': { ways: ['polling'], arrange: plans({ delayMs: 11_000 }), play: asksForSong },
  'remix of an upload': { ways: ['polling'], arrange: nothing, play: remixesUpload },
  /** Paid, and answered at once. */
  words: { ways: ['polling'], arrange: nothing, play: asksForWords },
  form: { ways: ['polling'], arrange: nothing, play: fillsForm },
  budget: { ways: ['polling'], arrange: nothing, play: managesBudget },
} as const satisfies Record<string, Scenario>

/** The name of a scenario. */
export type ScenarioName = keyof typeof scenarios

/** All of them, the plainest first. */
export const scenarioNames = Object.keys(scenarios) as readonly ScenarioName[]

/** The ways of waiting that a scenario is played by. */
export const waysOf = (name: ScenarioName): readonly WayOfWaiting[] => {
  const { ways = waysOfWaiting }: Scenario = scenarios[name]
  return ways
}

/** The scenario besides the plainest whose effects are of the same kind, if any. */
export const likeness = (name: ScenarioName): string | undefined => {
  const { like }: Scenario = scenarios[name]
  return like
}

/** Whether a stage is of no use any more once this was played on it. */
export const spoils = (name: ScenarioName, platform: ChatPlatform): boolean => {
  const { spoils = [] }: Scenario = scenarios[name]
  return spoils.includes(platform)
}
