import type { UploadedClip } from '../clip/clip.ts'
import type { ClipStream } from '../clip/clip-reading.ts'
import type { Answer } from '../command/answer.ts'
import type { Command } from '../command/command.ts'
import type { HomeSection } from '../command/home.ts'
import type { Asked, Suggestion } from '../command/invocation.ts'
import { AppError } from '../errors.ts'
import type { Choice } from '../fields/field.ts'
import type { ResultMessage } from '../message/message.ts'
import type {
  AccountId,
  Asker,
  DirectTarget,
  EditRef,
  Home,
  MessageRef,
  PlatformName,
  Target,
  Viewer,
} from '../target.ts'
import type { ChannelLook, ChannelPlace } from './channel-look.ts'
import type { IsMissing } from './left-servers.ts'
import type { Arrival } from './welcome.ts'

/**
 * One attempt at an outside effect. Its notes are kept in the job's record, so a repeat knows how far the first one
 * got.
 */
export interface Attempt {
  /** The same for every attempt at the same effect; at most 25 characters. */
  key: string
  /** Notes of earlier attempts, and of this one so far. */
  notes: Readonly<Record<string, string>>
  /** Throws AppError `step_over` if another worker has taken over the job and this one must stop. */
  note(name: string, value: string): Promise<void>
  /** When it was requested, in milliseconds since the epoch: none of its messages is older. */
  askedAtMs: number
  /** Maximum bytes of one uploaded file in this place. */
  fileBytesMax: number
  /** Whether files that can't be read now are linked, or reported as gone, instead of retried. */
  linksAllowed: boolean
}

/** Whether an attempt may have posted a message that is not recorded: see `Platform.post`. */
export const mayHavePosted = ({ notes }: Pick<Attempt, 'notes'>): boolean => (notes.post_tried ?? '') !== ''

/** The note with the direct message channel that has, or may have, the message for the requester alone. */
export const privateChannelNote = 'private_channel'

/** The note that the ready notice was sent, or may have been. It links to the job's message at that time. */
export const noticeToldNote = 'notice_told'

/**
 * Whether a file that failed with this error is only named, with its address unless it is gone: it can never be
 * sent, or links are allowed now.
 */
export const canBeLinked = (error: unknown, { linksAllowed }: Attempt): boolean =>
  error instanceof AppError &&
  error.code !== 'step_over' &&
  (linksAllowed || error.code === 'file_too_large' || error.code === 'file_refused')

/** Result of answering an interaction. `unknown`: the answer may or may not have been shown. */
export type Acknowledgement =
  | { kind: 'given'; message: MessageRef | undefined }
  | { kind: 'too_late' }
  | { kind: 'unknown' }

/** Receives every event of a platform. Only `joined` and `left` throw: other failures are answers, too. */
export interface Dispatch {
  /** The commands that members can use. */
  commands: readonly Command[]
  answer(asked: Asked): Promise<Answer>
  /**
   * Reports whether an `accepted` answer was shown, so that the job can start or end. Returns the job's one message
   * if it is another: the same event was answered twice at once, and this answer's message is redundant.
   */
  acknowledged(jobId: string, acknowledgement: Acknowledgement): Promise<MessageRef | undefined>
  /** What a member sees on the bot's own page, on a platform that has one: the best shown first. */
  home(viewer: Asked): Promise<readonly HomeSection[]>
  /** Suggestions for what a member is typing, best first; empty if nothing is known in time. */
  suggest(suggestion: Suggestion): Promise<readonly Choice[]>
  /** Reports a message with files that may be audio, so that members can refer to it later. */
  saw(sighting: ClipSighting): Promise<void>
  /** Reports deleted messages: their clips are no longer offered. */
  lost(loss: MessageLoss): Promise<void>
  /**
   * Reports that the bot is in a server or workspace, which is welcomed if it is new. Throws AppError
   * `platform_unavailable` or `store_unavailable`, and `left_to_others` while an earlier report is being answered; a
   * repeated report then continues.
   */
  joined(arrival: Arrival): Promise<void>
  /** Reports that the bot was removed from a server or workspace. Throws AppError `store_unavailable`. */
  left(account: AccountId): Promise<void>
  /** Looks for servers that removed the bot while nobody listened; the platform says which are missing for certain. */
  lookForMissing(platform: PlatformName, isMissing: IsMissing): Promise<void>
}

/** Messages of a channel that were deleted. */
export interface MessageLoss {
  account: AccountId
  channel: string
  messages: readonly string[]
}

/** A member's message with clips. */
export interface ClipSighting {
  /** Where it is, and who wrote it. */
  target: Target
  message: string
  atMs: number
  clips: readonly UploadedClip[]
  /** See `PointedMessage`. */
  forwardOf?: { readonly channel: string; readonly message: string }
  job?: string
}

/**
 * Result of looking up a channel. `channel` is the parent channel of a thread that is a channel of its own.
 * `unanswered`: the platform did not answer soon enough.
 */
export type FoundChannel =
  | { status: 'found'; channel: string }
  | { status: 'unknown' }
  | { status: 'unanswered' }

/**
 * Claims a chat for the bot with this id, before its token is used for anything else. Throws AppError
 * `configuration` if the processes on this Redis run another bot, and `store_unavailable`.
 */
export type ClaimChat = (bot: string) => Promise<void>

/** Where `Platform.notify` sends a message. */
export type NotifyWay = 'direct' | 'ephemeral' | 'mention' | 'channel'

