import type { Chat, Message, WireLine } from './control-client.ts'
import type { Expectation } from './story.ts'

const giveUpMs = 90_000

/** From where on somebody watches for the bot's answer. */
export interface Watch {
  chat: Chat
  /** Who looks. */
  viewer: string
  /** Everybody who is not the bot. */
  people: ReadonlySet<string>
  /** Only what comes after these is looked at. */
  sinceMessage: string | undefined
  sinceWire: number
  /** The one message that shows it, besides what brings its files; all that came, where none is named. */
  shownIn?: string
  /** Hears what the answer says meanwhile. */
  onText?(text: string): void
}

/** The bot's answer: one message, and the messages that bring its files where a platform wants them apart. */
export interface Answer {
  heads: readonly Message[]
  companions: readonly Message[]
}

const isCompanion = ({ text, state, files }: Message): boolean =>
  state === 'shown' && text === '' && files.length > 0

/** What the viewer sees of the bot's answer now. */
const look = async ({ chat, viewer, people, sinceMessage, shownIn }: Watch): Promise<Answer> => {
  const all = await chat.messages(viewer, sinceMessage)
  const messages = all.filter(({ authorId, state }) => !people.has(authorId) && state !== 'deleted')
  // On Slack a message that comes with files takes the place of the one before it.
  const isReplaced = all.some(({ id, state }) => id === shownIn && state === 'deleted')
  const isShowing = ({ id, files }: Message): boolean =>
    shownIn === undefined || id === shownIn || (isReplaced && files.length > 0)
  return {
    heads: messages.filter((message) => !isCompanion(message) && isShowing(message)),
    companions: messages.filter(isCompanion),
  }
}

/** The whole answer as one message; undefined when there is none. */
export const asOne = ({ heads, companions }: Answer): Message | undefined => {
  const [head] = heads
  return head && { ...head, files: [head, ...companions].flatMap(({ files }) => files) }
}

/** How many files of a kind a message brings. */
export const countFiles = (files: readonly { contentType: string }[], type: string): number =>
  files.filter(({ contentType }) => contentType.startsWith(type)).length

/** Lyrics are a file, or stand in the message under a heading. */
export const bringsLyrics = (
  { text }: { text: string },
  files: readonly { contentType: string }[],
): boolean => countFiles(files, 'text/plain') > 0 || /^\W*Lyrics(?: for “|\W*$)/m.test(text)

/** How the names of files should end and none does. */
export const missingEndings = (
  files: readonly { name: string }[],
  endings: readonly string[] | undefined = [],
): readonly string[] => endings.filter((ending) => !files.some(({ name }) => name.endsWith(ending)))

const isComplete = (message: Message, expects: Expectation): boolean => {
  if (expects.kind !== 'result') return true
  const pictures = message.images.length + countFiles(message.files, 'image/')
  return (
    countFiles(message.files, 'audio/') >= expects.takes &&
    pictures >= expects.covers &&
    (!expects.hasLyrics || bringsLyrics(message, message.files)) &&
    missingEndings(message.files, expects.endings).length === 0
  )
}

/** Whether the message says how the request ended; some of its files may still come. */
const saysItsLast = ({ text, state }: Message, expects: Expectation): boolean => {
  if (state !== 'shown') return state !== 'thinking'
  const isOver = /(?:is|are) ready|Made with AI|Nothing was charged| failed\./.test(text)
  switch (expects.kind) {
    case 'result':
      return isOver
    case 'news':
      return isOver || expects.says.test(text)
    case 'words':
    case 'balance':
      return true
  }
}

const lastWireId = (wire: readonly WireLine[], otherwise: number): number => wire.at(-1)?.id ?? otherwise

/**
 * Looks at the channel whenever something happened, until the bot has said its last word and all has come.
 */
export const watch = async (watched: Watch, expects: Expectation): Promise<Answer> => {
  const { chat, sinceWire } = watched
  const giveUpAtMs = Date.now() + giveUpMs
  let seenUpTo = -1
  for (;;) {
    const isQuiet = lastWireId(await chat.wireSince(sinceWire), sinceWire) === seenUpTo
    seenUpTo = lastWireId(await chat.wireSince(sinceWire), sinceWire)
    const answer = await look(watched)
    const message = asOne(answer)
    if (message !== undefined) watched.onText?.(message.text)
    const isLast = message !== undefined && saysItsLast(message, expects)
    if (isLast && (isQuiet || isComplete(message, expects))) return answer
    if (Date.now() > giveUpAtMs) return answer
    await chat.wireChange(seenUpTo)
  }
}

/** One message that somebody looks at. */
interface Looked {
  chat: Chat
  viewer: string
  message: string
  /** What was there before it. */
  sinceMessage: string | undefined
}

/** Looks at a message whenever something happened until it says this; undefined where it never does. */
export const messageThatSays = async (
  { chat, viewer, message, sinceMessage }: Looked,
  says: RegExp,
): Promise<RegExpExecArray | undefined> => {
  const giveUpAtMs = Date.now() + giveUpMs
  let seenUpTo = 0
  for (;;) {
    seenUpTo = lastWireId(await chat.wireSince(seenUpTo), seenUpTo)
    const seen = (await chat.messages(viewer, sinceMessage)).find(({ id }) => id === message)
    const said = seen && says.exec(seen.text)
    if (said) return said
    if (Date.now() > giveUpAtMs) return undefined
    await chat.wireChange(seenUpTo)
  }
}
