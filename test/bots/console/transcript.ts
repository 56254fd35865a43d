import type { ActResult, Deed, People, SeenMessage, Upload } from '../../../sandbox/control/people.ts'
import type { Wire } from '../../../sandbox/wire.ts'
import type { Clock } from '../../../studio/kit/clock.ts'

/** A file of an entry. */
export interface EntryFile {
  name: string
  description?: string
  contentType?: string | undefined
  data: Uint8Array<ArrayBuffer>
}

/** What somebody writes. `data` is kept for its writer and shown to nobody. */
export interface Writing {
  text: string
  files: readonly EntryFile[]
  data?: string
}

/** Where it is written. The chat finds an entry by its `key`. */
export interface Placing {
  channel: string
  replyTo?: string | undefined
  key?: string
}

/** One entry of the transcript. */
export interface Entry extends Writing, Placing {
  id: string
  by: string
  atMs: number
  isDeleted?: true
}

/** Why the chat does not do something. Nothing was done then. */
export class ChatRefusal extends Error {
  readonly why: 'unknown_token' | 'may_not_write' | 'no_such_entry'

  constructor(why: ChatRefusal['why']) {
    super(why)
    this.name = 'ChatRefusal'
    this.why = why
  }
}

/** Who a bot is in the chat. */
export interface Bot {
  id: string
  name: string
  server: string
}

/** The chat as a bot sees it. Everything throws `ChatRefusal`, or any other error where nobody answers. */
export interface Chat {
  enter(token: string): Promise<Bot>
  /** Hands over what people write, and once more when they delete it. Returns a function that ends it. */
  listen(hear: (entry: Entry) => void): () => void
  /** The entries of a channel since then, oldest first. */
  entries(channel: string, sinceMs: number): Promise<readonly Entry[]>
  entry(id: string): Promise<Entry | undefined>
  write(placing: Placing, writing: Writing): Promise<string>
  rewrite(id: string, writing: Writing): Promise<void>
  remove(id: string): Promise<void>
  channel(id: string): Promise<{ mayWrite: boolean } | undefined>
  member(id: string): Promise<{ isAdmin: boolean; groups: readonly string[] } | undefined>
}

const botId = 'BOT'

/** Who and what there is. */
export const addresses = {
  token: 'console-token',
  server: 'HOUSE',
  channels: { general: 'GENERAL', aside: 'ASIDE', silent: 'SILENT' },
  members: { ann: 'ANN', max: 'MAX', mia: 'MIA' },
  group: 'MUSICIANS',
} as const

/** What the client writes for the names that people type. */
const references: ReadonlyMap<string, string> = new Map([
  ['@Tunesmith', `<@${botId}>`],
  ['@Mia', `<@${addresses.members.mia}>`],
  ['@musicians', `<@&${addresses.group}>`],
  ['#general', `<#${addresses.channels.general}>`],
])

