import type { Deed } from '../../../../sandbox/control/people.ts'
import type { Answer, File, RawBot, RawGateway } from '../support.ts'

/** An id that nothing bears. */
export const nobody = '123456789012345678'

export const song: File = { name: 'song.mp3', type: 'audio/mpeg', bytes: new Uint8Array(100) }
/** A file of so many bytes. */
export const fileOf = (bytes: number): File => ({ ...song, bytes: new Uint8Array(bytes) })

/** Where messages are posted: in the first channel, or in that of this index. */
export const messagesPath = ({ discord }: RawBot, index = 0): string =>
  `/channels/${discord.addresses.channelIds[index]}/messages`

export const commandsPath = ({ discord }: RawBot): string =>
  `/applications/${discord.addresses.applicationId}/commands`

export const posting =
  (body: unknown, files: readonly File[] = []) =>
  (bot: RawBot): Promise<Answer> =>
    bot.call('POST', messagesPath(bot), body, files)

/** Edits a message that was posted for it. */
export const editing =
  (first: object, body: unknown, files: readonly File[] = []) =>
  async (bot: RawBot): Promise<Answer> => {
    const posted = await bot.call('POST', messagesPath(bot), first, files)
    return bot.call('PATCH', `${messagesPath(bot)}/${posted.body.id}`, body)
  }

export const publishing =
  (command: unknown) =>
  (bot: RawBot): Promise<Answer> =>
    bot.call('POST', commandsPath(bot), command)

export const publishingAll =
  (list: unknown) =>
  (bot: RawBot): Promise<Answer> =>
    bot.call('PUT', commandsPath(bot), list)

/** A request with a body as it is, under a content type of its own. */
export const sending =
  (contentType: string | undefined, body: string | FormData | Uint8Array<ArrayBuffer>) =>
  async (bot: RawBot): Promise<Answer> => {
    const { api, token } = bot.discord.addresses
    const response = await fetch(`${api}/v10${messagesPath(bot)}`, {
      method: 'POST',
      body,
      headers: {
        authorization: `Bot ${token}`,
        ...(contentType !== undefined && { 'content-type': contentType }),
      },
    })
    return { status: response.status, body: (await response.json()) as Record<string, unknown> }
  }

/** The commands that people run here. */
const commands = [
  {
    name: 'music',
    description: 'Make a song',
    options: [{ type: 3, name: 'prompt', description: 'What', autocomplete: true }],
  },
  {
    name: 'speed',
    description: 'Set it',
    options: [{ type: 4, name: 'bpm', description: 'Beats', autocomplete: true }],
  },
  {
    name: 'length',
    description: 'Set it',
    options: [{ type: 10, name: 'minutes', description: 'Minutes', autocomplete: true }],
  },
  { name: 'Remix this clip', type: 3 },
]

export const music: Deed = { command: '/music prompt:x' }
export const typing = (command = '/music', option = 'prompt'): Deed => ({
  autocomplete: { command, option, text: '9' },
})

/** An interaction that reached the bot. */
export type Begun = {
  readonly gateway: RawGateway
  readonly id: string
  readonly token: string
  callback(body: unknown, query?: string, files?: readonly File[]): Promise<Answer>
  /** A call to `/webhooks/:applicationId/:token...`. */
  webhook(method: string, rest: string, body?: unknown, files?: readonly File[]): Promise<Answer>
}

/** A member does it, in the channel of that id or index, and the bot hears of it. */
export const begin = async (
  bot: RawBot,
  deed: Deed = music,
  channel: string | number = 0,
): Promise<Begun> => {
  const { memberId, channelIds, applicationId } = bot.discord.addresses
  await bot.call('PUT', commandsPath(bot), commands)
  const gateway = await bot.identified()
  void bot.discord.people.act(
    memberId,
    typeof channel === 'number' ? (channelIds[channel] ?? '') : channel,
    deed,
  )
  const { d } = await gateway.next('INTERACTION_CREATE')
  const { id, token } = d as unknown as { id: string; token: string }
  return {
    gateway,
    id,
    token,
    callback: (body, query = '', files = []) =>
      bot.call('POST', `/interactions/${id}/${token}/callback${query}`, body, files),
    webhook: (method, rest, body, files = []) =>
      bot.call(method, `/webhooks/${applicationId}/${token}${rest}`, body, files),
  }
}

/** Answers what a member does. */
export const answering =
  (body: unknown, deed: Deed = music, files: readonly File[] = []) =>
  async (bot: RawBot): Promise<Answer> =>
    (await begin(bot, deed)).callback(body, '', files)

/** A first answer as it should be, and then what should be shown. */
export const following =
  (
    then: (begun: Begun, bot: RawBot) => Promise<Answer>,
    first: object = { type: 4, data: { content: 'x' } },
  ) =>
  async (bot: RawBot): Promise<Answer> => {
    const begun = await begin(bot)
    await begun.callback(first)
    return then(begun, bot)
  }
