import assert from 'node:assert'
import type { Clip } from '../clip/clip.ts'
import { clipFieldsOf, type GivenClip } from '../clip/clip-field.ts'
import { type FileOrigins, isDiscordFile } from '../clip/link.ts'
import type { Field, Fields } from '../fields/field.ts'
import { optional, toggle } from '../fields/field-builders.ts'
import type { Button } from '../message/message.ts'
import type { AccountId } from '../target.ts'

/**
 * What a server wants before a clip is used: nothing, that its owner is told afterwards, that its owner was asked once
 * and agreed, or that the requester says so.
 */
export const consentModes = ['off', 'tell', 'ask', 'attest'] as const
export type ConsentMode = (typeof consentModes)[number]

/** A server's rules. Where both apply to a clip, both hold. */
export interface ConsentRules {
  /** For clips whose voice is changed or imitated, the requester's own included. */
  voices: ConsentMode
  /** For clips that another member posted, or that were made for another member. */
  clips: ConsentMode
}

/** The rules of a server that has set none, and of direct messages. */
export const usualConsent: ConsentRules = { voices: 'attest', clips: 'off' }

/** What an owner says to the use of all their clips in a server; it holds whatever the rules are. */
export const consentAnswers = ['allow', 'decline'] as const
export type ConsentAnswer = (typeof consentAnswers)[number]

/** Name of the option by which a requester says that they may use the clip. It is kept with the job. */
export const permissionName = 'permission'

const permission: Field<boolean | undefined> = optional(
  toggle({ label: 'Permission', help: 'You made this, or its owner agreed' }),
)

/** A feature's fields, with the permission if any of them takes a clip. A voice field that takes none is a bug. */
export const withPermission = (feature: string, fields: Fields, voiceFields: readonly string[]): Fields => {
  const clips = clipFieldsOf(fields)
  assert(
    voiceFields.every((field) => clips.includes(field)),
    `${feature}: a voice is changed in a clip`,
  )
  return clips.length === 0 ? fields : { ...fields, [permissionName]: permission }
}

/**
 * The other member who posted a clip or had it made; undefined if it is the requester's own, or came with the request.
 * A web address says nothing of its owner.
 */
export const ownerOf = (clip: Clip, requester: string): string | undefined =>
  clip.kind === 'link' || clip.by === requester ? undefined : clip.by

/** Whether a clip has an owner, but it isn't known who: the link to a file on Discord, or to a result, doesn't say it. */
export const isOwnerLost = (clip: Clip, { audio, discord }: FileOrigins): boolean => {
  if (clip.kind !== 'link') return clip.kind === 'upload' && clip.isOwnerLost === true
  return isDiscordFile(clip.url, discord) || audio.some((origin) => clip.url.startsWith(`${origin}/`))
}

/** The owners of these clips besides the requester, each once. */
export const ownersOf = (clips: readonly GivenClip[], requester: string): readonly string[] => [
  ...new Set(clips.flatMap(({ clip }) => ownerOf(clip, requester) ?? [])),
]

/** Everything that decides about the clips of a request. */
export interface ConsentCase {
  clips: readonly GivenClip[]
  /** The fields whose clip has its voice changed or imitated. */
  voiceFields: readonly string[]
  rules: ConsentRules
  /** Whether the requester says that they may use the clips. */
  isPermitted: boolean
  requester: string
  /** The answers of the owners who gave one. */
  answers: ReadonlyMap<string, ConsentAnswer>
  /** Whether anybody in the server declines. */
  isAnyDeclined: boolean
  fileOrigins: FileOrigins
}

type Verdict = 'declined' | 'owner_lost' | 'ask' | 'needs_permission' | 'tell' | 'allowed'

