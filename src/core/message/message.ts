import type { RemoteFile } from '../clip/download.ts'
import type { MessageRef } from '../target.ts'
import type { CommandLink } from './command-link.ts'
import type { WrittenFile } from './written-file.ts'

/** A message's status, shown as a colour or a mark where a platform has a place for one. */
export type Tone = 'working' | 'done' | 'failed' | 'info'

/** A member, channel or group by the platform's id: shown by name, without a ping. */
export interface Reference {
  kind: 'member' | 'channel' | 'group'
  id: string
}

/** A message of this chat, shown as a link, or as the place where it is. `server` is its target's. */
export interface MessageLink {
  kind: 'message'
  server: string
  message: MessageRef
}

/** A line break in a fact's value. Texts can't contain one, so they can't imitate another fact. */
export interface LineBreak {
  kind: 'break'
}

/** A web address, shown as a link. */
export interface WebLink {
  kind: 'link'
  url: string
  /** The link's text, where the platform can show one; otherwise its address is shown. */
  label?: string
}

/**
 * A moment (epoch milliseconds), shown in the reader's own time zone if the platform can. `isSoon`: near enough to
 * be read as a distance, such as "in 2 minutes".
 */
export interface Moment {
  atMs: number
  isSoon?: boolean
}

/** Part of a fact's value. */
export type FactPiece = string | Reference | MessageLink | WebLink | LineBreak | Moment

/** Texts with references are for private messages only. */
export type FactValue = string | Moment | readonly FactPiece[]

export interface Fact {
  label: string
  value: FactValue
}

/** A fact short enough for a line. Its label is empty if the value explains itself. */
export interface LineFact extends Fact {
  value: string | Moment | readonly [Reference | MessageLink | WebLink]
}

/**
 * A click runs a command in the name of the member who clicks; the answer is private if the command's answers are.
 */
export interface Button {
  label: string
  style: 'plain' | 'danger'
  commandLink: CommandLink
}

/**
 * A text as a file. `isFile`: for players and editors, or already shown in the message; never shown as text instead
 * of a file. `title`: its heading; by default its name.
 */
export interface Document {
  kind: 'document'
  name: string
  title?: string
  text: string
  isFile?: true
}

/** A file that we wrote for its reader only; never shown where others see it. `title`: its heading; by default its name. */
export interface Written extends WrittenFile {
  kind: 'written'
  title?: string
}

/** A short sound that we have at hand, such as a voice's sample; nothing must be read first. */
export interface Sound {
  kind: 'sound'
  name: string
  title: string
  data: Uint8Array
}

/** A picture that we have at hand. `description` is for those who don't see it. */
export interface Picture {
  kind: 'picture'
  name: string
  description: string
  data: Uint8Array
}

/** Bars that a platform draws itself; one that draws none gets a picture instead. */
export interface Chart {
  kind: 'chart'
  title: string
  /** What the bars measure, such as "Credits". */
  unit: string
  bars: readonly { label: string; value: number }[]
}

/** Rows that a platform shows as a table, which can be sorted by number; only together with charts. */
export interface Table {
  kind: 'table'
  title: string
  head: readonly [name: string, amount: string]
  rows: readonly { name: string | Reference; amount: string; value: number }[]
}

/** Words that are not our own, such as those of a clip: set apart, below a heading. */
export interface Quote {
  kind: 'quote'
  title: string
  text: string
}

/** What is known of a request, small and on one line, with the requester's name. */
export interface Line {
  kind: 'line'
  facts: readonly LineFact[]
}

/** An entry of a menu, which runs a command as a button does. `isChosen`: it is what holds now. */
export interface MenuEntry extends Pick<Button, 'label' | 'commandLink'> {
  isChosen?: boolean
}

/** A menu of commands. A chosen entry is shown instead of the label, so each entry says what it is for. */
export interface Menu {
  label: string
  /** What holds now, for places that show no menus. */
  current?: string
  entries: readonly MenuEntry[]
}

/**
 * A row of buttons; `more` are folded into one menu where the platform has menus, called `moreLabel` or "More". Other
 * menus follow.
 */
export interface Buttons {
  kind: 'buttons'
  buttons: readonly Button[]
  more?: readonly Button[]
  moreLabel?: string
  menus?: readonly Menu[]
}

/**
 * One part of a message. All texts are data: renderers escape them and disable mentions. `smaller` is the same
 * sound for places that don't accept `file` because of its size; then `file` is linked. A `file` block is not
 * audio, such as notes.
 */
export type Block =
  | { kind: 'facts'; facts: readonly Fact[] }
  | Line
  | { kind: 'note'; text: string }
  | Quote
  | { kind: 'audio'; title: string; file: RemoteFile; smaller?: RemoteFile }
  | { kind: 'cover'; description: string; file: RemoteFile }
  | { kind: 'file'; title: string; file: RemoteFile }
  | Document
  | Written
  | Sound
  | Picture
  | Chart
  | Table
  | Buttons

/** A message independent of the platform. `text` is complete by itself, for screen readers and notifications. */
export interface ResultMessage {
  text: string
  tone: Tone
  blocks: readonly Block[]
  /** The requester's id on the platform: shown by name, without a ping. */
  askedBy?: string
  /** A member's id on the platform: mentioned before the text, and notified by it. */
  mentions?: string
  /**
   * Whether its files and quotes are covered until a reader clicks them, or out of sight where nothing can be covered.
   * Its text, facts and notes are not.
   */
  isSpoiler?: true
}

/** A message of one text and nothing else. */
export const plainMessage = (text: string, tone: Tone = 'info'): ResultMessage => ({ text, tone, blocks: [] })
