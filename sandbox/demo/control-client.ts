import { z } from 'zod'
import type { Deed } from '../people.ts'
import { asShown } from './discord-text.ts'

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
  text: z.string().transform((text) => asShown(text, Date.now())),
  files: z.array(fileSchema),
  images: z.array(z.object({ url: z.string(), description: z.string().optional() })),
  buttons: z.array(z.object({ label: z.string() })),
  createdAtMs: z.number(),
  editedAtMs: z.number().optional(),
  state: z.enum(['shown', 'thinking', 'did not respond', 'deleted']),
})

const wireSchema = z.object({
  id: z.number(),
  atMs: z.number(),
  kind: z.enum(['event', 'request', 'ack', 'refusal']),
  summary: z.string(),
  detail: z.unknown(),
})

const actResultSchema = z.object({ event: z.string(), refused: z.string().optional() })

export type Message = z.infer<typeof messageSchema>
export type MessageFile = z.infer<typeof fileSchema>
export type WireLine = z.infer<typeof wireSchema>

/** A chat platform as a person has it: things to do, and messages to read. */
export interface Chat {
  act(as: string, deed: Deed): Promise<z.infer<typeof actResultSchema>>
  /** What this person sees of what was posted after the message `since`. */
  messages(viewer: string | undefined, since: string | undefined): Promise<Message[]>
  wireSince(id: number): Promise<WireLine[]>
  /** Resolves as soon as the wire has something after `id`, or after a few seconds. */
  wireChange(id: number): Promise<void>
  refusals(): Promise<WireLine[]>
}

const changeWaitMs = 5_000

const readJson = async <T>(response: Response, schema: z.ZodType<T>): Promise<T> => {
  if (!response.ok) throw new Error(`${response.url} answered ${response.status}: ${await response.text()}`)
  return schema.parse(await response.json())
}

/** Speaks with the sandbox's control address, for one channel of one platform. */
export const openChat = (controlUrl: string, platform: string, channel: string): Chat => {
  const get = async <T>(path: string, query: Record<string, string>, schema: z.ZodType<T>): Promise<T> =>
    readJson(await fetch(`${controlUrl}${path}?${new URLSearchParams(query)}`), schema)

  return {
    act: async (as, deed) => {
      const response = await fetch(`${controlUrl}/act`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ platform, as, channel, do: deed }),
      })
      return readJson(response, actResultSchema)
    },
    messages: (viewer, since) =>
      get(
        '/messages',
        { platform, channel, ...(viewer && { viewer }), ...(since && { since }) },
        z.array(messageSchema),
      ),
    wireSince: (id) => get('/wire', { since: String(id) }, z.array(wireSchema)),
    wireChange: async (id) => {
      await get('/wire', { since: String(id), waitMs: String(changeWaitMs) }, z.array(wireSchema))
    },
    refusals: () => get('/refusals', {}, z.array(wireSchema)),
  }
}
