import { setTimeout as pause } from 'node:timers/promises'
import { recordTune } from '../../sandbox/demo/tune.ts'
import type { ChatPlatform } from '../../sandbox/world/addresses.ts'
import { promisesNews } from '../support/judge/requests.ts'
import type { SeenForm, SeenMessage } from '../support/sandbox/people.ts'
import { comesToRest } from './evidence.ts'
import { type Acting, limitCredits, type Stage, type WayOfWaiting, waysOfWaiting } from './stage.ts'

/** What people do in a case, and what befalls the audio service meanwhile. */
export interface Scenario {
  /** The ways of waiting that it is played by: one, where it is not about them; all unless told. */
  ways?: readonly WayOfWaiting[]
  /** What it has of the same kind as that scenario, is tried there. */
  like?: string
  /**
   * Whether everything that it has is tried in it, though a plainer one has the
   * same: it means something else here.
   */
  isWhole?: boolean
  /** What is over before the case begins, and is not judged. */
  prelude?(stage: Acting): Promise<unknown>
  /** Before anything can be killed. */
  arrange(stage: Acting): Promise<unknown>
  /** May wait for ever where the bot dies: nobody waits for its end. */
  play(stage: Acting): Promise<unknown>
  /** Who asks for themselves alone, so that nobody else may see anything of it. */
  asksAlone?(stage: Stage): string
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

/** A song of one who asks for nothing else, and of which nothing is left to do. */
const hasSong =
  (asker: (stage: Stage) => string) =>
  async (stage: Acting): Promise<void> => {
    const since = await stage.people.latest(asker(stage))
    await stage.people.uses(asker(stage), '/music', { prompt: 'a song that was there before' })
    await stage.people.sees(asker(stage), 'is ready', since)
    await comesToRest(stage)
  }

const deletesSong = async (stage: Stage): Promise<void> => {
  const { people } = stage
  const { id } = await people.sees(memberOf(stage), 'is ready')
  await people.presses(memberOf(stage), id, 'Delete')
}

/** What there is of others is not deleted along with it, so that each case has one record to remove. */
const shyMemberOf = ({ world, platform }: Stage): string => {
  const { memberId, memberIds } = world.addresses[platform]
  return memberIds.find((id) => id !== memberId) ?? memberId
}

const deletesRecords = (stage: Stage): Promise<unknown> =>
  stage.people.uses(shyMemberOf(stage), '/privacy delete', { sure: 'yes' })

/** What is there already is shown again, by what the audio service calls it. */
const looksUpSong = async (stage: Stage): Promise<void> => {
  const task = (await stage.taken()).at(-1)?.taskId
  await stage.people.uses(memberOf(stage), '/result', { family: 'MUSIC_AI', task })
}

const asksForSongAlone = (stage: Stage): Promise<unknown> =>
  stage.people.uses(memberOf(stage), '/music', { prompt: 'a song that nobody else hears', seen_by: 'me' })

const hasSongAlone = async (stage: Acting): Promise<void> => {
  const since = await stage.people.latest(memberOf(stage))
  await asksForSongAlone(stage)
  await stage.people.sees(memberOf(stage), 'is ready', since)
  await comesToRest(stage)
}

/** What a button in the direct messages asks for is asked in the name of the place where it began. */
const asksAgainAlone = async (stage: Stage): Promise<void> => {
  const { people } = stage
  const { id } = await people.sees(memberOf(stage), 'is ready')
  await people.presses(memberOf(stage), id, 'Again', '@tunesmith')
}

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

/** Until something holds; rejects when the case is over before. */
export const until = async ({ over }: Acting, holds: () => Promise<boolean>): Promise<void> => {
  while (!(await holds())) await pause(lookMs, undefined, { signal: over })
}

/**
 * Until the service has taken one request more; words about that may come late,
 * where a channel takes no more edits.
 */
const untilTaken = async (stage: Acting, does: () => Promise<unknown>): Promise<void> => {
  const taken = (await stage.taken()).length
  await does()
  await until(stage, async () => (await stage.taken()).length > taken)
}

const pressesCancel = async (stage: Acting, since: string): Promise<string> => {
  const { people } = stage
  const press = async (): Promise<string> => {
    const { id, buttons } = await people.sees(memberOf(stage), isUnderWay, since)
    const cancel = buttons.find(({ label }) => label.startsWith('Cancel'))
    await people.presses(memberOf(stage), id, cancel?.id ?? 'Cancel')
    return id
  }
  // The button is another one once the job is sent, which may be between the look and the press.
  return press().catch(press)
}

/** What waits in the line costs nothing. */
const cancelsInLine = async (stage: Acting): Promise<void> => {
  const since = await stage.people.latest(memberOf(stage))
  await asksForSong(stage)
  await until(stage, async () => (await stage.books.inLine()) > 0)
  await pressesCancel(stage, since)
}

/**
 * Cancels what is billed all the same; who presses before the label says so is asked whether that is what they
 * want. Answers with the message that says it.
 */
const cancelsBilled = async (stage: Acting, since: string) => {
  const { people } = stage
  const id = await pressesCancel(stage, since)
  const isCancelled = (message: SeenMessage): boolean =>
    message.id === id && message.text.includes('the result is not shown')
  const isAsked = ({ text }: SeenMessage): boolean => text.includes('Nothing was cancelled')
  const said = await people.sees(
    memberOf(stage),
    (message) => isCancelled(message) || isAsked(message),
    since,
  )
  if (isCancelled(said)) return said
  await people.presses(memberOf(stage), said.id, said.buttons[0]?.id ?? '')
  return people.sees(memberOf(stage), isCancelled, since)
}

/** What was cancelled too late was paid for, and is wanted after all. */
const cancelsAndRecovers = async (stage: Acting): Promise<void> => {
  const { people } = stage
  const since = await people.latest(memberOf(stage))
  await untilTaken(stage, () => asksForSong(stage))
  const { text } = await cancelsBilled(stage, since)
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
    ['/budget manager', { member: memberOf(stage), remove: true }],
    ['/budget block', { member: memberOf(stage), lift: true }],
  ] as const) {
    const since = await people.latest(as)
    await people.uses(as, command, options)
    await people.sees(as, /credits|look after the budget|Unblocked/, since)
  }
}

