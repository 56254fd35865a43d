import { afterEach, beforeEach, expect, test } from 'vitest'
import { createWeb } from '../../../src/bots/slack/outgoing/web.ts'
import { plainMessage } from '../../../src/core/message/message.ts'
import { type Bot, startBot } from './bot.ts'

// Private answers share a rate of the whole workspace, so those who are refused everything must not use it up.

let bot: Bot
beforeEach(async () => {
  bot = await startBot('socket', 'for the clock')
})
afterEach(() => bot.stop())

/** A second in which what was said is handled. */
const second = async (): Promise<void> => {
  bot.clock.advance(1_000)
  const { botToken: token, api: apiUrl } = bot.standIn.addresses
  for (let trip = 0; trip < 2; trip += 1) await createWeb({ token, apiUrl }).auth.test()
}

const seconds = 120

test.each(['a stranger of a shared channel', 'a blocked member'] as const)(
  '%s who asks each second holds up no private answer of others, and is told once a minute',
  async (who) => {
    const { memberId, adminId, secondTeam } = bot.standIn.addresses
    await bot.act({ manage: { what: 'share channel' } }, undefined, adminId)
    const flooding = who === 'a blocked member' ? adminId : secondTeam.memberId
    bot.answerWith(({ target }) =>
      target.member === memberId
        ? { kind: 'message', message: plainMessage('Your balance'), seenBy: 'member' }
        : { kind: 'message', message: plainMessage('Blocked', 'failed'), seenBy: 'member', isShutOut: true },
    )
    const told = (member: string) => bot.seen(member).filter(({ seenBy }) => seenBy === member).length
    for (let at = 0; at < seconds; at += 1) {
      await bot.act({ say: `@Tunesmith credits ${at}` }, undefined, flooding)
      if (at >= seconds - 5) await bot.act({ say: '@Tunesmith credits' }, undefined, memberId)
      await second()
    }
    for (let at = 0; at < 5; at += 1) await second()
    expect(told(memberId)).toBe(5)
    expect(told(flooding)).toBeLessThanOrEqual(seconds / 60 + 1)
  },
)
