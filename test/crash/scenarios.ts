import { setTimeout as pause } from 'node:timers/promises'
import { recordTune } from '../../sandbox/demo/tune.ts'
import type { ChatPlatform } from '../../sandbox/world/addresses.ts'
import { isUnderWay } from '../support/judge/requests.ts'
import type { SeenForm, SeenMessage } from '../support/sandbox/people.ts'
import { comesToRest } from './evidence.ts'
import type { Fault } from './faults.ts'
import { type Acting, limitCredits, type Stage, type WayOfWaiting } from './stage.ts'

/** Who acts: the member unless told, an admin, or a member of whom nobody else has anything. */
type Person = 'member' | 'admin' | 'shy'

/** What a person gives a command, where it depends on the stage too. */
type Options = object | ((stage: Stage) => object | Promise<object>)

/** One thing that a person does, and what they wait to see of it; or something that takes more than that. */
export type Act =
  | { by?: Person; uses: string; options?: Options; sees?: string | RegExp }
  | { by?: Person; presses: string; on: string; where?: string }
  | ((stage: Acting) => Promise<unknown>)

/** What people do in a case, and what befalls the platform and the audio service meanwhile. */
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
  prelude?: readonly Act[]
  /** What fails, on either platform unless told for each. */
  faults?: readonly Fault[] | Readonly<Record<ChatPlatform, readonly Fault[]>>
  /** Before anything can be killed. */
  arrange?: readonly Act[]
  /** May wait for ever where the bot dies: nobody waits for its end. */
  play: readonly Act[]
  /** Whether the member asks for themselves alone, so that nobody else may see anything of it. */
  isAlone?: boolean
  /** Whether it takes so long that the member is told of its end, besides by its message. */
  isAnnounced?: boolean
  /** Where nothing can be played after it. */
  spoils?: readonly ChatPlatform[]
}

const memberOf = ({ world, platform }: Stage): string => world.addresses[platform].memberId
const adminOf = ({ world, platform }: Stage): string => world.addresses[platform].adminId

const idOf = (stage: Stage, person: Person = 'member'): string => {
  const { memberIds } = stage.world.addresses[stage.platform]
  const shy = () => memberIds.find((id) => id !== memberOf(stage)) ?? memberOf(stage)
  return { member: memberOf, admin: adminOf, shy }[person](stage)
}

/** Has people act, one after the other. */
export const perform = async (stage: Acting, acts: readonly Act[]): Promise<void> => {
  const { people } = stage
  for (const act of acts) {
    if (typeof act === 'function') {
      await act(stage)
      continue
    }
    const as = idOf(stage, act.by)
    if ('presses' in act) {
      const { id } = await people.sees(as, act.on)
      await people.presses(as, id, act.presses, act.where)
      continue
    }
    const { uses, options = {}, sees } = act
    const since = sees === undefined ? '' : await people.latest(as)
    await people.uses(as, uses, { ...(typeof options === 'function' ? await options(stage) : options) })
    if (sees !== undefined) await people.sees(as, sees, since)
  }
}

const song = { uses: '/music', options: { prompt: 'a song that outlives its maker' } }
const songAlone = { uses: '/music', options: { prompt: 'a song that nobody else hears', seen_by: 'me' } }

/** A song of which nothing is left to do. */
const hasSong = (of: object): readonly Act[] => [
  { uses: '/music', options: { prompt: 'a song that was there before' }, sees: 'Made with AI', ...of },
  comesToRest,
]

const studio = (fault: object): Fault => ({ target: 'studio', ...fault })
const nextTask = (...plans: readonly object[]): readonly Fault[] => plans.map((task) => studio({ task }))

/** The message that promises news is taken away, so that there is none to edit. */
const losesMessage = async (stage: Acting): Promise<void> => {
  const { id } = await stage.people.sees(memberOf(stage), isUnderWay)
  await stage.people.deletes(adminOf(stage), id)
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
    const cancel = buttons.find(({ label }) => label === 'Cancel' || label === 'Hide result')
    await people.presses(memberOf(stage), id, cancel?.id ?? 'Cancel')
    return id
  }
  // The button is another one once the job is sent, which may be between the look and the press.
  return press().catch(press)
}

/** What waits in the line costs nothing. */
const cancelsInLine = async (stage: Acting): Promise<void> => {
  const since = await stage.people.latest(memberOf(stage))
  await perform(stage, [song])
  await until(stage, async () => (await stage.books.inLine()) > 0)
  await pressesCancel(stage, since)
}

/**
 * Hides what is billed anyway; who presses Cancel before the label says so is offered that. Answers with the
 * message that says it is hidden.
 */
