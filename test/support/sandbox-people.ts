import { z } from 'zod'
import type { Addresses } from '../../sandbox/addresses.ts'

const seenMessage = z.object({
  id: z.string(),
  text: z.string(),
  files: z.array(z.object({ name: z.string(), url: z.string(), contentType: z.string() })),
  images: z.array(z.object({ url: z.string() })),
  seenBy: z.string(),
  state: z.string(),
})
export type SeenMessage = z.output<typeof seenMessage>

const actResult = z.object({
  event: z.string(),
  refused: z.string().optional(),
  choices: z.array(z.object({ name: z.string(), value: z.union([z.string(), z.number()]) })).optional(),
})

const longPollMs = 10_000

/** People on the sandbox's Discord, who act and look through the control address and through nothing else. */
export const createPeople = ({ control, discord }: Pick<Addresses, 'control' | 'discord'>) => {
  const get = async <T extends z.ZodType>(path: string, schema: T): Promise<z.output<T>> =>
    schema.parse(await (await fetch(`${control.url}${path}`)).json())
  const act = async (as: string, channel: string, deed: object) => {
    const response = await fetch(`${control.url}/act`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ platform: 'discord', as, channel, do: deed }),
    })
    return actResult.parse(await response.json())
  }
  const messages = (viewer: string) =>
    get(`/messages?platform=discord&viewer=${viewer}`, z.array(seenMessage))
  return {
    messages,
    refusals: () => get('/refusals', z.array(z.unknown())),
    /** Uses a slash command, in the first channel unless told; answers with why the client did not let them, if so. */
    async uses(
      as: string,
      command: string,
      options: Record<string, unknown> = {},
      channel = discord.channelId,
    ) {
      return (await act(as, channel, { command, options })).refused
    },
    /** What is offered while a person types into an option. */
    suggestions: async (as: string, command: string, option: string, text: string) =>
      (await act(as, discord.channelId, { autocomplete: { command, option, text } })).choices ?? [],
    /** The newest message that this person sees and that has this text; waits for it as long as the test may last. */
    async sees(viewer: string, text: string | RegExp): Promise<SeenMessage> {
      const fits = (message: SeenMessage) =>
        typeof text === 'string' ? message.text.includes(text) : text.test(message.text)
      for (let last = 0; ; ) {
        const found = (await messages(viewer)).findLast(fits)
        if (found !== undefined) return found
        const entries = await get(
          `/wire?since=${last}&waitMs=${longPollMs}`,
          z.array(z.object({ id: z.number() })),
        )
        last = entries.at(-1)?.id ?? last
      }
    },
  }
}
export type People = ReturnType<typeof createPeople>
