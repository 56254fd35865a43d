import type { Deed, SeenMessage } from '../../../sandbox/control/people.ts'
import { limits } from '../../../sandbox/discord/limits.ts'
import {
  type DiscordStandIn,
  type PrivilegedIntent,
  startDiscord,
} from '../../../sandbox/discord/stand-in.ts'
import type { Wire } from '../../../sandbox/wire.ts'
import { createDiscord } from '../../../src/bots/discord/discord.ts'
import type { Answer, Form } from '../../../src/core/command/answer.ts'
import { fieldsOf } from '../../../src/core/command/command.ts'
import type { Invocation } from '../../../src/core/command/invocation.ts'
import { performed } from '../../../src/core/effect.ts'
import type { OneBot } from '../../../src/core/job/platform.ts'
import { plainMessage } from '../../../src/core/message/message.ts'
import { type Clock, startClock } from '../../../studio/kit/clock.ts'
import { allCommands } from '../../support/commands/commands.ts'
import {
  type Answering,
  createRecordingDispatch,
  type RecordingDispatch,
} from '../../support/jobs/recording-dispatch.ts'
import { createRecordingLog } from '../../support/recording-log.ts'
import { passTime } from '../../support/sandbox/pass-time.ts'
import { createStrictWire } from '../../support/sandbox/strict.ts'

interface ListeningOptions {
  /** Switched on in the Developer Portal. */
  intents?: readonly PrivilegedIntent[]
  messageContent?: boolean
}

/** The bot's ears at a Discord that remembers, with a dispatch that a test scripts. */
export interface Listening
  extends Pick<
    RecordingDispatch,
    'dispatch' | 'sightings' | 'acknowledged' | 'arrivals' | 'departures' | 'lookedFor' | 'changed'
  > {
  asked: RecordingDispatch['invocations']
  /** What everything is answered with from now on. */
  answerWith(answer: Answer | Answering): void
  clock: Clock
  wire: Wire
  standIn: DiscordStandIn
  discord: OneBot
  log: ReturnType<typeof createRecordingLog>
  member: string
  channel: string
  act(deed: Deed, as?: string, channel?: string): ReturnType<DiscordStandIn['people']['act']>
  /** The newest message with this text; waits for it. */
  sees(text: string): Promise<SeenMessage>
  /** The answer to a message; waits for it. */
  replyTo(event: string): Promise<SeenMessage>
  /** Posts as the bot, past everything that is tested. Answers with the message's id. */
  postRaw(body: object): Promise<string>
  /** What was asked for last. */
  lastAsked(): Invocation
  stop(): Promise<void>
}

const lastOf = <T>(list: readonly T[]): T => {
  const last = list.at(-1)
  if (last === undefined) throw new Error('nothing was asked for')
  return last
}

/** Lets a bot that was refused for an intent return at once: the library would wait in real time. */
const withoutPause = (clock: Clock, wire: Wire): Wire => ({
  ...wire,
  record(entry) {
    const kept = wire.record(entry)
    if (entry.summary.startsWith('gateway closed with 4014')) clock.advance(limits.identifyWindowMs)
    return kept
  },
})

/** A bot with the stand-in's token, whose dispatch is scripted. */
const createBot = ({
  standIn: { addresses },
  clock,
  messageContent,
}: Pick<Listening, 'standIn' | 'clock'> & { messageContent: boolean }) => {
  const log = createRecordingLog()
  const discord = createDiscord({
    effect: performed,
    token: addresses.token,
    apiUrl: addresses.api,
    fileOrigins: [addresses.cdn],
    shards: undefined,
    messageContent,
    log,
    download: () => Promise.reject(new Error('nothing is downloaded here')),
    wait: passTime(clock),
    now: clock.now,
  })
  const recording = createRecordingDispatch(allCommands, () => ({
    kind: 'message',
    message: plainMessage('Well.'),
    seenBy: 'all',
  }))
  return { log, discord, recording }
}

/** Another bot with the same token. */
export const startAnother = async (at: Listening) => {
  const bot = createBot({ ...at, messageContent: true })
  at.clock.advance(limits.identifyWindowMs)
  await bot.discord.connect(bot.recording.dispatch)
  return bot
}

/** Starts a Discord with all commands published, and a bot that listens. */
export const startListening = async (options: ListeningOptions = {}): Promise<Listening> => {
  const clock = startClock()
  const wire = createStrictWire(clock)
  const { intents = ['messageContent'], messageContent = true } = options
  const standIn = await startDiscord({
    clock,
    wire: withoutPause(clock, wire),
    privilegedIntents: intents,
  })
  const { addresses, people } = standIn
  const { log, discord, recording } = createBot({ standIn, clock, messageContent })
  const { invocations, answerWith, ...recorded } = recording
  const { dispatch, sightings, acknowledged, arrivals, departures, lookedFor, changed } = recorded
  await discord.publish(allCommands)
  await discord.connect(dispatch)
  const newest = async (fits: (message: SeenMessage) => boolean): Promise<SeenMessage> => {
    for (;;) {
      const last = lastOf(wire.since(0)).id
      const found = people.messages({}).findLast(fits)
      if (found !== undefined) return found
      await wire.changed(last)
    }
  }
  return {
    dispatch,
    sightings,
    acknowledged,
    arrivals,
    departures,
    lookedFor,
    changed,
    clock,
    wire,
    standIn,
    discord,
    log,
    asked: invocations,
    answerWith: (answer) => answerWith(typeof answer === 'function' ? answer : () => answer),
    sees: (text) => newest((message) => message.text.includes(text)),
    replyTo: (event) => newest((message) => message.replyTo === event),
    member: addresses.memberId,
    channel: addresses.channelId,
    act: (deed, as = addresses.memberId, channel = addresses.channelId) => people.act(as, channel, deed),
    async postRaw(body) {
      const response = await fetch(`${addresses.api}/v10/channels/${addresses.channelId}/messages`, {
        method: 'POST',
        headers: { authorization: `Bot ${addresses.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ ...body, allowed_mentions: { parse: [] } }),
      })
      const { id } = (await response.json()) as { id: string }
      return id
    },
    lastAsked: () => lastOf(invocations),
    async stop() {
      await discord.stop('all')
      await standIn.close()
      clock.stop()
    },
  }
}

const remix = allCommands.find(({ name }) => name === 'remix')

/** A form for /remix, as the dispatch asks for what is missing. */
export const remixForm = (changes: Partial<Form> = {}): Form => ({
  command: 'remix',
  action: undefined,
  draft: 'draft-1',
  title: 'Remix this clip',
  fields: remix === undefined ? {} : fieldsOf(remix, undefined),
  values: {},
  missing: ['prompt'],
  clips: [{ value: 'clip:0', label: 'Tide.mp3 (just now)' }],
  ...changes,
})

/** An answer that asks for the rest. */
export const asksFor = (form: Form): Answer => ({
  kind: 'form',
  form,
  message: plainMessage('still needs: Prompt.'),
})

/** A file that a person uploads. */
export const soundFile = (name = 'tide.mp3') => ({
  name,
  contentType: 'audio/mpeg',
  base64: Buffer.from('la la la').toString('base64'),
})
