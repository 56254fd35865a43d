import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { formId, sendPrefix, writeFormOrigin } from '../../../../src/bots/slack/forms/form-id.ts'
import { refusal } from '../../../../src/core/command/answer.ts'
import { type Bot, startBot } from '../bot.ts'

let bot: Bot
beforeEach(async () => {
  bot = await startBot('socket')
  bot.answerWith(() => refusal('This form has expired.'))
})
afterEach(() => bot.stop())

/** Posts a button of a form, as the bot does, and has the first member press it; answers with what is requested. */
const requested = async (action: string, from: { channel: string; thread?: string; isHome?: true }) => {
  const { api, botToken, channelId: channel } = bot.standIn.addresses
  const value = writeFormOrigin({
    command: 'remix',
    action: undefined,
    draft: 'draft-1',
    thread: undefined,
    replyUrl: '',
    kept: [],
    dropped: [],
    ...from,
  })
  const text = { type: 'plain_text', text: 'Edit' }
  const blocks = [{ type: 'actions', elements: [{ type: 'button', action_id: action, text, value }] }]
  const headers = {
    authorization: `Bearer ${botToken}`,
    'content-type': 'application/json; charset=utf-8',
  }
  const body = JSON.stringify({ channel, text: 'Here.', blocks })
  const { ts } = (await (
    await fetch(`${api}chat.postMessage`, { method: 'POST', headers, body })
  ).json()) as {
    ts: string
  }
  await bot.act({ press: { message: ts, button: 'Edit' } })
  return bot.recorded.invocations.at(-1)
}

describe.each([
  ['opens a form', formId],
  ['sends a draft', `${sendPrefix}0`],
])('a button that %s', (_what, action) => {
  test('asks where it was made, in the thread that it was made for', async () => {
    const { channelId: channel, teamId: server, memberId: member } = bot.standIn.addresses
    const { event: thread } = await bot.act({ say: 'listen' })
    expect(await requested(action, { channel, thread })).toMatchObject({
      form: { draft: 'draft-1' },
      target: { platform: 'slack', server, channel, thread, member },
    })
  })

  test.each(['another channel', 'somebody’s direct messages'])(
    'and claims to be in %s asks only where it was pressed',
    async (claimed) => {
      const { channelId, channelIds, teamId: server, memberIds } = bot.standIn.addresses
      const [member = '', other = ''] = memberIds
      const channel = claimed === 'another channel' ? (channelIds[1] ?? '') : `D${other.slice(1)}`
      const invocation = await requested(action, { channel, isHome: true })
      expect(invocation?.target).toEqual({ platform: 'slack', server, channel: channelId, member })
    },
  )
})