const cancelsBilled = async (stage: Acting, since: string) => {
  const { people } = stage
  const id = await pressesCancel(stage, since)
  const isCancelled = (message: SeenMessage): boolean =>
    message.id === id && message.text.includes('is done, but hidden')
  const isAsked = ({ text }: SeenMessage): boolean => text.includes('Too late to cancel:')
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
  await untilTaken(stage, () => perform(stage, [song]))
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
  const { id, buttons } = await people.sees(memberOf(stage), 'still needs', since)
  const form = opened(await people.presses(memberOf(stage), id, buttons[0]?.label ?? ''))
  await people.sends(memberOf(stage), form, { Prompt: 'a song that was thought of later' })
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

const deskOf = ({ world, platform }: Stage): string => world.addresses[platform].channelIds[1] ?? ''

/** A channel in which nothing may be spent; what an earlier approval left over there is taken back. */
const leavesNothing = async (stage: Acting): Promise<void> => {
  const { people, books } = stage
  await books.forgetAsked()
  const channel = deskOf(stage)
  await perform(stage, [looksAfter('/budget channel', { channel, credits: 0 })])
  const since = await people.latest(adminOf(stage))
  await people.uses(adminOf(stage), '/budget show', { channel })
  const { text } = await people.sees(adminOf(stage), 'left for this channel', since)
  const [, left] = /([\d.]+) credits? left for this channel/.exec(text) ?? []
  if (Number(left) > 0) await perform(stage, [looksAfter('/budget take', { channel, credits: left })])
}

/** A member is refused, and an admin approves it. */
const asksAdmin = async (stage: Acting): Promise<void> => {
  const { people, places } = stage
  const [member, admin, channel] = [memberOf(stage), adminOf(stage), deskOf(stage)]
  places.add(channel)
  const since = await people.latest(member)
  await people.uses(member, '/music', { prompt: 'a song that somebody else allows' }, channel)
  const { id } = await people.sees(member, 'Not enough credits', since)
  await people.presses(member, id, 'Ask an admin', channel)
  const card = await people.sees(admin, /Approve \/music\?/, since)
  await people.presses(admin, card.id, 'Approve once', channel)
}

const faultsMax = 50

/** What an admin changes, until they see that it holds. */
const looksAfter = (uses: string, options: Options): Act => ({
  by: 'admin',
  uses,
  options,
  sees: /credits|no longer a budget manager|Unblocked|changed:|can (?:now|no longer) use|alerts|Resumed|Sponsoring is on|words?\b/,
})

/** A member who says how they want to be told. */
const wantsNotice = (ready_notice: string): Act => ({
  uses: '/settings mine',
  options: { ready_notice },
  sees: 'defaults changed',
})

const polled = { ways: ['polling'] } as const

/** What is for one alone is told elsewhere than it was requested, so that every death means something else. */
const alone = { ...polled, isWhole: true, isAlone: true } as const

/** Everything that a case can be about, by name. */
const scenarios = {
  song: { play: [song] },
  'lost answer': {
    faults: [studio({ respond: { path: '/v2/MusicAI', answer: 'lost', after: 'acting' } })],
    play: [song],
  },
  'failed task': { faults: nextTask({ fail: 'no inspiration' }), play: [song] },
  'refused request': { ...polled, faults: nextTask({ refuse: 422 }), play: [song] },
  'busy service': { ...polled, faults: nextTask({ refuse: 429 }), play: [song] },
  'empty account': { ...polled, like: 'refused request', faults: nextTask({ refuse: 402 }), play: [song] },
  /** Takes so long that its member is told that it is ready, in the channel. */
  awaited: {
    ...polled,
    isWhole: true,
    isAnnounced: true,
    prelude: [wantsNotice('mention')],
    faults: nextTask({ delayMs: 5_000 }),
    play: [song],
  },
  /** The same, told as the member wants it: alone. */
  'awaited in private': {
    ...polled,
    like: 'awaited',
    isAnnounced: true,
    prelude: [wantsNotice('direct')],
    faults: nextTask({ delayMs: 5_000 }),
    play: [song],
  },
  'message gone': { faults: nextTask({ delayMs: 2_500 }), play: [song, losesMessage] },
  'place gone': { ...polled, faults: nextTask({ delayMs: 2_500 }), play: [losesPlace], spoils: ['slack'] },
  'cancelled in line': {
    ...polled,
    like: 'busy service',
    faults: nextTask({ refuse: 429 }, { refuse: 429 }),
    play: [cancelsInLine],
  },
  'cancelled and recovered': { ...polled, faults: nextTask({ delayMs: 5_000 }), play: [cancelsAndRecovers] },
  /** Its task ends after the deadline of its job. */
  'late truth': { ...polled, faults: nextTask({ delayMs: 11_000 }), play: [song] },
  'remix of an upload': { ...polled, play: [remixesUpload] },
  /** Paid, and answered at once. */
  words: { ...polled, play: [{ uses: '/lyrics', options: { theme: 'words that outlive their maker' } }] },
  /** Costs nothing, and walks through the same states by another way: what is there already is shown again. */
  'looked up': {
    ...polled,
    isWhole: true,
    prelude: hasSong({}),
    play: [
      {
        uses: '/result',
        options: async (stage) => ({ family: 'MUSIC_AI', task: (await stage.taken()).at(-1)?.taskId }),
      },
    ],
  },
  deleted: { ...polled, arrange: hasSong({}), play: [{ presses: 'Delete', on: 'Made with AI' }] },
  /** What there is of others is not deleted along with it, so that each case has one record to remove. */
  'records deleted': {
    ...polled,
    arrange: hasSong({ by: 'shy' }),
    play: [{ by: 'shy', uses: '/privacy delete', options: { sure: 'yes' } }],
  },
  /** Its message stands where its member alone sees it, before anything is bought. */
  alone: { ...alone, play: [songAlone] },
  /** What a button in the direct messages asks for is asked in the name of the place where it began. */
  'alone again': {
    ...alone,
    prelude: hasSong(songAlone),
    play: [{ presses: 'Again', on: 'Made with AI', where: '@tunesmith' }],
  },
  /**
   * Nobody can be written to: https://docs.discord.com/developers/topics/opcodes-and-status-codes#json (50007)
   * and https://docs.slack.dev/reference/methods/conversations.open#errors
   */
  'alone and out of reach': {
    ...alone,
    faults: {
      discord: [
        {
          target: 'discord',
          respond: {
            route: 'POST /channels/:channelId/messages',
            status: 403,
            code: 50_007,
            times: faultsMax,
          },
        },
      ],
      slack: [{ target: 'slack', method: 'conversations.open', answer: 'user_disabled', times: faultsMax }],
    },
    play: [songAlone],
  },
  /** Members see "queued", and the bot does not learn of it. */
  'unlearnt answer': {
    ...polled,
    faults: {
      discord: [
        {
          target: 'discord',
          respond: {
            route: 'POST /interactions/:interactionId/:token/callback',
            status: 'lost',
            after: 'acting',
          },
        },
      ],
      slack: [{ target: 'slack', method: 'chat.postMessage', answer: 'lost', after: 'acting' }],
    },
    play: [song],
  },
  form: { ...polled, play: [fillsForm] },
  /** Nothing is left, and an admin lets it exceed that. */
  approved: { ...polled, prelude: [leavesNothing], play: [asksAdmin] },
  /** An admin who looks after the budget in every way that moves credits. */
  budget: {
    ...polled,
    play: [
      looksAfter('/budget give', { credits: 1 }),
      looksAfter('/budget limit', { credits: limitCredits, period: 'month' }),
      looksAfter('/budget member', { credits: limitCredits }),
      looksAfter('/budget manager', (stage) => ({ member: memberOf(stage), remove: true })),
      looksAfter('/budget block', (stage) => ({ member: memberOf(stage), lift: true })),
      looksAfter('/budget alerts', ({ world, platform }) => ({
        channel: world.addresses[platform].channelIds[1],
      })),
      looksAfter('/budget resume', (stage) => ({ member: memberOf(stage) })),
      looksAfter('/budget sponsoring', {}),
      looksAfter('/sponsor', (stage) => ({ member: memberOf(stage), credits: 0.01 })),
    ],
  },
  /** An admin who says what holds where nothing is asked for, and where members may ask. */
  settings: {
    ...polled,
    play: [
      looksAfter('/settings mine', { model: 'v6' }),
      looksAfter('/settings where', ({ world, platform }) => ({
        rule: 'refuse',
        channel: world.addresses[platform].channelIds[1],
      })),
      looksAfter('/settings where', { rule: 'everywhere' }),
      looksAfter('/settings words', { words: 'unheard' }),
      looksAfter('/settings words', { words: 'none' }),
    ],
  },
} as const satisfies Record<string, Scenario>

/** The name of a scenario. */
export type ScenarioName = keyof typeof scenarios

/** All of them, the plainest first. */
export const scenarioNames = Object.keys(scenarios) as readonly ScenarioName[]

/** The scenario of this name. */
export const scenarioOf = (name: ScenarioName): Scenario => scenarios[name]
