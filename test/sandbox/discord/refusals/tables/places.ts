import type { Answer, RawBot } from '../../support.ts'
import { messagesPath, nobody, posting, song } from '../provoking.ts'
import { answered, docs, invalid, type Refusal, recorded, spoiling } from '../refusal.ts'

const codes = `${docs}/topics/opcodes-and-status-codes#json`
const statuses = `${docs}/topics/opcodes-and-status-codes#http`
const authentication = `${docs}/reference#authentication`
const permissions = `${docs}/topics/permissions`
const snowflakes = `${docs}/reference#snowflakes`
const messages = `${docs}/resources/message`
const strict = 'docs/stand-ins.md: what nobody documents is refused'
const mentions = `${docs}/resources/message#allowed-mentions-object`
const links = `${docs}/reference#signed-attachment-cdn-urls`

const unauthorized = [401, 0, '401: Unauthorized'] as const
const unknownMessage = [404, 10008, 'Unknown Message'] as const
const missingAccess = [403, 50001, 'Missing Access'] as const
const missingPermissions = [403, 50013, 'Missing Permissions'] as const

const get = (path: string) => (bot: RawBot) => bot.call('GET', path)
const getting = (path: (bot: RawBot) => string) => (bot: RawBot) => bot.call('GET', path(bot))

const said = async (bot: RawBot): Promise<string> => {
  const { memberId, channelId } = bot.discord.addresses
  return (await bot.discord.people.act(memberId, channelId, { say: 'mine' })).event
}

const doors: readonly Refusal[] = [
  ...(
    [
      ['no token', undefined],
      ['a wrong token', 'Bot wrong'],
      ['a token without its kind', 'token alone'],
    ] as const
  ).map(([name, authorization]) =>
    answered(`a request with ${name}`, authentication, unauthorized, (bot) =>
      bot.callAs(authorization, 'GET', '/users/@me'),
    ),
  ),
  answered('a route that there is not', statuses, [404, 0, '404: Not Found'], get('/guilds/1/nothing')),
  answered('a reaction, which is not served', strict, [404, 0, '404: Not Found'], async (bot) => {
    const { body } = await posting({ content: 'x' })(bot)
    return bot.call('PUT', `${messagesPath(bot)}/${body.id}/reactions/%F0%9F%8E%B5/@me`)
  }),
  answered(
    'another version of the API',
    `${docs}/reference#api-versioning`,
    [404, 0, '404: Not Found'],
    async (bot): Promise<Answer> => {
      const { api, token } = bot.discord.addresses
      const response = await fetch(`${api}/v9/users/@me`, { headers: { authorization: `Bot ${token}` } })
      return { status: response.status, body: (await response.json()) as Record<string, unknown> }
    },
  ),
  answered('a method that the route does not take', statuses, [405, 0, '405: Method Not Allowed'], (bot) =>
    bot.call('PUT', messagesPath(bot), { content: 'x' }),
  ),
]

const ids: readonly Refusal[] = [
  answered('a channel that there is not', codes, [404, 10003, 'Unknown Channel'], get(`/channels/${nobody}`)),
  answered('a server that there is not', codes, [404, 10004, 'Unknown Guild'], get(`/guilds/${nobody}`)),
  answered(
    'a member that there is not',
    codes,
    [404, 10007, 'Unknown Member'],
    getting((bot) => `/guilds/${bot.discord.addresses.guildId}/members/${nobody}`),
  ),
  answered(
    'a message that there is not',
    codes,
    unknownMessage,
    getting((bot) => `${messagesPath(bot)}/${nobody}`),
  ),
  answered('a person that there is not', codes, [404, 10013, 'Unknown User'], get(`/users/${nobody}`)),
  answered('a direct message to nobody', codes, [404, 10013, 'Unknown User'], (bot) =>
    bot.call('POST', '/users/@me/channels', { recipient_id: nobody }),
  ),
  answered('a message that was deleted', codes, unknownMessage, async (bot) => {
    const { body } = await posting({ content: 'x' })(bot)
    await bot.call('DELETE', `${messagesPath(bot)}/${body.id}`)
    return bot.call('GET', `${messagesPath(bot)}/${body.id}`)
  }),
  invalid('a channel by its name', snowflakes, 'channel_id: NUMBER_TYPE_COERCE', get('/channels/general')),
  invalid(
    'the answer to an interaction among the messages of a channel',
    snowflakes,
    'message_id: NUMBER_TYPE_COERCE',
    getting((bot) => `${messagesPath(bot)}/@original`),
  ),
]

