import type { UploadedClip } from '../clip/clip.ts'
import type { RefusedFile, UnreadableFile } from '../clip/clip-kind.ts'
import type { RawValues } from '../fields/field.ts'
import type { Asker, Target } from '../target.ts'

/** A message that a member pointed at: one acted on, replied to, or the one that asks. */
export interface PointedMessage {
  message: string
  /** The member who posted it, where the platform says so. */
  by?: string
  /** When it was posted. */
  atMs: number
  /** Its files that may be audio. */
  files: readonly UploadedClip[]
  /** Its files of refused kinds of sound, if there are any. */
  refused?: readonly RefusedFile[]
  /** Its files that may be audio and cannot be read, where there are any. */
  unreadable?: readonly UnreadableFile[]
  /** The names of its files that may be anything, where there are any. */
  unknown?: readonly string[]
  /** The names of its files without sound, where there are any. */
  others?: readonly string[]
  /** Whether its text has a web address, which is no clip until somebody gives it as one. */
  hasLink?: true
  /** Whether it is the message that asks, so that each of its files is part of the request. */
  isRequest?: true
  /** Whether the platform lets us see the files of this message. */
  isVisible: boolean
  /** The message that this one forwards, where that is all that it brings. */
  forwardOf?: { channel: string; message: string }
}

/** What a member asked for, without a platform. */
export interface Invocation {
  /** The platform's own id of the event: the same event twice is one request. */
  eventId: string
  /**
   * What was pressed, and by whom: until the job that a press asked for is over,
   * another press asks for the same.
   */
  press?: string
  /** Whether it is another job's request once more, to which no defaults are added that were set since. */
  withoutDefaults?: true
  /** A command's name, or the name of the message action of one. */
  command: string
  /** The chosen action of a command that has several. */
  action: string | undefined
  values: RawValues
  /** Words in which no command is named: it is a request for help with them. */
  unread?: string
  /**
   * Where a form was asked for again or was sent: the draft it belongs to. `isPart`: one part of it was sent,
   * and another is to follow.
   */
  form: { draft: string; sent: boolean; isPart?: true } | undefined
  /** Where the clip may be, the nearest first. */
  pointedAt: readonly PointedMessage[]
  target: Target
  /**
   * The direct message in which it was asked, where it is asked in the name of another place, which is its
   * target: by a button below what was asked for there.
   */
  askedIn?: Target
  /**
   * In a direct message: how the member stands in a server or workspace that we are in, too; undefined where
   * they are not in it. Throws where nobody can tell.
   */
  membershipIn?: (server: string) => Promise<Pick<Invocation, 'groups' | 'isAdmin'> | undefined>
  /** The member's roles or user groups; undefined where they could not be learnt in time. */
  groups: readonly string[] | undefined
  /** Whether the member may change this server's settings, as the platform says. */
  isAdmin: boolean
  /** Why the bot can't post a result here and how to mend that: complete sentences for the member. */
  cannotPost: string | undefined
  /** Bytes that one uploaded file may have in this place. */
  fileBytesMax: number
  /** The platform's short-lived right to edit the answer; empty where there is none. */
  replyToken: string
}

/** What a member is typing into a field that offers suggestions. */
export interface Suggestion {
  command: string
  action: string | undefined
  field: string
  typed: string
  asker: Asker
}
