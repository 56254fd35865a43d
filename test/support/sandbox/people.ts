import { z } from 'zod'
import type { Upload } from '../../../sandbox/control/people.ts'
import type { Addresses, ChatPlatform } from '../../../sandbox/world/addresses.ts'
import { exactCreditsText } from '../../../src/core/ledger/credits-text.ts'

const menu = z.object({
  choices: z.array(z.object({ name: z.string(), isChosen: z.literal(true).optional() })),
})

/** The entries of a message's menus are pressed by their labels, as its buttons are; one may be chosen already. */
const seenMessage = z
  .object({
    id: z.string(),
    channel: z.string(),
    authorId: z.string(),
    text: z.string(),
    files: z.array(
      z.object({
        name: z.string(),
        url: z.string(),
        contentType: z.string(),
        description: z.string().optional(),
        isSpoiler: z.literal(true).optional(),
      }),
    ),
    images: z.array(z.object({ url: z.string() })),
    buttons: z.array(z.object({ id: z.string(), label: z.string(), isChosen: z.literal(true).optional() })),
    menus: z.array(menu),
    seenBy: z.string(),
    replyTo: z.string().optional(),
    state: z.string(),
  })
  .transform(({ menus, ...message }) => ({
    ...message,
    buttons: [
      ...message.buttons,
      ...menus.flatMap(({ choices }) =>
        choices.map(({ name, isChosen }) => ({ id: name, label: name, isChosen })),
      ),
    ],
  }))
export type SeenMessage = z.output<typeof seenMessage>

const choice = z.object({ name: z.string(), value: z.union([z.string(), z.number()]) })
const form = z.object({
  id: z.string(),
  title: z.string(),
  fields: z.array(
    z.object({
      name: z.string(),
      label: z.string(),
      kind: z.string(),
      required: z.boolean(),
      value: z.unknown().optional(),
      choices: z.array(choice).optional(),
      error: z.string().optional(),
    }),
  ),
})

/** A form as a person sees it. */
export type SeenForm = z.output<typeof form>

const actResult = z.object({
  event: z.string(),
  refused: z.string().optional(),
  form: form.optional(),
  choices: z.array(choice).optional(),
})
type ActResult = z.output<typeof actResult>

const wireEntry = z.object({
  id: z.number(),
  platform: z.string(),
  kind: z.string(),
  summary: z.string(),
  detail: z.unknown().optional(),
})

const longPollMs = 10_000

/** Less than a test may last, which would not say what it waited for. */
const patienceMs = 100_000

/** What a person looks for in a message: these words, or this pattern, and what it brings. */
export type Sought = string | RegExp | ((message: SeenMessage) => boolean)

const fits = (message: SeenMessage, sought: Sought): boolean => {
  if (typeof sought === 'string') return message.text.includes(sought)
  return typeof sought === 'function' ? sought(message) : sought.test(message.text)
}

const unseenText = (sought: Sought, seen: readonly SeenMessage[]): string => {
  const last = seen.slice(-3).map(({ text, buttons, state }) => {
    const labels = buttons.map(({ label }) => label)
    return `${text}\n[${[state, ...labels].join(' | ')}]`
  })
  return `nobody saw ${sought}; the last messages:\n${last.join('\n---\n')}`
}

/**
 * People on one of the sandbox's platforms, who act and look through the control address and through nothing
 * else. Once the signal is aborted they give up, and what they wait for rejects.
 */
