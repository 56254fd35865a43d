import type { Management } from '../../../../../sandbox/control/people.ts'
import { installed, inviting } from '../../installing.ts'
import type { Answer, RawBot } from '../../support.ts'
import { begin, fileOf, messagesPath, music, posting, song } from '../provoking.ts'
import { answered, docs, invalid, type Refusal, recorded, spoiling } from '../refusal.ts'

const codes = `${docs}/topics/opcodes-and-status-codes#json`
const creating = `${docs}/resources/message#create-message`
const threads = `${docs}/topics/threads#active-%26-archived-threads`
const commandPermissions = `${docs}/interactions/application-commands#permissions`
const installing = `${docs}/interactions/application-commands#installation-context`

const missingPermissions = [403, 50013, 'Missing Permissions'] as const
const missingAccess = [403, 50001, 'Missing Access'] as const
const threadLocked = [403, 160005, 'Thread is locked'] as const
const threadArchived = [403, 50083, 'Thread is archived'] as const

type Places = RawBot['discord']['addresses']

const postIn =
  (place: (addresses: Places) => string | undefined, body: unknown = { content: 'x' }) =>
  (bot: RawBot): Promise<Answer> =>
    bot.call('POST', `/channels/${place(bot.discord.addresses)}/messages`, body)

const manage = (bot: RawBot, deed: Management, channel = bot.discord.addresses.channelId) =>
  bot.discord.people.act(bot.discord.addresses.adminId, channel, { manage: deed })

/** What the bot does where an admin took this right from it. */
const without =
  (permission: string, then: (bot: RawBot) => Promise<Answer>) =>
  async (bot: RawBot): Promise<Answer> => {
    await manage(bot, { what: 'deny', permission })
    return then(bot)
  }

const said = async (bot: RawBot): Promise<string> => {
  const { memberId, channelId } = bot.discord.addresses
  return (await bot.discord.people.act(memberId, channelId, { say: 'hello' })).event
}

const embeds = [{ title: 'Song' }]

const inChannels: readonly Refusal[] = [
  answered(
    'a message in a forum itself',
    codes,
    [400, 40058, 'Cannot send a message in a forum channel'],
    postIn(({ forumChannelId }) => forumChannelId),
  ),
  answered(
    'a reply without the right to read what was said',
    creating,
    [403, 160002, 'Cannot reply without permission to read message history'],
    without('ReadMessageHistory', async (bot) =>
      bot.call('POST', messagesPath(bot), {
        content: 'x',
        message_reference: { message_id: await said(bot) },
      }),
    ),
  ),
  answered(
    'an embed by itself without the right to embed',
    'https://github.com/discord/discord-api-docs/issues/2601',
    missingPermissions,
    without('EmbedLinks', posting({ embeds })),
  ),
  recorded(
    'an embed beside a text without the right to embed',
    'https://github.com/discord/discord-api-docs/issues/2601',
    'embeds were left out',
    without('EmbedLinks', posting({ content: 'x', embeds })),
  ),
  answered(
    'a file without the right to attach',
    codes,
    missingPermissions,
    without('AttachFiles', posting({ content: 'x' }, [song])),
  ),
  answered(
    'a voice message without the right to send one',
    codes,
    [403, 50173, 'You cannot send voice messages in this channel.'],
    without(
      'SendVoiceMessages',
      posting({ flags: 1 << 13, attachments: [{ id: '0', duration_secs: 1, waveform: 'AAAA' }] }, [song]),
    ),
  ),
  answered(
    'a message read aloud without the right to',
    creating,
    missingPermissions,
    posting({ content: 'x', tts: true }),
  ),
  answered(
    'an edit of the flags of another’s message without the right to manage messages',
    `${docs}/resources/message#edit-message`,
    [403, 50005, 'Cannot edit a message authored by another user'],
    async (bot) => bot.call('PATCH', `${messagesPath(bot)}/${await said(bot)}`, { flags: 4 }),
  ),
]

const inThreads: readonly Refusal[] = [
  answered(
    'a message in a thread without the right to send there',
    `${docs}/topics/threads#permissions`,
    missingPermissions,
    async (bot) => {
      const { channelIds, threadIds } = bot.discord.addresses
      await manage(bot, { what: 'deny', permission: 'SendMessagesInThreads' }, channelIds[1])
      return bot.call('POST', `/channels/${threadIds[0]}/messages`, { content: 'x' })
    },
  ),
  answered(
    'a message in a locked thread',
    threads,
    threadLocked,
    postIn(({ threadIds }) => threadIds[2]),
  ),
  answered('an edit in a thread that was archived', codes, threadArchived, async (bot) => {
    const [thread = ''] = bot.discord.addresses.threadIds
    const { body } = await bot.call('POST', `/channels/${thread}/messages`, { content: 'x' })
    await manage(bot, { what: 'archive thread' }, thread)
    return bot.call('PATCH', `/channels/${thread}/messages/${body.id}`, { content: 'y' })
  }),
  answered(
    'an answer in a thread that was locked meanwhile',
    'https://github.com/discord/discord-api-docs/issues/6884',
    threadArchived,
    async (bot) => {
      const [thread = ''] = bot.discord.addresses.threadIds
      const begun = await begin(bot, music, thread)
      await manage(bot, { what: 'lock thread' }, thread)
      return begun.callback({ type: 5 })
    },
  ),
]

