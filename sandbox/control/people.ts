import type { SeenOffers, SeenPlaces } from './seen-places.ts'

/** What people do and see on a chat platform, in the words of people: the same for every stand-in. */
export interface People {
  /**
   * Does something as a person, the way the platform's own client would let them.
   * Resolves when the platform has shown them the first answer, or that there is none.
   * Rejects with UnknownReference when it names somebody or something that does not exist.
   */
  act(as: string, channel: string, deed: Deed): Promise<ActResult>
  /** The messages that match, oldest first. Throws UnknownReference like act. */
  messages(query: MessageQuery): readonly SeenMessage[]
  /** Where somebody can be, and who is there. Throws UnknownReference like act. */
  places(viewer: string): SeenPlaces
  /** What the client offers somebody in a place. Throws UnknownReference like act. */
  offers(viewer: string, channel: string): SeenOffers
}

export type MessageQuery = {
  /** Leaves out what only others see. */
  viewer?: string | undefined
  channel?: string | undefined
  /** The id of a message: newer ones only. */
  since?: string | undefined
  /** Whether each comes with the platform's own JSON, too. */
  original?: boolean | undefined
}

/** A file that a person uploads: its bytes in base64, or a path on this machine. */
export type Upload = {
  name: string
  contentType?: string | undefined
  path?: string | undefined
  base64?: string | undefined
}

/** A message that somebody writes. */
export type Saying = {
  say: string
  replyTo?: string | undefined
  files?: readonly Upload[]
  /** Set where the file is a recording made in the client, which then says how long it is. */
  recordedSeconds?: number | undefined
}

export type Deed =
  /** "/budget limit", "/music prompt:a sea shanty"; options win over what the text says. */
  | { command: string; options?: Record<string, unknown>; files?: readonly Upload[] }
  /**
   * A button, a menu or an entry of a menu of a message, by its id or its label; `values` are the choices of a menu.
   */
  | { press: { message: string; button: string; values?: readonly string[] } }
  | { submit: { form: string; values: Record<string, unknown> } }
  /** Dismisses a form. */
  | { close: { form: string } }
  /**
   * An entry of a message's own menu of apps; without a message, of the menu
   * for everywhere, where there is one.
   */
  | { action: { name: string; message?: string | undefined } }
  | Saying
  /** Forwards a message of this place to another as it is now, with words of one's own. */
  | { forward: { message: string; to: string; say?: string | undefined } }
  /** Types into an option that suggests; where it stands in a form, `command` is the form's id. */
  | { autocomplete: { command: string; option: string; text: string } }
  /** Opens a tab of the bot's own, where the platform has such. */
  | { visit: 'home' | 'messages' }
  /** Deletes a message: one's own, or anyone's where the person's rights allow it. */
  | { delete: { message: string } }
  | { manage: Management | ServerManagement }

/**
 * What those who look after a server or a channel do to the bot there; a right
 * is named as the platform names it.
 */
export type Management =
  | { what: 'remove bot' | 'invite bot' | 'delete channel' | 'archive channel' }
  | { what: 'deny' | 'allow'; permission: string }
  /** Somebody, a role, a channel or 'everyone' may or may not use a command, or any without a name. */
  | { what: 'deny command' | 'allow command'; command?: string | undefined; to: string }
  | { what: 'archive thread' | 'lock thread' | 'age-restrict channel' }
  /** The bot is in it, too, as if it were mentioned there. */
  | { what: 'start private thread'; name: string }
  | { what: 'add to thread' | 'remove from thread'; member: string }
  /** Lets the people of the other workspace into a channel; closes it to people who are not in it. */
  | { what: 'share channel' | 'make private' }
  /** What boosts bring a server to. */
  | { what: 'boost'; tier: 0 | 1 | 2 | 3 }
  | OwnAccount
  | ChosenLanguage

/** Sets the language of their client, such as "de" on Discord and "de-DE" on Slack. */
export type ChosenLanguage = { what: 'choose language'; locale: string }

/** What somebody does to their own account. */
export type OwnAccount = {
  what: 'install app' | 'uninstall app' | 'close direct messages' | 'open direct messages'
}

/** What they do besides where people are members of a server by roles, which is in Discord. */
export type ServerManagement =
  | { what: 'create channel' | 'rename channel'; name: string }
  | { what: 'grant' | 'revoke'; role: string; permission: string }
  | { what: 'give role' | 'take role'; role: string; member: string }
  | { what: 'add member' | 'remove member' | 'ban member'; member: string }

export type ActResult = {
  /** The platform's id of what was done; empty when the client did not let the person do it. */
  event: string
  form?: Form
  choices?: readonly { name: string; value: string | number }[]
  /** Why the client did not let the person do it. */
  refused?: string
}

export type Form = {
  id: string
  title: string
  /** What stands in the form besides its fields. */
  texts: readonly string[]
  fields: readonly FormField[]
  /** What its two buttons say, where the bot may choose that. */
  submit?: string
  close?: string
}

export type FormField = {
  name: string
  label: string
  description?: string
  kind:
    | 'line'
    | 'paragraph'
    | 'choice'
    | 'choices'
    | 'tick'
    | 'file'
    | 'member'
    | 'role'
    | 'channel'
    | 'mentionable'
  required: boolean
  /** What stands in it while nothing else does. */
  placeholder?: string
  /** What was typed or chosen in it, or is so from the start. */
  value?: unknown
  choices?: readonly { name: string; value: string }[]
  /** Whether its choices are looked up while one types: the deed `autocomplete`. */
  hasSuggestions?: boolean
  /** What the bot said of it when the form was sent before. */
  error?: string
}

export type SeenMessage = {
  id: string
  channel: string
  /** Display name. */
  author: string
  authorId: string
  /** Content, embeds and text parts, as a person reads them. */
  text: string
  files: readonly {
    name: string
    url: string
    contentType: string
    bytes: number
    description?: string
    /** Covered until it is clicked. */
    isSpoiler?: true
  }[]
  images: readonly { url: string; description?: string }[]
  buttons: readonly { id: string; label: string; disabled: boolean }[]
  menus: readonly {
    id: string
    placeholder: string
    disabled: boolean
    /** `isChosen`: the bot shows it as already chosen. */
    choices: readonly { name: string; value: string; isChosen?: true }[]
  }[]
  /** 'all', or the id of the one who sees it. */
  seenBy: string
  edits: number
  createdAtMs: number
  editedAtMs?: number
  replyTo?: string
  state: 'shown' | 'thinking' | 'did not respond' | 'deleted'
  /** As the platform's own API says it; if requested, and if the message is not deleted. */
  original?: unknown
}

/** A deed named a person, channel, message or form that does not exist; `field` is where it did. */
export class UnknownReference extends Error {
  readonly field: string

  constructor(field: string, message: string) {
    super(message)
    this.name = 'UnknownReference'
    this.field = field
  }
}