export const createPeople = (
  addresses: Pick<Addresses, 'control' | ChatPlatform>,
  platform: ChatPlatform = 'discord',
  signal?: AbortSignal,
) => {
  const giveUp = signal === undefined ? {} : { signal }
  const { url } = addresses.control
  const home = addresses[platform].channelId
  const get = async <T extends z.ZodType>(path: string, schema: T): Promise<z.output<T>> =>
    schema.parse(await (await fetch(`${url}${path}`, giveUp)).json())
  const act = async (as: string, channel: string, deed: object): Promise<ActResult> => {
    const response = await fetch(`${url}/act`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ platform, as, channel, do: deed }),
      ...giveUp,
    })
    if (!response.ok) throw new Error(await response.text())
    return actResult.parse(await response.json())
  }
  /** What this person sees, or only what was posted after a message. */
  const messages = (viewer: string, since = '') => {
    const query = new URLSearchParams({ platform, viewer, ...(since !== '' && { since }) })
    return get(`/messages?${query}`, z.array(seenMessage))
  }
  const wireSince = (id: number, waitMs = 0) => get(`/wire?since=${id}&waitMs=${waitMs}`, z.array(wireEntry))
  /** The last wire entry that was read, so that a later look does not fetch the whole history again. */
  let lastReadId = 0
  /**
   * The newest message that this person sees and that fits; waits for it, and in the end tells what there is
   * instead. A caller with a signal decides when to give up.
   */
  const sees = async (viewer: string, sought: Sought, since = ''): Promise<SeenMessage> => {
    const giveUpAtMs = signal === undefined ? performance.now() + patienceMs : Number.POSITIVE_INFINITY
    // The first wait is over at once, for it asks again for the entry read last: what changed meanwhile is seen.
    for (let last = Math.max(0, lastReadId - 1); ; ) {
      const seen = await messages(viewer, since)
      const found = seen.findLast((message) => fits(message, sought))
      if (found !== undefined) return found
      if (performance.now() > giveUpAtMs) throw new Error(unseenText(sought, seen))
      last = (await wireSince(last, longPollMs)).at(-1)?.id ?? last
      lastReadId = Math.max(lastReadId, last)
    }
  }
  /**
   * Uses a slash command, in the first channel unless told; answers with why
   * the client did not let them, if so.
   */
  const uses = async (
    as: string,
    command: string,
    options: Record<string, unknown> = {},
    channel = home,
  ): Promise<string | undefined> => (await act(as, channel, { command, options })).refused
  return {
    messages,
    sees,
    uses,
    /** As an admin, lets so many credits be spent per month; set again, the month keeps what is used. */
    async allows(admin: string, credits: number) {
      const allow = () => uses(admin, '/budget limit', { credits, period: 'month' })
      const allowed = `Budget set: ${exactCreditsText(credits * 1_000_000)} a month.`
      const unchecked = "couldn't check whether you're an admin"
      const preview = 'Nothing has changed yet.'
      const since = (await messages(admin)).at(-1)?.id ?? ''
      const isAnswer = (seen: SeenMessage) =>
        [allowed, preview, unchecked].some((words) => seen.text.includes(words))
      await allow()
      const { id, text } = await sees(admin, isAnswer, since)
      if (text.includes(allowed)) return
      if (text.includes(preview)) {
        await act(admin, home, { press: { message: id, button: 'Apply' } })
        await sees(admin, allowed)
        return
      }
      // On a busy machine Slack's first answer can be too late; the next request has it.
      await allow()
      await sees(admin, allowed)
    },
    /** What is on the wire of all platforms. */
    wire: () => wireSince(0),
    refusals: () => get('/refusals', z.array(wireEntry)),
    /** Uses a slash command that may open a form, with files where the platform takes them. */
    asks: (
      as: string,
      command: string,
      options: Record<string, unknown> = {},
      files: Upload[] = [],
      channel = home,
    ) => act(as, channel, { command, options, files }),
    /** What is offered while a person types into an option. */
    suggestions: async (as: string, command: string, option: string, text: string) =>
      (await act(as, home, { autocomplete: { command, option, text } })).choices ?? [],
    /** Writes a message, in answer to another where one is named; answers with its id. */
    says: async (
      as: string,
      text: string,
      { replyTo, files = [], channel = home }: { replyTo?: string; files?: Upload[]; channel?: string } = {},
    ) => (await act(as, channel, { say: text, files, ...(replyTo !== undefined && { replyTo }) })).event,
    /** Forwards a message to where it stands; answers with the id of the forward. */
    forwards: async (as: string, message: string) =>
      (await act(as, home, { forward: { message, to: home } })).event,
    /** Picks an entry of a message's own menu. */
    picks: (as: string, name: string, message: string) => act(as, home, { action: { name, message } }),
    /** Takes a message away, as somebody may who wrote it or looks after the place. */
    deletes: (as: string, message: string) => act(as, home, { delete: { message } }),
    /** Looks after a channel or its server, as an admin may. */
    manages: (as: string, deed: object, channel = home) => act(as, channel, { manage: deed }),
    /** Opens a tab of the bot's own. */
    visits: (as: string, tab: 'home' | 'messages') => act(as, home, { visit: tab }),
    /** Presses a button of a message. */
    presses: (as: string, message: string, button: string, channel = home) =>
      act(as, channel, { press: { message, button } }),
    /** Sends a form off. */
    sends: (as: string, { id }: Pick<SeenForm, 'id'>, values: Record<string, unknown>) =>
      act(as, home, { submit: { form: id, values } }),
    /** Closes a form; on Slack the one under it is seen again. */
    closes: (as: string, { id }: Pick<SeenForm, 'id'>) => act(as, home, { close: { form: id } }),
    /** The newest message there is, to look only at later ones. */
    latest: async (viewer: string) => (await messages(viewer)).at(-1)?.id ?? '',
  }
}
export type People = ReturnType<typeof createPeople>