const toPeople: readonly Refusal[] = [
  answered(
    'a direct message to who closed theirs',
    codes,
    [403, 50007, 'Cannot send messages to this user'],
    async (bot) => {
      const { memberId, channelId, directChannelIds } = bot.discord.addresses
      const deed = { manage: { what: 'close direct messages' } } as const
      await bot.discord.people.act(memberId, channelId, deed)
      return bot.call('POST', `/channels/${directChannelIds[0]}/messages`, { content: 'x' })
    },
  ),
  answered(
    'a direct message to somebody of a server that the bot is not in',
    codes,
    [403, 50278, 'Cannot send messages to this user due to having no mutual guilds'],
    async (bot) => {
      const { memberId } = bot.discord.addresses.otherGuild
      const { body } = await bot.call('POST', '/users/@me/channels', { recipient_id: memberId })
      return bot.call('POST', `/channels/${body.id}/messages`, { content: 'x' })
    },
  ),
]

const ofSize: readonly Refusal[] = [
  answered(
    'a file over 10 MiB in private, whatever the boosts of the server',
    `${docs}/reference#uploading-files`,
    [413, 40005, 'Request entity too large'],
    async (bot) => {
      await manage(bot, { what: 'boost', tier: 2 })
      const [direct] = bot.discord.addresses.directChannelIds
      return bot.call('POST', `/channels/${direct}/messages`, { content: 'x' }, [fileOf(11 * 1024 * 1024)])
    },
  ),
  answered(
    'a file over what the boosts of the server allow',
    `${docs}/reference#uploading-files`,
    [413, 40005, 'Request entity too large'],
    async (bot) => {
      await manage(bot, { what: 'boost', tier: 2 })
      return bot.call('POST', messagesPath(bot), { content: 'x' }, [fileOf(50 * 1024 * 1024 + 1)])
    },
  ),
]

const ofInstallations: readonly Refusal[] = [
  answered(
    'a message in a server where only its user installed the app',
    codes,
    missingAccess,
    async (bot) => {
      await (await installed(bot)).callback({ type: 5 })
      return bot.call('POST', `/channels/${bot.discord.addresses.otherGuild.channelId}/messages`, {
        content: 'x',
      })
    },
  ),
  answered(
    'a message among friends',
    codes,
    missingAccess,
    postIn(({ groupId }) => groupId),
  ),
  answered(
    'a sixth follow-up where only its user installed the app',
    `${docs}/interactions/receiving-and-responding#create-followup-message`,
    [400, 40094, 'This interaction has hit the maximum number of follow up messages'],
    async (bot) => {
      const begun = await installed(bot)
      await begun.callback({ type: 4, data: { content: 'x' } })
      for (const content of ['1', '2', '3', '4', '5']) await begun.webhook('POST', '', { content })
      return begun.webhook('POST', '', { content: '6' })
    },
  ),
  invalid(
    'a command for an installation that the application does not support',
    installing,
    'integration_types.1: BASE_TYPE_CHOICES',
    (bot) => inviting(bot, { integration_types: [0, 1] }),
  ),
  answered(
    'a bot that sets who may use its commands',
    commandPermissions,
    [403, 20001, 'Bots cannot use this endpoint'],
    async (bot) => {
      const { guildId, applicationId } = bot.discord.addresses
      const { body } = await inviting(bot, {})
      const path = `/applications/${applicationId}/guilds/${guildId}/commands/${body.id}/permissions`
      return bot.call('PUT', path, { permissions: [] })
    },
  ),
  answered(
    'a look at who may use a command for which nothing was set',
    codes,
    [404, 10066, 'Unknown application command permissions'],
    async (bot) => {
      const { guildId, applicationId } = bot.discord.addresses
      const { body } = await inviting(bot, {})
      return bot.call(
        'GET',
        `/applications/${applicationId}/guilds/${guildId}/commands/${body.id}/permissions`,
      )
    },
  ),
]

/**
 * What is refused for where it is done: the rights of a channel, threads, people's own
 * settings, servers without the bot.
 */
export const rightRefusals: readonly Refusal[] = [
  ...inChannels,
  ...inThreads,
  ...toPeople,
  ...ofSize,
  ...ofInstallations,
].map(spoiling)