const typeOf = (name: string): string =>
  ({ mp3: 'audio/mpeg', png: 'image/png' })[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream'

const uploaded = ({ name, contentType, base64 = '' }: Upload): EntryFile => ({
  name,
  contentType,
  data: new Uint8Array(Buffer.from(base64, 'base64')),
})

const seenMessage = (entry: Entry, edits: number, state: 'shown' | 'deleted'): SeenMessage => ({
  id: entry.id,
  channel: entry.channel,
  author: entry.by,
  authorId: entry.by,
  text: entry.text,
  files: entry.files.map(({ name, description, contentType = typeOf(name), data }) => ({
    name,
    url: `data:${contentType};base64,${Buffer.from(data).toString('base64')}`,
    contentType,
    bytes: data.length,
    ...(description !== undefined && { description }),
  })),
  images: [],
  // A person sees no buttons, but lines with a number in front.
  buttons: [...entry.text.matchAll(/^\[(\d+)\] (.+)$/gm)].map(([, id = '', label = '']) => ({
    id,
    label,
    disabled: false,
  })),
  menus: [],
  seenBy: 'all',
  edits,
  createdAtMs: entry.atMs,
  ...(entry.replyTo !== undefined && { replyTo: entry.replyTo }),
  state,
})

/** A chat that keeps lines of text and files by their names, and nothing else; and the people in it. */
export const createTranscript = ({ clock, wire }: { clock: Clock; wire: Wire }) => {
  const entries: { entry: Entry; edits: number; state: 'shown' | 'deleted' }[] = []
  const listening = new Set<(entry: Entry) => void>()

  const record = (kind: 'event' | 'request' | 'refusal', summary: string, detail: unknown = null) =>
    wire.record({ platform: 'slack', kind, summary, detail })
  const refuse = (call: string, why: ChatRefusal['why']): never => {
    record('refusal', `${call}: ${why}`)
    throw new ChatRefusal(why)
  }
  const shown = (id: string) => entries.find(({ entry, state }) => entry.id === id && state === 'shown')

  const add = (by: string, placing: Placing, writing: Writing): Entry => {
    const id = String(entries.length + 1)
    const entry = { ...placing, ...writing, id, by, atMs: clock.now() }
    entries.push({ entry, edits: 0, state: 'shown' })
    record('event', `wrote ${id}`)
    return entry
  }

  const chat: Chat = {
    async enter(token) {
      record('request', 'enter')
      if (token !== addresses.token) refuse('enter', 'unknown_token')
      return { id: botId, name: 'Tunesmith', server: addresses.server }
    },
    listen(hear) {
      record('request', 'listen')
      listening.add(hear)
      return () => listening.delete(hear)
    },
    entries: async (channel, sinceMs) =>
      entries.flatMap(({ entry, state }) =>
        state === 'shown' && entry.channel === channel && entry.atMs >= sinceMs ? [entry] : [],
      ),
    entry: async (id) => shown(id)?.entry,
    async write(placing, writing) {
      if (placing.channel === addresses.channels.silent) refuse('write', 'may_not_write')
      return add(botId, placing, writing).id
    },
    async rewrite(id, writing) {
      const found = shown(id) ?? refuse('rewrite', 'no_such_entry')
      found.entry = { ...found.entry, ...writing }
      found.edits += 1
      record('event', `rewrote ${id}`)
    },
    async remove(id) {
      const found = shown(id) ?? refuse('remove', 'no_such_entry')
      found.state = 'deleted'
      record('event', `removed ${id}`)
    },
    channel: async (id) =>
      Object.values<string>(addresses.channels).includes(id)
        ? { mayWrite: id !== addresses.channels.silent }
        : undefined,
    async member(id) {
      if (!Object.values<string>(addresses.members).includes(id)) return undefined
      const { ann, mia } = addresses.members
      return { isAdmin: id === ann, groups: id === mia ? [addresses.group] : [] }
    },
  }

  const says = (by: string, placing: Placing, text: string, files: readonly Upload[] = []): ActResult => {
    const written = text.replaceAll(/[@#]\w+/g, (name) => references.get(name) ?? name)
    const entry = add(by, placing, { text: written, files: files.map(uploaded) })
    for (const hear of listening) hear(entry)
    return { event: entry.id }
  }

  const act = async (as: string, channel: string, deed: Deed): Promise<ActResult> => {
    if ('say' in deed) return says(as, { channel, replyTo: deed.replyTo }, deed.say, deed.files)
    if ('command' in deed) return says(as, { channel }, deed.command, deed.files)
    if ('press' in deed) {
      const { message: replyTo, button } = deed.press
      const found = people.messages({}).find(({ id }) => id === replyTo)
      const pressed = found?.buttons.find(({ id, label }) => id === button || label === button)
      return pressed === undefined
        ? { event: '', refused: `there is no ${button}` }
        : says(as, { channel, replyTo }, pressed.id)
    }
    if (!('delete' in deed)) return { event: '', refused: 'one only writes and deletes here' }
    const found = shown(deed.delete.message)
    if (found === undefined) return { event: '', refused: 'there is no such entry' }
    found.state = 'deleted'
    record('event', `deleted ${found.entry.id}`)
    for (const hear of listening) hear({ ...found.entry, isDeleted: true })
    return { event: found.entry.id }
  }

  const people: Pick<People, 'act' | 'messages'> = {
    act,
    messages: ({ channel }) =>
      entries
        .filter(({ entry }) => channel === undefined || entry.channel === channel)
        .map(({ entry, edits, state }) => seenMessage(entry, edits, state)),
  }
  return { chat, people }
}