/** An admin who says what holds where nothing is asked for, and where members may ask. */
const changesSettings = async (stage: Stage): Promise<void> => {
  const { people, world, platform } = stage
  const as = adminOf(stage)
  const [, elsewhere = ''] = world.addresses[platform].channelIds
  for (const [command, options] of [
    ['/settings mine', { model: 'v6' }],
    ['/settings where', { rule: 'refuse', channel: elsewhere }],
    ['/settings where', { rule: 'everywhere' }],
  ] as const) {
    const since = await people.latest(as)
    await people.uses(as, command, options)
    await people.sees(as, /from now on|any more/, since)
  }
}

let channelsMade = 0

const ownChannel = async (stage: Stage): Promise<string> => {
  channelsMade += 1
  const creation = { what: 'create channel', name: `short-lived-${channelsMade}` }
  return (await stage.people.manages(adminOf(stage), creation)).event
}

/**
 * Where the song was asked for nobody can bring it any more. In Slack nobody makes
 * channels: there it takes the usual one.
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

const platformFault = async (
  { world, platform }: Stage,
  faults: Readonly<Record<ChatPlatform, object>>,
): Promise<void> => {
  const answer = await fetch(`${world.addresses.control.url}/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ target: platform, ...faults[platform] }),
  })
  if (!answer.ok) throw new Error(await answer.text())
}

/** Members see "queued", and the bot does not learn of it. */
const losesAnswer = (stage: Stage): Promise<void> =>
  platformFault(stage, {
    discord: {
      respond: {
        route: 'POST /interactions/:interactionId/:token/callback',
        status: 'lost',
        after: 'acting',
      },
    },
    slack: { method: 'chat.postMessage', answer: 'lost', after: 'acting' },
  })

const faultsMax = 50

/**
 * Nobody can be written to: https://docs.discord.com/developers/topics/opcodes-and-status-codes#json (50007)
 * and https://docs.slack.dev/reference/methods/conversations.open#errors
 */
const closesDirectMessages = (stage: Stage): Promise<void> =>
  platformFault(stage, {
    discord: {
      respond: {
        route: 'POST /channels/:channelId/messages',
        status: 403,
        code: 50_007,
        times: faultsMax,
      },
    },
    slack: { method: 'conversations.open', answer: 'user_disabled', times: faultsMax },
  })

/** What is for one alone is told elsewhere than it was asked for, so that every death means something else. */
const alone = { ways: ['polling'], isWhole: true, asksAlone: memberOf } as const

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
    ways: ['polling'],
    like: 'refused request',
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
    arrange: plans({ delayMs: 5_000 }),
    play: cancelsAndRecovers,
  },
  /** Its task ends after the deadline of its job. */
  'late truth': { ways: ['polling'], arrange: plans({ delayMs: 11_000 }), play: asksForSong },
  'remix of an upload': { ways: ['polling'], arrange: nothing, play: remixesUpload },
  /** Paid, and answered at once. */
  words: { ways: ['polling'], arrange: nothing, play: asksForWords },
  /** Costs nothing, and walks through the same states by another way. */
  'looked up': {
    ways: ['polling'],
    isWhole: true,
    prelude: hasSong(memberOf),
    arrange: nothing,
    play: looksUpSong,
  },
  deleted: { ways: ['polling'], arrange: hasSong(memberOf), play: deletesSong },
  'records deleted': { ways: ['polling'], arrange: hasSong(shyMemberOf), play: deletesRecords },
  /** Its message stands where its member alone sees it, before anything is bought. */
  alone: { ...alone, arrange: nothing, play: asksForSongAlone },
  'alone again': { ...alone, prelude: hasSongAlone, arrange: nothing, play: asksAgainAlone },
  'alone and out of reach': { ...alone, arrange: closesDirectMessages, play: asksForSongAlone },
  'unlearnt answer': { ways: ['polling'], arrange: losesAnswer, play: asksForSong },
  form: { ways: ['polling'], arrange: nothing, play: fillsForm },
  budget: { ways: ['polling'], arrange: nothing, play: managesBudget },
  settings: { ways: ['polling'], arrange: nothing, play: changesSettings },
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

/** Whether everything of a scenario is tried in it. */
export const isWhole = (name: ScenarioName): boolean => {
  const { isWhole = false }: Scenario = scenarios[name]
  return isWhole
}

/** Whether a stage is of no use any more once this was played on it. */
export const spoils = (name: ScenarioName, platform: ChatPlatform): boolean => {
  const { spoils = [] }: Scenario = scenarios[name]
  return spoils.includes(platform)
}
