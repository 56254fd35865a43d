import { z } from 'zod'
import type { Deed } from '../control/people.ts'
import type { ChatPlatform } from '../world/addresses.ts'
import { asShownInDiscord } from './discord-text.ts'
import { asShownInSlack } from './slack-text.ts'

const fileSchema = z.object({
  name: z.string(),
  url: z.string(),
  contentType: z.string(),
  bytes: z.number(),
  description: z.string().optional(),
})

const messageSchema = z.object({
  id: z.string(),
  author: z.string(),
  authorId: z.string(),
  text: z.string(),
  files: z.array(fileSchema),
  images: z.array(z.object({ url: z.string(), description: z.string().optional() })),
  buttons: z.array(z.object({ label: z.string() })),
  menus: z.array(z.object({ placeholder: z.string() })),
  createdAtMs: z.number(),
  editedAtMs: z.number().optional(),
  state: z.enum(['shown', 'thinking', 'did not respond', 'deleted']),
})

const wireSchema = z.object({
  id: z.number(),
  atMs: z.number(),
  platform: z.enum(['discord', 'slack', 'studio', 'redis']),
  kind: z.enum(['event', 'request', 'ack', 'refusal']),
  summary: z.string(),
  detail: z.unknown().optional(),
})

const bookedSchema = z.object({
  id: z.number(),
  kind: z.enum(['state', 'line']),
  job: z.string().optional(),
  bucket: z.string().optional(),
  fields: z.record(z.string(), z.string()).optional(),
})

const formSchema = z.object({
  id: z.string(),
  title: z.string(),
  fields: z.array(z.object({ name: z.string(), label: z.string(), error: z.string().optional() })),
})

const actResultSchema = z.object({
  event: z.string(),
  refused: z.string().optional(),
  form: formSchema.optional(),
})

export type Message = z.infer<typeof messageSchema>
export type MessageFile = z.infer<typeof fileSchema>
export type WireLine = z.infer<typeof wireSchema>
/** A state of a job, or a line of a journal: docs/control.md. */
export type Booked = z.infer<typeof bookedSchema>
export type ActResult = z.infer<typeof actResultSchema>

/** A channel of a chat platform as a person has it: things to do, and messages to read. */
export interface Chat {
  platform: ChatPlatform
  act(as: string, deed: Deed): Promise<ActResult>
  /** What this person sees of what was posted after the message `since`. */
  messages(viewer: string | undefined, since: string | undefined): Promise<Message[]>
  wireSince(id: number): Promise<WireLine[]>
  /** Resolves as soon as the wire has something after `id`, or after a few seconds. */
  wireChange(id: number): Promise<void>
  refusals(): Promise<WireLine[]>
  /** What the bot wrote into its Redis after `id`; waits for the first of it for so long. */
  booksSince(id: number, waitMs: number): Promise<Booked[]>
  switchBot(what: 'kill' | 'start'): Promise<void>
}

const changeWaitMs = 5_000

const asShown = (platform: ChatPlatform, text: string): string => {
  switch (platform) {
    case 'discord':
      return asShownInDiscord(text, Date.now())
    case 'slack':
      return asShownInSlack(text)
  }
}

const readJson = async <T>(response: Response, schema: z.ZodType<T>): Promise<T> => {
  if (!response.ok) throw new Error(`${response.url} answered ${response.status}: ${await response.text()}`)
  return schema.parse(await response.json())
}

/** Speaks with the sandbox's control address, for one channel of one platform. */
export const openChat = (controlUrl: string, platform: ChatPlatform, channel: string): Chat => {
  const post = (path: string, body: object): Promise<Response> =>
    fetch(`${controlUrl}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const get = async <T>(path: string, query: Record<string, string>, schema: z.ZodType<T>): Promise<T> =>
    readJson(await fetch(`${controlUrl}${path}?${new URLSearchParams(query)}`), schema)

  return {
    platform,
    act: async (as, deed) =>
      readJson(await post('/act', { platform, as, channel, do: deed }), actResultSchema),
    messages: async (viewer, since) => {
      const query = { platform, channel, ...(viewer && { viewer }), ...(since && { since }) }
      const messages = await get('/messages', query, z.array(messageSchema))
      return messages.map((message) => ({ ...message, text: asShown(platform, message.text) }))
    },
    wireSince: (id) => get('/wire', { since: String(id) }, z.array(wireSchema)),
    wireChange: async (id) => {
      await get('/wire', { since: String(id), waitMs: String(changeWaitMs) }, z.array(wireSchema))
    },
    refusals: () => get('/refusals', {}, z.array(wireSchema)),
    booksSince: (id, waitMs) =>
      get('/books', { since: String(id), waitMs: String(waitMs) }, z.array(bookedSchema)),
    switchBot: async (what) => {
      await readJson(await post('/bot', { do: what }), z.object({ ok: z.literal(true) }))
    },
  }
}
