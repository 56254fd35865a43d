import type { UploadedClip } from '../clip/clip.ts'
import type { ClipStream } from '../clip/clip-reading.ts'
import type { Answer } from '../command/answer.ts'
import type { Command } from '../command/command.ts'
import type { Invocation, Suggestion } from '../command/invocation.ts'
import { AppError } from '../errors.ts'
import type { Choice } from '../fields/field.ts'
import type { ResultMessage } from '../message/message.ts'
import type { AccountId, Asker, DirectTarget, EditRef, MessageRef, PlatformName, Target } from '../target.ts'

/**
 * One attempt at an outside effect; the notes are kept in the job's record, so a
 * repeat knows how far the first came.
 */
export interface Attempt {
  /** The same for every attempt at the same effect; at most 25 characters. */
  key: string
  /** What attempts before this one noted, and this one so far. */
  notes: Readonly<Record<string, string>>
  /** Throws AppError `step_over` when another worker has the job by now: the effect is no longer ours. */
  note(name: string, value: string): Promise<void>
  /** When it was requested, in milliseconds since the epoch: no message of it is older. */
  askedAtMs: number
  /** Bytes that one uploaded file may have in this place. */
  fileBytesMax: number
  /** Whether files that can't be read now are linked, or said to be gone, instead of tried again. */
  linksAllowed: boolean
}

/** Whether an attempt may have posted a message that nobody knows of: see `Platform.post`. */
export const mayHavePosted = ({ notes }: Pick<Attempt, 'notes'>): boolean => (notes.post_tried ?? '') !== ''

/** The note that names the direct messages in which the message for its requester alone stands, or may stand already. */
export const privateChannelNote = 'private_channel'

/** The note that the files of a result were posted, though the message about them was not. */
export const filesAloneNote = 'files_alone'

/**
 * Whether a file that failed so is only named, with its address unless it is gone: it is none that can be sent, or
 * links will do by now.
 */
export const canBeLinked = (error: unknown, { linksAllowed }: Attempt): boolean =>
  error instanceof AppError &&
  error.code !== 'step_over' &&
  (linksAllowed ||
    error.code === 'file_too_large' ||
    error.code === 'file_refused' ||
    (error.code === 'file_gone' && !error.retryable))

/** What became of our answer to an interaction. `unknown`: it may or may not have been shown. */
export type Acknowledgement =
  | { kind: 'given'; message: MessageRef | undefined }
  | { kind: 'too_late' }
  | { kind: 'unknown' }

/** What a platform hands every event to. It never throws: whatever goes wrong is an answer too. */
export interface Dispatch {
  /** What members may ask for. */
  commands: readonly Command[]
  answer(invocation: Invocation): Promise<Answer>
  /**
   * Tells what became of an `accepted` answer, so that the job may start or end. Answers with the job's one
   * message where that is another: the same event was answered twice at once, and this answer's message is
   * one too many.
   */
  acknowledged(jobId: string, acknowledgement: Acknowledgement): Promise<MessageRef | undefined>
  /** What a member may mean while typing, best first; empty when nothing is known in time. */
  suggest(suggestion: Suggestion): Promise<readonly Choice[]>
  /** Tells of a message with files that may be audio, so that members can point at it later. */
  saw(sighting: ClipSighting): Promise<void>
  /** Tells of messages that are gone: what they brought is offered to nobody any more. */
  lost(loss: MessageLoss): Promise<void>
}

/** Messages of a channel that were deleted. */
export interface MessageLoss {
  account: AccountId
  channel: string
  messages: readonly string[]
}

/** A message of a member's that brought clips. */
export interface ClipSighting {
  account: AccountId
  channel: string
  message: string
  /** Who wrote it. */
  member: string
  atMs: number
  clips: readonly UploadedClip[]
}

/**
 * What became of the look-up of a channel: `channel` is the one around it for a thread that is a channel of its
 * own. `unanswered`: the platform did not tell soon.
 */
export type FoundChannel =
  | { status: 'found'; channel: string }
  | { status: 'unknown' }
  | { status: 'unanswered' }

/**
 * Claims a chat for the bot with this id, before anything is done with its token. Throws AppError `configuration` if
 * the processes on this Redis run another bot, and `store_unavailable`.
 */
