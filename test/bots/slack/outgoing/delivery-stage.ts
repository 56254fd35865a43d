import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { SeenMessage } from '../../../../sandbox/control/people.ts'
import { type SlackStandIn, startSlack } from '../../../../sandbox/slack/stand-in.ts'
import type { Wire } from '../../../../sandbox/wire.ts'
import { createMembers } from '../../../../src/bots/slack/incoming/members.ts'
import { createDelivery } from '../../../../src/bots/slack/outgoing/deliver.ts'
import { createPacedWebs, createWeb, type PacedWebs } from '../../../../src/bots/slack/outgoing/web.ts'
import { checkAccess, type Identity } from '../../../../src/bots/slack/setup/access.ts'
import { performed } from '../../../../src/core/effect.ts'
import { AppError, type ErrorCode } from '../../../../src/core/errors.ts'
import type { Attempt } from '../../../../src/core/job/platform.ts'
import type { Block, ResultMessage } from '../../../../src/core/message/message.ts'
import type { MessageRef } from '../../../../src/core/target.ts'
import { type Clock, startClock } from '../../../../studio/kit/clock.ts'
import { manifest } from '../../../sandbox/slack/support.ts'
import { target } from '../../../support/commands/invocation.ts'
import { createRecordingLog } from '../../../support/recording-log.ts'
import { passTime } from '../../../support/sandbox/pass-time.ts'
import { createStrictWire } from '../../../support/sandbox/strict.ts'

// Deliveries to a Slack that remembers and refuses.

export const mp3 = Buffer.concat([Buffer.from('ID3\u0003\u0000'), Buffer.alloc(2_000)])
export const png = Buffer.from('89504e470d0a1a0a', 'hex')

export let clock: Clock
export let wire: Wire
export let standIn: SlackStandIn
export let channel: string
export let webs: PacedWebs
export let us: Identity

interface World {
  /** The next time that this is done, it fails. */
  breaking: string | undefined
  /** The job's, as attempts leave them. */
  notes: Record<string, string>
  /** What becomes of the download of an address. */
  refused: Record<string, ErrorCode>
  /** How many files were downloaded. */
  read: number
}

/** What a test arranges and reads; new for each. */
export const world: World = { breaking: undefined, notes: {}, refused: {}, read: 0 }
let keys = 0

/** For the top of a test file: one Slack for all its tests, and a new world for each. */
export const openDeliveryStage = (): void => {
  beforeAll(async () => {
    clock = startClock()
    wire = createStrictWire(clock)
    standIn = await startSlack({ clock, wire })
    standIn.installManifest(manifest({ events: [] }))
    channel = standIn.addresses.channelId
    const { botToken: token, api: apiUrl } = standIn.addresses
    us = await checkAccess(createWeb({ token, apiUrl }))
    webs = createPacedWebs({
      token,
      apiUrl,
      effect: performed,
      log: createRecordingLog(),
      now: clock.now,
      wait: passTime(clock),
    })
  })
  afterAll(async () => {
    await standIn.close()
    clock.stop()
  })
  beforeEach(() => {
    Object.assign(world, { breaking: undefined, notes: {}, refused: {}, read: 0 })
    keys += 1
  })
}

const breakAt = (point: string): void => {
  if (world.breaking !== point) return
  world.breaking = undefined
  throw new Error(`broken at ${point}`)
}

export const membersOf = (log: ReturnType<typeof createRecordingLog>) =>
  createMembers({
    web: webs.client({ urgency: 'answer', waitMs: 0 }),
    patienceMs: 20_000,
    now: clock.now,
    log,
    track: () => undefined,
  })

export const delivery = (log = createRecordingLog()) =>
  createDelivery({
    effect: performed,
    webs,
    us: () => us,
    members: membersOf(log),
    apiUrl: standIn.addresses.api,
    async download(url) {
      world.read += 1
      const code = world.refused[url]
      if (code !== undefined)
        throw new AppError(code, `scripted: ${code}`, { retryable: code === 'service_unreachable' })
      return url.endsWith('.png') ? png : mp3
    },
    log,
    now: clock.now,
    async wait(spanMs) {
      breakAt('wait')
      clock.advance(spanMs)
    },
  })

/** An attempt as a worker makes it: its notes are the job's. */
export const attempt = (changes: Partial<Attempt> = {}): Attempt => ({
  key: `key-${keys}`,
  notes: world.notes,
  async note(name, value) {
    breakAt(`before ${name}`)
    world.notes[name] = value
    breakAt(`after ${name}`)
  },
  askedAtMs: clock.now(),
  fileBytesMax: 10_000_000,
  linksAllowed: false,
  ...changes,
})

export const first = 'https://cdn.example/1.mp3'
export const second = 'https://cdn.example/2.mp3'
const picture = 'https://cdn.example/c.png'
export const audio = (url: string, title: string): Block => ({
  kind: 'audio',
  title,
  file: { url, name: `${title}.mp3` },
})
export const cover: Block = {
  kind: 'cover',
  description: 'A cover',
  file: { url: picture, name: 'cover.png' },
}
export const lyrics: Block = { kind: 'document', name: 'lyrics.txt', text: 'heave '.repeat(300) }
export const tide = audio(first, 'Tide')
export const ebb = audio(second, 'Ebb')
export const song: readonly Block[] = [tide, ebb, cover, lyrics]

export const message = (text: string, blocks: readonly Block[] = []): ResultMessage => ({
  text,
  tone: 'done',
  blocks,
})
export const place = (thread?: string) =>
  target({ platform: 'slack', channel, ...(thread !== undefined && { thread }) })
export const since = (id: string): readonly SeenMessage[] =>
  standIn.people.messages({ since: id }).filter(({ state }) => state !== 'deleted')
export const seen = (id: string) => standIn.people.messages({}).find((candidate) => candidate.id === id)
export const namesOf = (messages: readonly SeenMessage[]) =>
  messages.flatMap(({ files }) => files.map(({ name }) => name))

export const placeholder = (thread?: string): Promise<MessageRef> =>
  delivery().post(place(thread), message('Working.'), attempt({ notes: {}, note: async () => undefined }))

/** Edits as a worker does: answers with the message that has the contents now. */
export const edit = async (ref: MessageRef, blocks: readonly Block[], by = attempt()): Promise<MessageRef> =>
  (await delivery().edit(ref, message('ready', blocks), by)) ?? ref

/** A message of a person's, at the head of a thread. */
export const threadHead = async (): Promise<string> => {
  await standIn.people.act(standIn.addresses.memberId, channel, { say: 'a thread' })
  return standIn.people.messages({}).at(-1)?.id ?? ''
}
