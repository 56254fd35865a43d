import { type Answer, asOne, watch } from './answer.ts'
import { chargesFor } from './booked.ts'
import { millionths, problemsOf } from './checks.ts'
import type { Message } from './control-client.ts'
import { type Done, describeDeed, perform, type Scene } from './deeds.ts'
import { saveFiles } from './saving.ts'
import type { Step } from './story.ts'
import { type Credits, readCredits, readTimes, type TranscriptStep } from './transcript.ts'

/** Slack and Discord alike give a request up that is not answered by then. */
const ackMsMax = 3_000

/** Who is who in the chat. */
export interface Cast {
  admin: string
  member: string
  /** Everybody who is not the bot. */
  people: ReadonlySet<string>
}

/**
 * The play on one platform: the actions, the actors, and what they have used so far in millionths of a credit.
 */
export interface Stage extends Scene {
  cast: Cast
  used: number
  /** The budget in millionths of a credit, once an admin has set it. */
  limit: number
  /** Hears what the bot says while it works. */
  onText?(text: string): void
}

/** What came of a step: the message that shows it, and what went over the wire meanwhile. */
interface Came {
  done: Done
  message: Message
  heldOnWire: string
}

/** What a step came to, and what was wrong with it. */
export interface Played {
  step: TranscriptStep
  problems: string[]
}

/** One message for a request, whatever it takes: its files may come beside it. */
const unanswered = ({ heads }: Answer): string[] => [
  ...(heads.length === 1 ? [] : [`${heads.length} messages came, not one`]),
  ...heads
    .filter(({ state }) => state !== 'shown')
    .map(({ state }) => `the message is in the state "${state}"`),
]

const nothing: Answer = { heads: [], companions: [] }

const answerTo = ({ chat, cast, onText }: Stage, step: Step, done: Done): Promise<Answer> => {
  const { sinceWire, shownIn } = done
  const watched = {
    chat,
    viewer: cast[step.by],
    people: cast.people,
    sinceWire,
    sinceMessage: shownIn?.sinceMessage ?? done.sinceMessage,
    ...(shownIn && { shownIn: shownIn.message.id }),
    ...(onText && { onText }),
  }
  return done.refused === undefined ? watch(watched, step.expects) : Promise.resolve(nothing)
}

const changedAtMs = ({ heads, companions }: Answer): number =>
  Math.max(0, ...[...heads, ...companions].map((message) => message.editedAtMs ?? message.createdAtMs))

const timesOf = async ({ chat }: Stage, step: Step, done: Done, answer: Answer) => {
  const wire = await chat.wireSince(done.sinceWire)
  const own = wire.filter(({ platform }) => platform === chat.platform)
  if (step.deed.kind === 'restart') return { wire: own, ackMs: 0, doneMs: Date.now() - done.startedAtMs }
  const times = readTimes(done.event, own)
  // A message that is written to the bot gets no acknowledgement but the answer itself.
  const answeredAtMs = step.deed.kind === 'reply' ? answer.heads[0]?.createdAtMs : times?.answeredAtMs
  if (times === undefined || answeredAtMs === undefined) return { wire: own, ackMs: -1, doneMs: -1 }
  const ackMs = Math.max(0, answeredAtMs - times.startedAtMs)
  return { wire: own, ackMs, doneMs: Math.max(ackMs, changedAtMs(answer) - times.startedAtMs) }
}

const ackProblems = (ackMs: number): string[] => {
  if (ackMs < 0) return ['the request or its answer is not on the wire']
  return ackMs < ackMsMax ? [] : [`the first answer took ${ackMs} ms`]
}

const creditsOf = ({ shownIn }: Done, message: Message, heldOnWire: string): Credits => ({
  ...readCredits(message.text, heldOnWire),
  ...(shownIn?.held !== undefined && { held: shownIn.held }),
})

const checked = async (stage: Stage, step: Step, { done, message, heldOnWire }: Came, folder: string) => {
  const { files, problems } = await saveFiles(folder, message, stage.clip)
  const credits = creditsOf(done, message, heldOnWire)
  const isOnce = step.expects.kind === 'result' && step.expects.isOnce
  const booked = isOnce ? await chargesFor(stage.chat, message.text) : undefined
  const seen = {
    message,
    files,
    credits,
    usedBefore: stage.used,
    limit: stage.limit,
    ...(booked && { booked }),
  }
  stage.answers.set(step.name, { message, sinceMessage: done.sinceMessage, held: credits.held })
  if (step.expects.kind === 'result') stage.used += millionths(credits.settled) || 0
  return { files, credits, problems: [...problems, ...problemsOf(step.expects, seen)] }
}

/** Has a person do one step, and sees what comes of it. Files are saved in a folder of the step. */
export const play = async (stage: Stage, step: Step, folder: string): Promise<Played> => {
  if (step.sets !== undefined) stage.limit = millionths(String(step.sets))
  const done = await perform(stage, stage.cast[step.by], step.deed)
  const answer = await answerTo(stage, step, done)
  const { wire, ackMs, doneMs } = await timesOf(stage, step, done, answer)
  const message = asOne(answer)
  const { files, credits, problems } =
    message === undefined
      ? { files: [], credits: {}, problems: [] }
      : await checked(stage, step, { done, message, heldOnWire: JSON.stringify(wire) }, folder)
  const { platform } = stage.chat
  return {
    step: {
      platform,
      by: step.by,
      command: describeDeed(step.deed),
      ackMs,
      doneMs,
      credits,
      messages: answer.heads.map(({ text, buttons, menus }) => ({
        text,
        files,
        buttons: [
          ...buttons.map(({ label }) => label),
          ...menus.map(({ placeholder }) => `${placeholder} ▾`),
        ],
      })),
    },
    problems: [
      ...(done.refused === undefined
        ? []
        : [`${platform} did not let the ${step.by} do it: ${done.refused}`]),
      ...unanswered(answer),
      ...ackProblems(ackMs),
      ...problems,
    ],
  }
}