export type ClaimChat = (bot: string) => Promise<void>

/** The port to one chat platform. */
export interface Platform {
  name: PlatformName
  /**
   * Makes sure that the platform knows us, and with a `dispatch` hands every request to it; resolves when requests
   * can arrive. Before that it calls `claim` with our id, and fails if that throws. It can be called again after a
   * failure. If it is stopped meanwhile, it doesn't listen. Throws AppError `configuration`, `platform_unavailable`
   * or `store_unavailable`.
   */
  connect(dispatch?: Dispatch, claim?: ClaimChat): Promise<void>
  /**
   * `listening`: takes no new events, resolves when those in hand are answered, and goes on sending. `all`: stops
   * sending, too.
   */
  stop(part: 'listening' | 'all'): Promise<void>
  /**
   * Why our messages can't be sent or, while we listen, requests can't arrive, in words for the operator; undefined if
   * they can.
   */
  problem(): string | undefined
  /**
   * What may be wrong with a setting, in words for the operator. Readiness names it but stays well, because what strangers
   * send can raise it.
   */
  doubt?(): string | undefined
  /**
   * Makes the platform offer exactly these commands, where a program may;
   * returns a sentence for the operator. Throws AppError `configuration` or `platform_unavailable`.
   */
  publish(commands: readonly Command[]): Promise<string>
  /**
   * Differences between the platform's commands or our rights and this version's needs, each a sentence for the operator.
   * Reads only what is cheap to read. Call it after `connect`. Throws AppError `platform_unavailable`.
   */
  shortcomings(commands: readonly Command[]): Promise<readonly string[]>
  /**
   * Reads a member's file with the bot's own rights, from the platform's hosts only. Throws AppError
   * `file_refused` or `platform_unavailable`.
   */
  open(clip: UploadedClip): Promise<ClipStream>
  /**
   * Right before a new message leaves, the attempt gets the note `post_tried`; it is emptied where the message
   * certainly did not get out. The direct messages of a `DirectTarget` are opened first, and the attempt gets the note
   * `private_channel` with their channel before anything is posted there. Throws AppError `cannot_post` where the bot may
   * not post, or a member takes no direct messages, `platform_unavailable` where another try is worth it.
   */
  post(target: Target | DirectTarget, message: ResultMessage, attempt: Attempt): Promise<MessageRef>
  /**
   * As `post`, and AppError `message_gone` for a deleted message, `not_posted` where the channel has had no
   * message yet, or `reply_over` where the right to edit an answer is over, so that nobody can tell whether
   * there is a message. The same edit twice is one edit. Where all files beside the message were posted before it
   * failed, the attempt gets the note `files_alone`.
   */
  edit(ref: EditRef, message: ResultMessage, attempt: Attempt): Promise<void>
  /**
   * Deletes a message of ours, with the files that were brought by attempts with these notes; what is gone
   * already counts as deleted. Throws AppError `cannot_post` where the bot may not, `platform_unavailable`
   * where another try is worth it.
   */
  remove(ref: MessageRef, notes: Attempt['notes']): Promise<void>
  /**
   * Sends a message that only the requester sees, without files: in a direct message (`direct`), or where they asked
   * (`ephemeral`). It is sent once, however often it is tried with the same attempt: if nobody knows whether it got out,
   * it counts as sent; only an ephemeral failure may be sent twice. Right before it is sent, the attempt gets the note
   * `told` or `whispered`, which is emptied if it certainly did not get out. Throws AppError `cannot_post` if the
   * platform or the member takes no such message, `platform_unavailable` where another try is worth it.
   */
  notify(target: Target, message: ResultMessage, attempt: Attempt, how: 'direct' | 'ephemeral'): Promise<void>
  /**
   * Whether somebody can see what is posted in a channel or a thread of their own server or workspace. False
   * also where the platform does not tell soon, for an answer waits for it. Only where members are listened
   * to.
   */
  canSee(viewer: Asker, place: Target): Promise<boolean>
  /**
   * Looks up a channel of the asker's server or workspace by an id that somebody typed. Never throws, and gives
   * up soon. Only where members are listened to.
   */
  findChannel(asker: Asker, channel: string): Promise<FoundChannel>
}
