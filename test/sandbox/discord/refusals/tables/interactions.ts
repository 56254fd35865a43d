import type { Answer, RawBot } from '../../support.ts'
import { answering, begin, following, messagesPath, music, nobody, song } from '../provoking.ts'
import { answered, docs, invalid, type Refusal, recorded } from '../refusal.ts'

const page = `${docs}/interactions/receiving-and-responding`
const followUps = `${page}#followup-messages`
const codes = `${docs}/topics/opcodes-and-status-codes#json`

const unknownInteraction = [404, 10062, 'Unknown interaction'] as const
const unknownWebhook = [404, 10015, 'Unknown Webhook'] as const
const unknownMessage = [404, 10008, 'Unknown Message'] as const
const deadToken = [401, 50027, 'Invalid Webhook Token'] as const
const fifteenMinutesMs = 15 * 60_000

const form = {
  type: 9,
  data: {
    custom_id: 'form',
    title: 'Song',
    components: [{ type: 18, label: 'Words', component: { type: 4, custom_id: 'words', style: 1 } }],
  },
}

/** Opens a form, has it sent off, and answers that with a form again. */
const formAfterForm = async (bot: RawBot): Promise<Answer> => {
  const { memberId, channelId } = bot.discord.addresses
  const gateway = await bot.identified()
  const { applicationId } = bot.discord.addresses
  await bot.call('PUT', `/applications/${applicationId}/commands`, [{ name: 'sing', description: 'Sing' }])
  const next = async () => {
    const { d } = await gateway.next('INTERACTION_CREATE')
    const { id, token } = d as unknown as { id: string; token: string }
    return () => bot.call('POST', `/interactions/${id}/${token}/callback`, form)
  }
  const running = bot.discord.people.act(memberId, channelId, { command: '/sing' })
  await (await next())()
  const shown = (await running).form?.id ?? ''
  void bot.discord.people.act(memberId, channelId, { submit: { form: shown, values: { words: 'la' } } })
  return (await next())()
}

const callbacks: readonly Refusal[] = [
  answered(
    'a callback later than three seconds',
    page,
    unknownInteraction,
    async (bot) => {
      const { callback } = await begin(bot)
      bot.clock.advance(3_000)
      return callback({ type: 5 })
    },
    ['no answer within'],
  ),
  answered(
    'a second callback',
    codes,
    [400, 40060, 'Interaction has already been acknowledged.'],
    async (bot) => {
      const { callback } = await begin(bot)
      await callback({ type: 5 })
      return callback({ type: 5 })
    },
  ),
  answered("a callback under another interaction's id", codes, unknownInteraction, async (bot) => {
    const { token } = await begin(bot)
    return bot.call('POST', `/interactions/${nobody}/${token}/callback`, { type: 5 })
  }),
  answered('a callback with a token that is not its own', codes, unknownInteraction, async (bot) => {
    const { id } = await begin(bot)
    return bot.call('POST', `/interactions/${id}/wrong/callback`, { type: 5 })
  }),
  answered(
    'a file in an answer where the bot may not attach any',
    codes,
    [403, 50013, 'Missing Permissions'],
    async (bot) => (await begin(bot, music, 2)).callback({ type: 4, data: {} }, '', [song]),
  ),
  answered(
    'an answer that shows nothing',
    codes,
    [400, 50006, 'Cannot send an empty message'],
    answering({ type: 4, data: {} }),
  ),
  invalid('a form as an answer to a form', page, 'type: BASE_TYPE_CHOICES', formAfterForm),
]

