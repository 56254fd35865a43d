import type { Clip } from '../../core/clip/clip.ts'
import type { ClipIndex, KnownClip } from '../../core/clip/clip-index.ts'
import type { ClipLinks } from '../../core/clip/link.ts'
import { type Answer, denial, refusal } from '../../core/command/answer.ts'
import type { Command } from '../../core/command/command.ts'
import type { Drafts } from '../../core/command/draft.ts'
import type { Invocation } from '../../core/command/invocation.ts'
import { readMessageClips } from '../../core/command/message-actions.ts'
import type { DefaultHere } from '../../core/command/settings.ts'
import type { Lists } from '../../core/command/suggest.ts'
import type { RawValues } from '../../core/fields/field.ts'
import { accessTo } from '../../core/job/access.ts'
import type { JobRecord } from '../../core/job/job.ts'
import { readTakeName } from '../../core/job-id.ts'
import type { PriceBook } from '../../core/ledger/price-book.ts'
import { plainMessage } from '../../core/message/message.ts'
import type { PlatformName, Target } from '../../core/target.ts'
import { say, sayDeclared } from '../../core/text/say.ts'
import { clipPlaceOf } from '../clip-memory.ts'
import { nothingWasCharged } from '../messages/messages.ts'
import { clipsBroughtBy, noClipIn, refusedIn, unknownIn } from './clips-brought.ts'
import { findTake, type TakeOptions } from './resolve-takes.ts'

/** Dependencies for finding out what a request means. */
export interface AskingOptions extends TakeOptions {
  drafts: Drafts
  clips: ClipIndex
  prices: Pick<PriceBook, 'quote'>
  lists: Lists
  clipLinks: ClipLinks
  now: () => number
  /** A number from 0 to 1. */
  random: () => number
}

/** A request that is answered early. */
export interface Answered {
  answer: Answer
}

/** What is known of a request so far. */
export interface Known {
  values: RawValues
  /** Clips that may be meant; empty if the clip is known or none is wanted. */
  clips: readonly KnownClip[]
  /** The job whose result should be shown again. */
  origin?: JobRecord
  /** What was missing when the request was first made, if anything. */
  askedFirst?: readonly string[]
  /** See `Draft.partOf`. */
  partOf?: string
  /** See `Draft.boundMax`. */
  boundMax?: number
  /** See `Draft.asks`. */
  asks?: true
  /** See `Invocation.confirmed`. */
  confirmed?: string
  /** Defaults for values left out; of each name the nearest first. */
  defaults: readonly DefaultHere[]
}

/**
 * Maximum number of clips in a menu: https://docs.discord.com/developers/components/reference#string-select,
 * https://docs.slack.dev/reference/block-kit/block-elements/select-menu-element#static_select
 */
export const clipsOfferedMax = { discord: 25, slack: 100 } as const satisfies Record<PlatformName, number>

/** Refuses with a sentence, and says that nothing was charged. */
export const refuse = (text: string): Answered => ({
  answer: refusal(`${text} ${nothingWasCharged()}`),
})

/** The same when the member has no right to it. */
export const deny = (text: string): Answered => ({
  answer: denial(`${text} ${nothingWasCharged()}`),
})

/** The same if a form's values would be lost with it: the form stays open, or its texts come back. */
export const refuseForm = (text: string): Answered => ({
  answer: {
    kind: 'message',
    seenBy: 'member',
    isPassing: true,
    message: plainMessage(`${text} ${nothingWasCharged()}`, 'failed'),
  },
})

/**
 * The clips of the nearest message with any, or why a nearer message's files are refused. The search stops at a
 * message whose files we can't see, since they may be meant.
 */
const pointedClips = async (
  options: AskingOptions,
  invocation: Invocation,
): Promise<readonly KnownClip[] | Answered> => {
  for (const pointed of invocation.pointedAt) {
    const brought = await clipsBroughtBy(options, invocation, pointed)
    if (brought.length > 0) return brought
    const why = refusedIn(pointed)
    if (why !== undefined) return refuse(why)
    if (!pointed.isVisible) break
  }
  const unknown = unknownIn(invocation.pointedAt)
  return unknown === undefined ? [] : refuse(unknown)
}

const noClipThere = (
  { clipLinks }: AskingOptions,
  command: Command,
  invocation: Invocation,
): Answered | undefined => {
  const { pointedAt } = invocation
  const feature = command.kind === 'feature' ? command : undefined
  const action = feature?.messageAction
  if (action === invocation.command) return refuse(noClipIn(pointedAt, { clipLinks, feature }))
  if (pointedAt.every(({ isVisible }) => isVisible)) return undefined
  const way =
    action === undefined
      ? say('Add the clip to your request instead.')
      : say('Pick "{{action}}" in that message\'s own menu instead.', { action: sayDeclared(action) })
  return refuse(`${say("I can't see the files in the message you replied to.")} ${way}`)
}

/** Members' files often share a name, so a clip is identified by its address. */
export const isSameClip = (one: Clip, other: Clip): boolean =>
  one.kind === other.kind && one.url === other.url

