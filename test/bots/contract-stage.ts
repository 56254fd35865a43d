import type { ActResult, Deed, People, SeenMessage } from '../../sandbox/control/people.ts'
import type { Wire } from '../../sandbox/wire.ts'
import { createMarkWriter, withMarks } from '../../src/app/marking.ts'
import type { Download } from '../../src/core/clip/download.ts'
import { privately } from '../../src/core/command/answer.ts'
import type { Asked } from '../../src/core/command/invocation.ts'
import { AppError } from '../../src/core/errors.ts'
import type { Acknowledgement, Attempt, OneBot } from '../../src/core/job/platform.ts'
import type { Log } from '../../src/core/log.ts'
import { plainMessage } from '../../src/core/message/message.ts'
import type { PlatformName, Target } from '../../src/core/target.ts'
import type { Clock } from '../../studio/kit/clock.ts'
import { everyCommand } from '../support/commands/commands.ts'
import { createRecordingDispatch } from '../support/jobs/recording-dispatch.ts'
import { passTime } from '../support/sandbox/pass-time.ts'

/** A chat platform of this machine, with the bot in it. */
export interface ChatWorld {
  clock: Clock
  wire: Wire
  people: Pick<People, 'act' | 'messages'>
  /** Makes the bot as main does; another token than the right one where a test says so. */
  connect(options: {
    token?: string
    download: Download
    log: Log
    wait: (spanMs: number) => Promise<void>
  }): OneBot
  places: {
    server: string
    channel: string
    /** A second channel, for tests that would meet the first one's rate, which the library waits out in real time. */
    aside: string
    /** Where the bot may not write. */
    silent: readonly string[]
    admin: string
    member: string
    other: string
    /** A role or a user group, and somebody who is in it; the first member is in none. */
    group: string
    grouped: string
  }
  close(): Promise<void>
}

/** What only this platform's people do in a way of their own. */
export interface Harness {
  name: PlatformName
  /** The setting that a wrong token is told by. */
  tokenSetting: string
  /** A stand-in that offers all commands. */
  start(): Promise<ChatWorld>
  /** Types a command with these values. */
  command(name: string, action: string | undefined, values: Readonly<Record<string, unknown>>): Deed
  /** Acts on a message to remix its clip: by its menu, or by a reply where there is none. */
  remixOf(message: string): { deed: Deed; command: string }
  /**
   * Types into the field of /music that suggests voices, in the way in which this platform asks. Undefined where nobody
   * is met with suggestions.
   */
  suggestVoices: ((stage: Stage, text: string) => Promise<ActResult>) | undefined
  /**
   * What the admin picks for the group in the open form of this id, looked up where the platform asks for it. Undefined
   * where there are no forms, so that what is missing is typed.
   */
  forms: { pickGroup(stage: Stage, form: string): Promise<string> } | undefined
  /** What people type for the first channel, the group and the other member. */
  called: Readonly<Record<'channel' | 'group' | 'other', string>>
  /** What a client shows of a text. */
  shown(text: string): string
  /** What this platform refuses, and how, in the tests that provoke it. */
  refusals: Readonly<
    Record<'wrongToken' | 'gone' | 'replaced' | 'silent' | 'elsewhere', readonly (string | RegExp)[]>
  >
  /** How far the clock moves before deliveries: past the rate that answers, counted apart, have used up. */
  untilDeliveryMs: number
  /** Whether messages stand in threads below one another. */
  hasThreads: boolean
  /** Whether everybody sees every message, so that nothing can be said to one person alone. */
  isOpen: boolean
}

/** The same where people have direct messages with the bot. */
export interface DirectHarness extends Harness {
  isOpen: false
  /** What stands for a server where a member's own account pays. */
  personalServer(places: ChatWorld['places'], member: string): string
  /** Whether a call, by its line in the wire's record, only answers what somebody did. */
  isAnswer(call: string): boolean
  /** Whether a message in a channel can be for one person alone, whenever it is said. */
  whispers: boolean
}

/** Fails where there has to be something. */
export function raise(text: string): never {
  throw new Error(text)
}

/** The files of the audio service that a test delivers. */
type ServiceFiles = Readonly<Record<string, Uint8Array<ArrayBuffer>>>

const downloadFrom =
  (files: ServiceFiles): Download =>
  async (url) => {
    const file = files[url]
    if (file === undefined) throw new AppError('file_refused', `no file at ${url}`)
    return file
  }

const noLog: Log = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
}

/** The bot, connected and listening to the people of a chat. */
export const createStage = async (harness: Harness, files: ServiceFiles) => {
  const world = await harness.start()
  const { clock, wire, people, places } = world
  const heard = createRecordingDispatch(everyCommand, () => privately(plainMessage('heard')))
  const download = withMarks(downloadFrom(files), createMarkWriter(), noLog)
  const platform = world.connect({ download, log: noLog, wait: passTime(clock) })
  await platform.connect(heard.dispatch)
  const until = async (holds: () => boolean): Promise<void> => {
    while (!holds()) {
      const leave = new AbortController()
      await Promise.race([heard.changed(), wire.changed(wire.since(0).length, leave.signal)])
      leave.abort()
    }
  }
  let keys = 0
  return {
    world,
    platform,
    places,
    heard,
    until,
    /** Acts as the first member in the first channel, unless told. */
    act: (deed: Deed, as = places.member, channel = places.channel) => people.act(as, channel, deed),
    seen: (id: string): SeenMessage | undefined => people.messages({}).find((message) => message.id === id),
    /** The message in the platform's own JSON, with the addresses behind what its links say. */
    original: (id: string): string =>
      JSON.stringify(people.messages({ original: true }).find((message) => message.id === id)?.original),
    seenBy: (viewer: string): readonly SeenMessage[] => people.messages({ viewer }),
    all: (): readonly SeenMessage[] => people.messages({}),
    answerWith: heard.answerWith,
    suggestWith: heard.suggestWith,
    /** What comes of something that a person does, once it has reached the dispatch. */
    async asked(work: Promise<ActResult>): Promise<{ invocation: Asked; result: ActResult }> {
      const before = heard.invocations.length
      const result = await work
      if (result.refused !== undefined) throw new Error(`the client refused: ${result.refused}`)
      await until(() => heard.invocations.length > before)
      return { invocation: heard.invocations.at(-1) ?? raise('nothing was asked'), result }
    },
    /** How a job was acknowledged, once it was. */
    async acknowledged(jobId: string): Promise<Acknowledgement> {
      const told = () => heard.acknowledged.find((entry) => entry.jobId === jobId)?.acknowledgement
      await until(() => told() !== undefined)
      return told() ?? raise('nothing was acknowledged')
    },
    target: (channel = places.channel): Target => ({
      platform: harness.name,
      server: places.server,
      channel,
      member: places.member,
    }),
    /** An attempt that keeps its notes, as a job's record does. */
    attempt(): Attempt {
      keys += 1
      const notes: Record<string, string> = {}
      return {
        key: `contract-${keys}`,
        notes,
        async note(name, value) {
          notes[name] = value
        },
        askedAtMs: clock.now(),
        fileBytesMax: 10_000_000,
        linksAllowed: false,
      }
    },
    async close() {
      await platform.stop('all')
      await world.close()
    },
  }
}
export type Stage = Awaited<ReturnType<typeof createStage>>