const withToken: readonly Refusal[] = [
  answered('a follow-up fifteen minutes later', page, deadToken, (bot) =>
    following(({ webhook }) => {
      bot.clock.advance(fifteenMinutesMs)
      return webhook('POST', '', { content: 'y' })
    })(bot),
  ),
  answered('an edit fifteen minutes later', page, deadToken, (bot) =>
    following(({ webhook }) => {
      bot.clock.advance(fifteenMinutesMs)
      return webhook('PATCH', '/messages/@original', { content: 'y' })
    })(bot),
  ),
  answered('a follow-up with a token that is none', codes, deadToken, (bot) =>
    bot.call('POST', `/webhooks/${bot.discord.addresses.applicationId}/wrong`, { content: 'y' }),
  ),
  answered('a follow-up before there is an answer', followUps, unknownWebhook, async (bot) =>
    (await begin(bot)).webhook('POST', '', { content: 'x' }),
  ),
  answered('an edit before there is an answer', followUps, unknownWebhook, async (bot) =>
    (await begin(bot)).webhook('PATCH', '/messages/@original', { content: 'x' }),
  ),
  answered('a look at the answer before there is one', followUps, unknownWebhook, async (bot) =>
    (await begin(bot)).webhook('GET', '/messages/@original'),
  ),
  answered('a look at an answer fifteen minutes later', page, deadToken, (bot) =>
    following(({ webhook }) => {
      bot.clock.advance(fifteenMinutesMs)
      return webhook('GET', '/messages/@original')
    })(bot),
  ),
  answered(
    'a look at an answer that was deleted',
    codes,
    unknownMessage,
    following(async ({ webhook }) => {
      await webhook('DELETE', '/messages/@original')
      return webhook('GET', '/messages/@original')
    }),
  ),
  answered(
    'an edit of the answer where that was a form',
    'observed: a form is no message',
    unknownWebhook,
    following(({ webhook }) => webhook('PATCH', '/messages/@original', { content: 'x' }), form),
  ),
  answered(
    'a follow-up of another application',
    codes,
    unknownWebhook,
    following(({ token }, bot) => bot.call('POST', `/webhooks/${nobody}/${token}`, { content: 'x' })),
  ),
  answered(
    'an edit of a follow-up that there is not',
    codes,
    unknownMessage,
    following(({ webhook }) => webhook('PATCH', `/messages/${nobody}`, { content: 'x' })),
  ),
  answered(
    'an edit of an answer that was deleted',
    codes,
    unknownMessage,
    following(async ({ webhook }) => {
      await webhook('DELETE', '/messages/@original')
      return webhook('PATCH', '/messages/@original', { content: 'x' })
    }),
  ),
  answered(
    'an update of a message that was deleted since its button was pressed',
    'docs/stand-ins.md: as any other edit of it',
    unknownMessage,
    async (bot) => {
      const components = [{ type: 1, components: [{ type: 2, style: 1, label: 'On', custom_id: 'on' }] }]
      const { body } = await bot.call('POST', messagesPath(bot), { content: 'x', components })
      const { callback } = await begin(bot, { press: { message: String(body.id), button: 'On' } })
      await bot.call('DELETE', `${messagesPath(bot)}/${body.id}`)
      return callback({ type: 7, data: { content: 'y' } })
    },
  ),
  invalid(
    'a follow-up of 2001 letters',
    `${docs}/resources/webhook#execute-webhook`,
    'content: BASE_TYPE_MAX_LENGTH',
    following(({ webhook }) => webhook('POST', '', { content: 'x'.repeat(2001) })),
  ),
  invalid(
    'a nonce, which only messages in channels have, in a follow-up',
    `${docs}/resources/webhook#execute-webhook`,
    ['nonce: BASE_TYPE_FORBIDDEN', 'enforce_nonce: BASE_TYPE_CHOICES'],
    following(({ webhook }) => webhook('POST', '', { content: 'x', nonce: 'job', enforce_nonce: true })),
  ),
  invalid(
    'a follow-up that maybe waits',
    `${docs}/resources/webhook#execute-webhook`,
    'wait: BOOLEAN_TYPE_CONVERT',
    following(({ webhook }) => webhook('POST', '?wait=maybe', { content: 'x' })),
  ),
  invalid(
    'a follow-up in a thread, which is not served',
    'docs/stand-ins.md: what nobody documents is refused',
    'thread_id: UNKNOWN_FIELD',
    following(({ webhook }) => webhook('POST', `?thread_id=${nobody}`, { content: 'x' })),
  ),
  answered('an edit of what one person sees with the bot token', followUps, unknownMessage, async (bot) => {
    const { callback } = await begin(bot)
    const { body } = await callback({ type: 4, data: { content: 'x', flags: 64 } }, '?with_response=true')
    const { message } = body.resource as { message: { id: string } }
    return bot.call('PATCH', `/channels/${bot.discord.addresses.channelId}/messages/${message.id}`, {
      content: 'y',
    })
  }),
]

const told: readonly Refusal[] = [
  recorded('a command that is never answered', page, 'no answer within', async (bot) => {
    await begin(bot)
    bot.clock.advance(3_000)
  }),
  recorded(
    'a follow-up for one person that fills a deferral for all',
    followUps,
    'is not for one person alone',
    following(({ webhook }) => webhook('POST', '', { content: 'x', flags: 64 }), { type: 5 }),
  ),
  recorded('a deferral that is never filled', followUps, 'deferred and never answered', async (bot) => {
    const { callback } = await begin(bot)
    await callback({ type: 5 })
    bot.clock.advance(fifteenMinutesMs)
  }),
]

/** What Discord refuses of answers by when, by whom and where they are given. */
export const interactionRefusals: readonly Refusal[] = [...callbacks, ...withToken, ...told]
