import { afterEach, expect, test } from 'vitest'
import { plainMessage } from '../../../../src/core/message/message.ts'
import { type Bot, modes, startBot } from '../bot.ts'

let bot: Bot
afterEach(() => bot.stop())

// https://docs.slack.dev/reference/events/app_rate_limited/
test.each(modes)(
  'over %s, Slack may say that it keeps events back, and commands are answered on',
  async (mode) => {
    bot = await startBot(mode)
    bot.answerWith(() => ({ kind: 'message', message: plainMessage('Here I am.'), seenBy: 'member' }))
    bot.standIn.faults.add({ eventsPerHour: 0 })
    await bot.act({ say: 'a busy day' })
    await bot.until(() => bot.log.warnings().some((warning) => warning.startsWith('Slack drops events')))
    await bot.until(() =>
      bot.wire.since(0).some(({ summary }) => /^acknowledged .*app_rate_limited/.test(summary)),
    )
    await bot.act({ command: '/remix' })
    await bot.until(() => bot.seen().some(({ text }) => text.includes('Here I am.')))
    expect(bot.log.errors()).toEqual([])
  },
)
