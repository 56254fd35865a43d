import type { UploadedClip } from '../clip/clip.ts'
import type { RefusedFile, UnreadableFile } from '../clip/clip-kind.ts'
import type { RawValues } from '../fields/field.ts'
import type { Asker, Target, Viewer } from '../target.ts'
import type { ChannelKind } from './settings.ts'

/** A message that a member pointed at: acted on, replied to, or the request itself. */
export interface PointedMessage {
  message: string
  /** The member who posted it, if the platform says so. */
  by?: string
  /** When it was posted. */
  atMs: number
  /** Its files that may be audio. */
  files: readonly UploadedClip[]
  /** Its files of refused kinds of sound, if any. */
  refused?: readonly RefusedFile[]
  /** Its files that may be audio but can't be read, if any. */
  unreadable?: readonly UnreadableFile[]
  /** Names of its files of unknown kind, if any. */
  unknown?: readonly string[]
  /** Names of its files without sound, if any. */
  others?: readonly string[]
  /** Whether its text has a web address. It is no clip until a member gives it as one. */
  hasLink?: true
  /** Whether it is the request itself, so that each of its files is part of the request. */
  isRequest?: true
  /** Whether the platform lets us see the files of this message. */
  isVisible: boolean
  /** The message that this one forwards, if it contains nothing else. */
  forwardOf?: { channel: string; message: string }
  /** The job whose result it shows or forwards, by our own buttons below it. */
  job?: string
}

/** Whether a message has files of any kind that we know of. */
export const bringsFiles = (message: PointedMessage): boolean => {
  const { files, refused, unreadable, unknown, others } = message
  return [files, refused, unreadable, unknown, others].some((list = []) => list.length > 0)
}

/** What a member is in a server or workspace, and the kinds of one of its channels. */
export interface Membership
  extends Pick<Invocation, 'groups' | 'isAdmin' | 'isAdminUnknown' | 'channelKinds'> {
  /** Whether they see that channel. Undefined if the platform doesn't say. */
  seesChannel: boolean | undefined
}

/** A member's request, independent of the platform. */
export interface Invocation {
  /** The platform's own id of the event: the same event twice is one request. */
  eventId: string
  /**
   * Identifies a click by button and member: until the resulting job is over, another click is the same request. With
   * a form, the draft that the button sends identifies the request.
   */
  press?: string
  /** What the member saw before they pressed the button that confirms it, as the action wrote it. */
  confirmed?: string
  /** Whether it reruns another job's request, without defaults that were set since. */
  withoutDefaults?: true
  /** A command's name, or that of a command's message action. */
  command: string
  /** The chosen action, if the command has several. */
  action: string | undefined
  values: RawValues
  /** Words that name no command: a request for help with them. */
  unread?: string
  /**
   * If a form was reopened or submitted: its draft. `isPart`: one part was submitted, another follows.
   * `isOnOwnMessage`: it was opened on a message that only the member sees, which the answer can replace.
   */
  form: { draft: string; sent: boolean; isPart?: true; isOnOwnMessage?: true } | undefined
  /** Messages that may have the clip, the nearest first. */
  pointedAt: readonly PointedMessage[]
  target: Target
  /** The kinds of the target's channel, or of the channel around its thread; undefined if they are not known. */
  channelKinds?: readonly ChannelKind[] | undefined
  /**
   * The direct message where the member clicked, if the request belongs to another place, its target: a button
   * below something requested there.
   */
  askedIn?: Target
  /** Whether somebody here is known to be a bot. */
  isBot?: (id: string) => Promise<boolean>
  /** The member's roles or user groups; undefined if they were not available in time. */
  groups: readonly string[] | undefined
  /** Whether the member can change this server's settings, according to the platform. */
  isAdmin: boolean
  /** Set if `isAdmin` is true for this command only: the platform lets the member use it, but no buttons for admins. */
  isAdminByCommand?: true
  /** Set if `isAdmin` is true only because admins made the member a budget manager. */
  isManager?: true
  /** Set if that could not be checked; `isAdmin` is then false. */
  isAdminUnknown?: true
  /** Why the bot can't post a result here and how to fix that: complete sentences for the member. */
  cannotPost: string | undefined
  /** Maximum bytes of one uploaded file in this place. */
  fileBytesMax: number
  /** The platform's short-lived token for editing the answer; empty if there is none. */
  replyToken: string
}

/** What the chat was asked about a request. */
export interface Learned extends Partial<Invocation> {
  /** Why the member is not served here at all: complete sentences for them. */
  refused?: string
  /** The chat's name for the member's language, if it is known by now. */
  locale?: string | undefined
}

/**
 * A request as a platform hands it over: what its event says, and what can ask the chat for the rest. That costs calls
 * that all members share, so only `letIn` hands it out, once the member is admitted.
 */
export interface Asked extends Invocation {
  /** Asks the chat for what the event doesn't say. Has limits of time of its own. Throws if it can't be told. */
  learn?: () => Promise<Learned>
  /**
   * In a direct message: the member's membership in a server or workspace that has the bot; undefined if they are not in
   * it. Throws if that can't be determined.
   */
  membershipIn?: (server: string, channel: string) => Promise<Membership | undefined>
  /** Set if only the chat knows whether the member is of the server or workspace, so they may be a stranger to it. */
  isUnproven?: true
}

/** Where the member asks: the request's place, or the direct message in which they clicked. */
export const askedAt = ({ target, askedIn }: Pick<Invocation, 'target' | 'askedIn'>): Target =>
  askedIn ?? target

/**
 * The member in the request's server or workspace, as somebody who sees its channels. Who clicks in a direct message is
 * in none of them, and may have lost sight of the one where the request belongs.
 */
export const viewerOf = ({ target, askedIn }: Pick<Invocation, 'target' | 'askedIn'>): Target & Viewer => {
  if (askedIn === undefined) return target
  const { platform, server, member } = target
  return { platform, server, member, channel: askedIn.channel, isAway: true }
}

/** Whether the member is an admin of the platform, rather than a budget manager or allowed this command only. */
export const isPlatformAdmin = ({
  isAdmin,
  isAdminByCommand,
  isManager,
}: Pick<Invocation, 'isAdmin' | 'isAdminByCommand' | 'isManager'>): boolean =>
  isAdmin && isAdminByCommand !== true && isManager !== true

/** What a member is typing into a field with suggestions. */
export interface Suggestion {
  command: string
  action: string | undefined
  field: string
  typed: string
  asker: Asker
}