/** The port to one chat platform. */
export interface Platform {
  name: PlatformName
  /**
   * Makes sure that the platform accepts us and, with a `dispatch`, passes every request to it; resolves when
   * requests can arrive. Before that it calls `claim` with our id, and fails if that throws. It can be called again
   * after a failure. If it is stopped meanwhile, it doesn't listen. Throws AppError `configuration`,
   * `platform_unavailable` or `store_unavailable`.
   */
  connect(dispatch?: Dispatch, claim?: ClaimChat): Promise<void>
  /**
   * `listening`: takes no new events, resolves when current ones are answered, and keeps sending. `all`: stops
   * sending, too.
   */
  stop(part: 'listening' | 'all'): Promise<void>
  /**
   * Why messages can't be sent or, while we listen, requests can't arrive, in words for the operator; undefined if
   * they can.
   */
  problem(): string | undefined
  /**
   * A possible mistake in a setting, in words for the operator. Readiness reports it but stays healthy, because
   * strangers can trigger it.
   */
  doubt?(): string | undefined
  /**
   * What servers are called, for the operator's eyes; undefined for those that this process doesn't know. A name is as
   * its admins wrote it. Asks no chat. Throws AppError `store_unavailable`.
   */
  serverNames?(): Promise<(server: string) => string | undefined>
  /**
   * Whether the bot was removed from a server, where that ends everything there; asked right before a paid request is
   * sent. Throws AppError `platform_unavailable`.
   */
  hasLeft?(home: Home): Promise<boolean>
  /**
   * Whether the bot is certainly not in a server anymore; asked right before the server's data is deleted. Missing where
   * that is never certain. Throws AppError `platform_unavailable`, or the library's own error, if the platform doesn't say.
   */
  isRemovedFrom?(home: Home): Promise<boolean>
  /**
   * Makes the platform offer exactly these commands, if a program can; returns a sentence for the operator. Throws
   * AppError `configuration` or `platform_unavailable`.
   */
  publish(commands: readonly Command[]): Promise<string>
  /**
   * Differences between the platform's commands or our rights and this version's needs, each a sentence for the
   * operator. Only reads what is cheap. Call it after `connect`. Throws AppError `platform_unavailable`.
   */
  shortcomings(commands: readonly Command[]): Promise<readonly string[]>
  /**
   * Reads a member's file with the rights of the bot that `home` has, from the platform's hosts only. Throws AppError
   * `file_refused` or `platform_unavailable`.
   */
  open(clip: UploadedClip, home: Home): Promise<ClipStream>
  /**
   * Right before a new message is sent, the attempt gets the note `post_tried`; it is cleared if the message
   * certainly was not sent. The direct messages of a `DirectTarget` are opened first, and the attempt gets the note
   * `private_channel` with their channel before anything is posted there. Throws AppError `cannot_post` if the bot
   * may not post or a member takes no direct messages, `platform_unavailable` if another try is worth it.
   */
  post(target: Target | DirectTarget, message: ResultMessage, attempt: Attempt): Promise<MessageRef>
  /**
   * Like `post`, plus AppError `message_gone` for a deleted message, `not_posted` if the channel has had no message
   * yet, or `reply_over` if the right to edit an answer has expired, so that it is unknown whether there is a
   * message. The same edit twice is one edit. Where files can't be added to a message, a new one replaces it:
   * returns that one, and the caller records it. `home` is that of the request, whose bot posted the message.
   */
  edit(ref: EditRef, message: ResultMessage, attempt: Attempt, home: Home): Promise<MessageRef | undefined>
  /**
   * Deletes one of our messages, with the files from attempts with these notes; what is already gone counts as
   * deleted. Throws AppError `cannot_post` if the bot may not, `platform_unavailable` if another try is worth it.
   */
  remove(ref: MessageRef, notes: Attempt['notes'], home: Home): Promise<void>
  /**
   * Sends a message without files: to its requester in a direct message (`direct`), where they made the request and
   * only they see it (`ephemeral`), or for all in its channel, where it notifies them (`mention`) or nobody
   * (`channel`); a mention goes into the target's thread on platforms where a message has one. It is sent once, however
   * often the same attempt is repeated: if its delivery is unknown, it counts as sent; only an ephemeral failure may be
   * sent twice. Right before sending, the attempt gets the note `told` (`whispered` if ephemeral), which is cleared if
   * it certainly was not sent. Throws AppError `cannot_post` if the platform or the member takes no such message,
   * `platform_unavailable` if another try is worth it.
   */
  notify(target: Target, message: ResultMessage, attempt: Attempt, how: NotifyWay): Promise<void>
  /**
   * Whether a member can see posts in a channel or thread of their own server or workspace. Of a member who is away, the
   * platform is asked what holds now. False also if it does not answer soon, because a reply waits for it. Only for
   * processes that listen to members.
   */
  canSee(viewer: Viewer, place: Target): Promise<boolean>
  /**
   * Looks up a channel of the asker's server or workspace by a typed id. Never throws, and gives up soon. Only for
   * processes that listen to members.
   */
  findChannel(asker: Asker, channel: string): Promise<FoundChannel>
  /**
   * Looks at what the bot can do in a channel of the asker's server or workspace. Never throws, and gives up soon. Only
   * for processes that listen to members.
   */
  lookAtChannel(asker: Asker, place: ChannelPlace): Promise<ChannelLook>
}

/** A platform with one bot for all places, which needs no home to know it. */
export interface OneBot extends Omit<Platform, 'open' | 'edit' | 'remove'> {
  open(clip: UploadedClip): Promise<ClipStream>
  edit(ref: EditRef, message: ResultMessage, attempt: Attempt): Promise<MessageRef | undefined>
  remove(ref: MessageRef, notes: Attempt['notes']): Promise<void>
}