/** Whether a clip is one of these. */
export const isAmong = (clips: readonly KnownClip[], clip: Clip): boolean =>
  clips.some((candidate) => isSameClip(candidate.clip, clip))

/** Identifies what may be the same sound: a file by any signed address, a take in any format. */
export const soundOf = (clip: Clip): string => {
  if (clip.kind === 'link' || !URL.canParse(clip.url)) return clip.url
  const { origin, pathname } = new URL(clip.url)
  return `${origin}${clip.kind === 'result' ? pathname.replace(/\.\w+$/, '') : pathname}`
}

/** In the same order; of the same sound, the first. */
const withoutRepeats = (clips: readonly KnownClip[]): readonly KnownClip[] =>
  [...Map.groupBy(clips, ({ clip }) => soundOf(clip)).values()].flatMap(([first]) => first ?? [])

/** Clips of all messages pointed at, the nearest first, as many as can be offered. */
const allPointedClips = async (
  options: AskingOptions,
  invocation: Invocation,
): Promise<readonly KnownClip[]> => {
  const brought = await Promise.all(
    invocation.pointedAt.map((pointed) => clipsBroughtBy(options, invocation, pointed)),
  )
  return withoutRepeats(brought.flat()).slice(0, clipsOfferedMax[invocation.target.platform])
}

/** As many clips as fit, in the same order; up to half are for members' clips. */
const fairly = (clips: readonly KnownClip[], countMax: number): readonly KnownClip[] => {
  const ours = clips.filter(({ from }) => from === 'us')
  const members = clips.filter(({ from }) => from === 'member')
  const ofMembers = members.slice(0, Math.max(Math.ceil(countMax / 2), countMax - ours.length))
  const chosen = new Set([...ofMembers, ...ours.slice(0, Math.max(0, countMax - ofMembers.length))])
  return clips.filter((clip) => chosen.has(clip)).slice(0, countMax)
}

/** Whether a remembered clip is offered to a member. */
const isOfferedTo =
  (target: Target) =>
  (known: KnownClip): boolean =>
    accessTo({ kind: 'clip', known }, { target }) === 'allowed'

/** All that is remembered of a channel. */
const clipsLookedAtMax = 1000

/** These clips and the channel's latest, without duplicates. */
const withLatest = async (
  { clips }: AskingOptions,
  invocation: Invocation,
  likeliest: readonly KnownClip[],
): Promise<readonly KnownClip[]> => {
  const remembered = await clips.latest(clipPlaceOf(invocation), clipsLookedAtMax)
  const latest = remembered.filter(isOfferedTo(invocation.target))
  const others = withoutRepeats([...likeliest, ...latest]).filter((known) => !likeliest.includes(known))
  const room = clipsOfferedMax[invocation.target.platform] - likeliest.length
  return [...likeliest, ...fairly(others, room)]
}

/**
 * Finds out which clips are meant, as far as that is certain: a pointed-at clip fills the first missing field.
 * If several may be meant, they are offered by name.
 */
export const findClips = async (
  options: AskingOptions,
  command: Command,
  invocation: Invocation,
  [firstMissing = '', ...others]: readonly string[],
  known: Known,
): Promise<Known | Answered> => {
  const pointed = await pointedClips(options, invocation)
  if ('answer' in pointed) return pointed
  const [first] = pointed
  if (first !== undefined && pointed.length === 1) {
    const values = { ...known.values, [firstMissing]: first.clip }
    const clips = others.length === 0 ? pointed : await withLatest(options, invocation, pointed)
    return { ...known, values, clips }
  }
  if (first !== undefined) return { ...known, clips: await allPointedClips(options, invocation) }
  const refused = noClipThere(options, command, invocation)
  if (refused !== undefined) return refused
  return known.clips.length > 0 && invocation.form !== undefined
    ? known
    : { ...known, clips: await withLatest(options, invocation, known.clips) }
}

/** Clips that a text names. `isForRequesterAlone`: they are private. */
interface NamedClips {
  clips: readonly KnownClip[]
  isForRequesterAlone: boolean
}

/**
 * The clips that a text names: a take of a job, or what a message brought; undefined if it names none. A message
 * is named by a button; other names never lead to another member's clips. Throws AppError `store_unavailable`.
 */
export const clipsNamed = async (
  options: AskingOptions,
  invocation: Invocation,
  typed: string,
): Promise<NamedClips | Answered | undefined> => {
  const message = readMessageClips(typed)
  if (message !== undefined) {
    const brought = await options.clips.inMessage(clipPlaceOf(invocation), message)
    const clips = brought.filter(isOfferedTo(invocation.target))
    return clips.length > 0
      ? { clips, isForRequesterAlone: false }
      : refuse(say("I no longer remember that message's audio. Open the message's menu again."))
  }
  const take = readTakeName(typed)
  if (take === undefined) return undefined
  const found = await findTake(options, invocation, take)
  if (found.status === 'refused') return found
  const { clip, madeAtMs: atMs, isForRequesterAlone } = found
  return { clips: [{ clip, from: 'us', atMs }], isForRequesterAlone }
}
