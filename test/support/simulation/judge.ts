import type { Redis } from 'ioredis'
import { creditsText } from '../../../src/core/ledger/credits-text.ts'
import { type Fields, readBooks } from '../judge/books.ts'
import { violationText } from '../judge/invariants.ts'
import { judgeEnd } from '../judge/ledger.ts'
import { type Dealing, type JudgedMessage, judgeRequests, plainDealing } from '../judge/requests.ts'
import type { BadDay } from './bad-day.ts'
import type { DiscordModel, SeenMessage } from './discord-model.ts'
import type { ServiceModel } from './service-model.ts'
import { markOf, targetOf } from './simulated-people.ts'
import { messageKeyOf } from './simulated-ports.ts'

/** What is left of a day. */
export interface Remains {
  day: BadDay
  service: ServiceModel
  discord: DiscordModel
  people: { jobIds: readonly string[]; saw: ReadonlySet<number> }
}

/** A request that came to a job, by its record and what others saw of it. */
interface Case {
  index: number
  name: string
  record: Fields
  messages: readonly SeenMessage[]
}

const audioIn = ({ shown }: SeenMessage) =>
  shown.blocks.flatMap((block) => (block.kind === 'audio' ? [block.file.url] : []))

/** What the service says of a job beside what we say of it, and whose results are shown. */
const judgeService = ({ day, service }: Remains, { index, name, record, messages }: Case): string[] => {
  const own = service.tasksOf(name)
  const shown = messages.flatMap(audioIn).map((url) => url.split('/')[3] ?? '')
  const foreign = shown.filter((task) => !own.some(({ id }) => id === task))
  const seconds = day.asks[index]?.clip?.seconds
  const isMeasured = Number(record.submit_tries ?? 0) > 0 && seconds !== undefined
  return [
    ...(record.settled_by === 'hold' && record.settled !== record.held
      ? [`I3: ${name} is booked at ${record.settled}, and ${record.held} were held`]
      : []),
    ...(record.state === 'expired' && own.some(({ plan }) => plan.end !== 'never')
      ? [`I5: ${name} expired, though its task ended`]
      : []),
    ...(isMeasured && record.clip_ms !== String(seconds * 1000)
      ? [`I3: ${name} was sent with ${record.clip_ms} ms of ${seconds} s`]
      : []),
    ...(foreign.length > 0 ? [`I7: ${name} shows ${foreign.join()}, which is not its own`] : []),
  ]
}

/** What a closing message says of the money. */
const moneyPhrase = ({ state, settled = '' }: Fields): string => {
  const amount = creditsText(Number(settled))
  if (state === 'voided' || state === 'failed') return 'Nothing was charged.'
  return state === 'booked' || state === 'expired' ? `${amount} will still count as used` : amount
}

const tokenLifeMs = 15 * 60_000

/**
 * The process that answered died before anybody learnt of it, and then nobody was awake until the right to edit the
 * answer was over: nobody knows that it was shown, so that the requester is told in private.
 */
const isBeyondReach = ({ troubles }: BadDay, { ending }: Fields): boolean =>
  ending === 'interrupted' &&
  troubles.some(
    (trouble) =>
      'fault' in trouble &&
      typeof trouble.fault === 'object' &&
      trouble.fault.kind === 'sleeps' &&
      trouble.fault.spanMs > tokenLifeMs,
  )

const disturbing: ReadonlySet<string> = new Set([
  ...['message deleted', 'channel deleted', 'channel forbidden', 'direct messages closed'],
])

/** What became of a request, as the judge of all requests has it. */
const dealingOf = ({ day, service, discord, people }: Remains, judged: Case): Dealing => {
  const { index, name, record, messages } = judged
  const ask = day.asks[index]
  if (ask === undefined) throw new Error(`nobody requested ${name}`)
  const { channel, member } = targetOf(ask)
  const isDirect = (message: SeenMessage) => message.channel === discord.directOf(member)
  const isFinal = record.settled_by === 'final'
  const wasAnswered = people.saw.has(index) && ask.seen.startsWith('given')
  const isWithinReach = wasAnswered && !isBeyondReach(day, record)
  return {
    ...plainDealing,
    name,
    taken: service.mayHaveTaken(name),
    charged: isFinal
      ? service.tasksOf(name).reduce((sum, task) => sum + (service.chargeOf(task) ?? 0), 0)
      : Number(record.settled),
    spent: Number(record.settled),
    isFinal,
    isGivenBack: record.state === 'voided',
    messages: messages.map(
      (message): JudgedMessage => ({
        text: `${message.shown.text} ${JSON.stringify(message.shown)}`,
        state: message.isDeleted ? 'deleted' : 'shown',
        files: audioIn(message).map((url) => new URL(url).pathname),
        isPrivate: message.isEphemeral || isDirect(message),
        isDirect: isDirect(message),
        isWhereAsked: message.channel === channel,
        isTakenAway: false,
        isSeenByOthers: false,
      }),
    ),
    isPromised: wasAnswered,
    isWithinReach,
    // Without its id an answer cannot be edited once its token is over.
    isAnswerLost: ask.seen !== 'given' || (!ask.hasToken && record.ending === 'interrupted'),
    isRecovered: day.troubles.some((trouble) => trouble.kind === 'recovered' && trouble.ask === index),
    isDisturbed: day.troubles.some(({ kind }) => disturbing.has(kind)),
    isAlone: ask.isAlone,
    money: moneyPhrase(record),
    hasAudio: record.state === 'posted' && ask.service.end === 'complete',
  }
}

/** Everything that is not as it has to be, at the end of a day. */
export const judge = async (redis: Redis, remains: Remains): Promise<string[]> => {
  const books = await readBooks(redis)
  const cases = remains.people.jobIds.flatMap((jobId, index): Case[] => {
    const record = books.records.get(jobId)
    const messages = remains.discord.messages.filter(({ job }) => job === messageKeyOf(jobId))
    return record === undefined ? [] : [{ index, name: markOf(index), record, messages }]
  })
  const violations = [...judgeEnd(books), ...judgeRequests(cases.map((each) => dealingOf(remains, each)))]
  return [...violations.map(violationText), ...cases.flatMap((each) => judgeService(remains, each))]
}