const verdictOn = (
  { voiceFields, rules, isPermitted, requester, answers, isAnyDeclined, fileOrigins }: ConsentCase,
  { field, clip }: GivenClip,
): Verdict => {
  const owner = ownerOf(clip, requester)
  const answer = owner === undefined ? undefined : answers.get(owner)
  if (answer === 'decline') return 'declined'
  const isLost = isOwnerLost(clip, fileOrigins)
  const modes = [
    ...(voiceFields.includes(field) ? [rules.voices] : []),
    ...(owner === undefined && !isLost ? [] : [rules.clips]),
  ]
  // Its owner may have declined.
  if (isLost && (isAnyDeclined || modes.includes('ask'))) return 'owner_lost'
  // An owner who agreed needs neither to be asked nor to be vouched for.
  if (answer !== 'allow') {
    if (owner !== undefined && modes.includes('ask')) return 'ask'
    const isUnowned = modes.includes('ask') || modes.includes('attest')
    if (isUnowned && !isPermitted) return 'needs_permission'
  }
  return owner !== undefined && modes.includes('tell') ? 'tell' : 'allowed'
}

/** What comes of a request's clips. `tell`: the owners to be told; `clips`: those that stand in the way. */
export type ConsentDecision =
  | { status: 'allowed'; tell: readonly string[] }
  | { status: 'declined' | 'owner_lost' | 'ask' | 'needs_permission'; clips: readonly GivenClip[] }

/** Whether the clips of a request may be used. What can't be mended comes first. */
export const decideConsent = (asked: ConsentCase): ConsentDecision => {
  const byVerdict = Map.groupBy(asked.clips, (given) => verdictOn(asked, given))
  for (const status of ['declined', 'owner_lost', 'ask', 'needs_permission'] as const) {
    const clips = byVerdict.get(status)
    if (clips !== undefined) return { status, clips }
  }
  return { status: 'allowed', tell: ownersOf(byVerdict.get('tell') ?? [], asked.requester) }
}

/** Name of the value of a button in direct messages that says for which server the answer is. */
export const answerServerName = 'server'

/** A button by which an owner answers, or takes the answer back; `server`: where, if they press it in direct messages. */
export const answerButton = (
  label: string,
  answer: ConsentAnswer | 'forget',
  server: string | undefined,
): Button => ({
  label,
  style: answer === 'decline' ? 'danger' : 'plain',
  commandLink: {
    command: 'privacy',
    action: 'consent',
    values: { answer, ...(server !== undefined && { [answerServerName]: server }) },
  },
})

/** What an owner is asked about: who wants to use which clip, and where. */
export interface ConsentQuestion {
  requester: string
  channel: string
  feature: string
  /** The clip's name. */
  clip: string
}

/** A question that has not reached its owner yet. */
export interface DueQuestion {
  account: AccountId
  owner: string
}

/** A question that is being sent, with the notes of earlier attempts. */
export interface BegunQuestion extends ConsentQuestion {
  /** The same for every attempt: see `Attempt`. */
  key: string
  notes: Readonly<Record<string, string>>
  note(name: string, value: string): Promise<void>
}

/** No owner who has not answered is asked again within this time. */
export const askAgainMs = 7 * 24 * 60 * 60_000

/** What owners of clips say, by server. Every change is atomic, and the same twice is one. Throws AppError `store_unavailable`. */
export interface Consents {
  /** The answers of those of these members who gave one. */
  answersOf(account: AccountId, members: readonly string[]): Promise<ReadonlyMap<string, ConsentAnswer>>
  /** Whether any member declines. */
  isAnyDeclined(account: AccountId): Promise<boolean>
  /** Changes a member's answer; undefined takes it back. */
  answer(account: AccountId, member: string, answer: ConsentAnswer | undefined): Promise<void>
  /** Makes a question due, unless the owner has answered, or was asked within `askAgainMs`. */
  ask(account: AccountId, owner: string, question: ConsentQuestion): Promise<void>
  /** All that are due, of every account. */
  due(): Promise<readonly DueQuestion[]>
  /**
   * Starts or continues a question. `in_hand` if another process works on it; undefined if it is over, since the owner
   * has answered.
   */
  begin(question: DueQuestion): Promise<BegunQuestion | 'in_hand' | undefined>
  /** The owner has the question, or can't be reached. */
  end(question: DueQuestion): Promise<void>
  /** Forgets everything about a member. */
  forget(account: AccountId, member: string): Promise<void>
}
