/** The bot's own page beside a person's direct messages with it, as it published it last. */
export type SeenHome = {
  /** The id that actions use for it, like a message's; absent until it is published. */
  id?: string
  /** As the platform's own API says it. */
  blocks: readonly unknown[]
}

/** A place that somebody sees in their client. */
export type SeenChannel = {
  /** What deeds and messages name it by. */
  id: string
  /** Without a sign in front; of a direct message the other person's name. */
  name: string
  kind: 'channel' | 'thread' | 'direct message'
  /** The channel that a thread is in. */
  parent?: string
  /** Of direct messages, where the platform gives the bot a page there. */
  home?: SeenHome
}

/** Somebody in a server or a workspace. */
export type SeenPerson = {
  id: string
  name: string
  /** Whether it is the bot. */
  isBot: boolean
  /** Whether they look after the place. */
  isAdmin: boolean
}

/** People who are named together: a role, or a user group. */
export type SeenGroup = { id: string; name: string }

/** A server or a workspace that somebody is in. */
export type SeenServer = {
  id: string
  name: string
  channels: readonly SeenChannel[]
  people: readonly SeenPerson[]
  groups: readonly SeenGroup[]
}

/** Everywhere that somebody can be. */
export type SeenPlaces = {
  servers: readonly SeenServer[]
  /** With the bot alone, and belonging to no server. */
  directMessages: readonly SeenChannel[]
}

/** One box of a command, as the client shows it. */
export type SeenOption = {
  name: string
  description: string
  kind:
    | 'text'
    | 'whole number'
    | 'number'
    | 'yes or no'
    | 'member'
    | 'channel'
    | 'role'
    | 'mentionable'
    | 'file'
  required: boolean
  choices?: readonly { name: string; value: string | number }[]
  /** Whether it is completed while one types: the deed `autocomplete`. */
  hasSuggestions: boolean
  /** Of a number its least and its most, of a text its lengths. */
  min?: number
  max?: number
}

/** A slash command that the client offers, with its subcommands as commands of their own. */
export type SeenCommand = {
  /** Without the slash: "budget limit". */
  name: string
  description: string
  /** What may be typed behind it, where the client has no boxes. */
  hint?: string
  options: readonly SeenOption[]
}

/** What a client offers somebody in a place. */
export type SeenOffers = {
  commands: readonly SeenCommand[]
  /** Entries of a message's menu, by their names. */
  entries: readonly string[]
}