const rights: readonly Refusal[] = [
  answered('a channel that the bot cannot see', permissions, missingAccess, (bot) =>
    bot.call('POST', messagesPath(bot, 3), { content: 'x' }),
  ),
  answered('a message where the bot may not write', permissions, missingPermissions, (bot) =>
    bot.call('POST', messagesPath(bot, 2), { content: 'x' }),
  ),
  answered('typing where the bot may not write', permissions, missingPermissions, (bot) =>
    bot.call('POST', messagesPath(bot, 2).replace('messages', 'typing')),
  ),
  answered(
    "an edit of a member's message",
    codes,
    [403, 50005, 'Cannot edit a message authored by another user'],
    async (bot) => bot.call('PATCH', `${messagesPath(bot)}/${await said(bot)}`, { content: 'x' }),
  ),
  answered("the deletion of a member's message", permissions, missingPermissions, async (bot) =>
    bot.call('DELETE', `${messagesPath(bot)}/${await said(bot)}`),
  ),
]

const outside: readonly Refusal[] = [
  spoiling(
    answered(
      'a direct message to who shares no server with the bot',
      codes,
      [403, 50278, 'Cannot send messages to this user due to having no mutual guilds'],
      async (bot) => {
        const { adminId, memberId, channelId } = bot.discord.addresses
        await bot.discord.people.act(adminId, channelId, { manage: { what: 'remove bot' } })
        const { body } = await bot.call('POST', '/users/@me/channels', { recipient_id: memberId })
        return bot.call('POST', `/channels/${body.id}/messages`, { content: 'x' })
      },
    ),
  ),
]

const queries: readonly Refusal[] = [
  invalid(
    '101 messages at once',
    `${messages}#get-channel-messages`,
    'limit: NUMBER_TYPE_MAX',
    getting((bot) => `${messagesPath(bot)}?limit=101`),
  ),
  invalid(
    'no messages at all',
    `${messages}#get-channel-messages`,
    'limit: NUMBER_TYPE_MIN',
    getting((bot) => `${messagesPath(bot)}?limit=0`),
  ),
  invalid(
    'messages by a number that is no plain one',
    `${messages}#get-channel-messages`,
    'limit: STRING_TYPE_REGEX',
    getting((bot) => `${messagesPath(bot)}?limit=0x10`),
  ),
  invalid(
    'messages before a name',
    snowflakes,
    'before: NUMBER_TYPE_COERCE',
    getting((bot) => `${messagesPath(bot)}?before=yesterday`),
  ),
  invalid(
    'messages before and after',
    `${messages}#get-channel-messages`,
    'after: BASE_TYPE_FORBIDDEN',
    getting((bot) => `${messagesPath(bot)}?before=${nobody}&after=${nobody}`),
  ),
  invalid(
    'a query parameter that nobody documents',
    strict,
    'newest: UNKNOWN_FIELD',
    getting((bot) => `${messagesPath(bot)}?newest=true`),
  ),
  invalid('a body where there is none to read', strict, ': UNKNOWN_FIELD', (bot) =>
    bot.call('POST', messagesPath(bot).replace('messages', 'typing'), { seconds: 3 }),
  ),
  invalid('a file where none is kept', strict, 'files[0]: UNKNOWN_FIELD', (bot) =>
    bot.call('POST', '/users/@me/channels', { recipient_id: bot.discord.addresses.memberId }, [song]),
  ),
  invalid(
    'a direct message to two',
    `${docs}/resources/user#create-dm`,
    'access_tokens: BASE_TYPE_FORBIDDEN',
    (bot) =>
      bot.call('POST', '/users/@me/channels', {
        recipient_id: bot.discord.addresses.memberId,
        access_tokens: [],
      }),
  ),
]

/** The link to a file that was posted, changed. */
const fetchingLink = (change: (url: URL, bot: RawBot) => void) => async (bot: RawBot) => {
  const { body } = await posting({}, [song])(bot)
  const url = new URL((body.attachments as { url: string }[])[0]?.url ?? '')
  change(url, bot)
  return fetch(url)
}

const noLink = 'the link is unknown, forged or expired'
const recordings: readonly Refusal[] = [
  recorded(
    'a link that is over a day old',
    links,
    noLink,
    fetchingLink((_url, bot) => bot.clock.advance(24 * 60 * 60_000)),
  ),
  recorded('a message that would ring everyone', mentions, 'would ping', posting({ content: '@everyone' })),
]

/** What Discord refuses by who asks, where, and for what; and what it lets happen and no bot should do. */
export const placeRefusals: readonly Refusal[] = [
  ...doors,
  ...ids,
  ...rights,
  ...outside,
  ...queries,
  ...recordings,
]
