import type { Chat, Message, WireLine } from './control-client.ts'
import { saveFiles } from './saving.ts'
import type { Step } from './story.ts'
import { readCredits, readTimes, type TranscriptStep } from './transcript.ts'

const stepTimeoutMs = 90_000

/** Who is who in the chat. */
export interface Cast {
  admin: string
  member: string
  bot: string
}

/** What a step came to, and what was wrong with it. */
export interface Played {
  step: TranscriptStep
  problems: string[]
}

const typed = ({ command, options }: Step): string =>
  [command, ...Object.entries(options).map(([name, value]) => `${name}:${value}`)].join(' ')

const lastId = async (chat: Chat): Promise<string | undefined> =>
  (await chat.messages(undefined, undefined)).at(-1)?.id

const lastWireId = (wire: readonly WireLine[], otherwise = 0): number => wire.at(-1)?.id ?? otherwise

interface Watched {
  chat: Chat
  /** Only what comes after these is looked at. */
  wireBefore: number
  person: string
  bot: string
  since: string | undefined
}

const botMessages = async ({ chat, person, bot, since }: Watched): Promise<Message[]> =>
  (await chat.messages(person, since)).filter(({ authorId }) => authorId === bot)

/** Looks at the channel whenever something happened, until the bot has said its last word. */
const watch = async (watched: Watched, isLastWord: Step['isLastWord']): Promise<Message[]> => {
  const giveUpAtMs = Date.now() + stepTimeoutMs
  for (;;) {
    const seenUpTo = lastWireId(await watched.chat.wireSince(watched.wireBefore), watched.wireBefore)
    const messages = await botMessages(watched)
    const isOver = messages.some(
      (message) => message.state !== 'thinking' && (message.state !== 'shown' || isLastWord(message)),
    )
    if (isOver || Date.now() > giveUpAtMs) return messages
    await watched.chat.wireChange(seenUpTo)
  }
}

const unanswered = (messages: readonly Message[]): string[] => [
  ...(messages.length === 1 ? [] : [`${messages.length} messages came, not one`]),
  ...messages
    .filter(({ state }) => state !== 'shown')
    .map(({ state }) => `the message is in the state "${state}"`),
]

/** Has a person do one step, and sees what comes of it. Files are saved in a folder of the step. */
export const play = async (chat: Chat, cast: Cast, step: Step, folder: string): Promise<Played> => {
  const since = await lastId(chat)
  const wireBefore = lastWireId(await chat.wireSince(0))
  const person = cast[step.by]
  const acted = await chat.act(person, { command: step.command, options: { ...step.options } })
  const messages =
    acted.refused === undefined
      ? await watch({ chat, wireBefore, person, bot: cast.bot, since }, step.isLastWord)
      : []
  const wire = await chat.wireSince(wireBefore)
  const times = readTimes(acted.event, wire)
  const [message] = messages
  const saved = message ? await saveFiles(folder, message) : { files: [], problems: [] }
  const credits = readCredits(message?.text ?? '', JSON.stringify(wire))
  const changedAtMs = Math.max(0, ...messages.map(({ createdAtMs, editedAtMs }) => editedAtMs ?? createdAtMs))
  return {
    step: {
      platform: 'discord',
      by: step.by,
      command: typed(step),
      ackMs: times?.ackMs ?? -1,
      doneMs: times ? Math.max(times.ackMs, changedAtMs - times.startedAtMs) : -1,
      messages: messages.map(({ text, buttons }) => ({
        text,
        files: saved.files,
        buttons: buttons.map(({ label }) => label),
      })),
      credits,
    },
    problems: [
      ...(acted.refused === undefined ? [] : [`Discord did not let the ${step.by} do it: ${acted.refused}`]),
      ...unanswered(messages),
      ...(times ? [] : ['the request or its answer is not on the wire']),
      ...saved.problems,
      ...(message ? step.problems({ message, files: saved.files, credits }) : []),
    ],
  }
}
