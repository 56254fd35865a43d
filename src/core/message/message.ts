import type { RemoteFile } from '../clip/download.ts'
import type { MessageRef } from '../target.ts'
import type { CommandLink } from './command-link.ts'

/** What a message is about; a platform shows it as a colour or a mark. */
export type Tone = 'working' | 'done' | 'failed' | 'info'

/** Somebody or some place by the platform's id: shown by its name there. Nobody is called by it. */
export interface Reference {
  kind: 'member' | 'channel' | 'group'
  id: string
}

/**
 * A message of this chat. A platform shows it as a link, or as the place where
 * it is. `server` is its target's.
 */
export interface MessageLink {
  kind: 'message'
  server: string
  message: MessageRef
}

/** Where a new line begins in a fact's value: no text can begin one by itself, and look like another fact. */
export interface LineBreak {
  kind: 'break'
}

/** An address on the web, shown so that it can be followed. */
export interface WebLink {
  kind: 'link'
  url: string
}

/** A part of a fact's value. */
export type FactPiece = string | Reference | MessageLink | WebLink | LineBreak

/**
 * A moment (epoch milliseconds) is shown in the reader's own time zone where the platform can. Texts with
 * references among them are for messages that one person alone sees.
 */
export type FactValue = string | { atMs: number } | readonly FactPiece[]

export interface Fact {
  label: string
  value: FactValue
}

/**
 * A press of it asks for a command in the name of whoever presses, and is answered to them alone where the
 * command is.
 */
export interface Button {
  label: string
  style: 'plain' | 'danger'
  commandLink: CommandLink
}

/**
 * A text as a file. `isFile`: one for players and editors, or one that stands in the message already: it is
 * never shown in place of a file. `isPersonal`: what nobody but its reader may have, so that it is never
 * shown where others see it. `title`: what it is and of what, as its heading; its name, where left out.
 */
export interface Document {
  kind: 'document'
  name: string
  title?: string
  text: string
  isFile?: true
  isPersonal?: true
}

/** Words that are no sentence of ours, such as those of a clip: set apart, below a heading. */
export interface Quote {
  kind: 'quote'
  title: string
  text: string
}

/**
 * One part of a message. All texts are data: renderers escape them and switch mentions off. `smaller` is the
 * same sound for places that do not take a file as large as `file`; then `file` is linked. A `file` is one
 * that is nothing to hear, such as notes.
 */
export type Block =
  | { kind: 'facts'; facts: readonly Fact[] }
  | { kind: 'note'; text: string }
  | Quote
  | { kind: 'audio'; title: string; file: RemoteFile; smaller?: RemoteFile }
  | { kind: 'cover'; description: string; file: RemoteFile }
  | { kind: 'file'; title: string; file: RemoteFile }
  | Document
  | { kind: 'buttons'; buttons: readonly Button[] }

/**
 * A message without a platform. `text` is complete by itself: it is what a
 * screen reader or a notification says.
 */
export interface ResultMessage {
  text: string
  tone: Tone
  blocks: readonly Block[]
  /** Who asked for it, by the platform's id: shown by their name, and nobody is called by it. */
  askedBy?: string
}

/** A message of one text and nothing else. */
export const plainMessage = (text: string, tone: Tone = 'info'): ResultMessage => ({ text, tone, blocks: [] })
