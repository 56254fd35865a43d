import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { inWords } from '../../../../src/bots/slack/incoming/words.ts'
import { plainMessage } from '../../../../src/core/message/message.ts'
import { excuseRefusals, expectRefusals } from '../../../support/sandbox/strict.ts'
import { type Bot, startBot } from '../bot.ts'
import { remixForm } from '../commands.ts'

// What Slack writes: https://docs.slack.dev/messaging/formatting-message-text#retrieving-messages

const names: Readonly<Record<string, string>> = { 'member U1': 'Anna', 'group S1': 'band' }

test.each([
  ['a member', 'for <@U1>’s mum', 'for Anna’s mum'],
  ['a member whose handle came along', 'for <@U1|anna.k_1987>', 'for Anna'],
  ['a member of whom the handle is all there is', 'for <@U2|max>', 'for max'],
  ['a member who is not known', 'for <@U2> and <@U3|>', 'for someone and someone'],
  ['a channel', 'in <#C1|music>', 'in music'],
  ['a channel without a name', 'in <#C1|> and <#C2>', 'in a channel and a channel'],
  ['a user group', '<!subteam^S1> and <!subteam^S2|@crew>', 'band and crew'],
  ['a user group that is not known', '<!subteam^S2>', 'a group'],
  ['an emoji', 'a happy :musical_note: song :tada:!', 'a happy musical note song tada!'],
  ['emoji side by side', ':tada::wave::skin-tone-3: :+1:', 'tada wave +1'],
  ['an emoji in another alphabet', ':寿司:', '寿司'],
  ['an emoji after a name', '<@U1>:tada:', 'Anna tada'],
])('%s is read as Slack shows it: %j', (_, text, words) => {
  expect(inWords(text, (kind, id, written) => names[`${kind} ${id}`] ?? written)).toBe(words)
})

test.each([
  'at 10:30:45, 9:8:7 :30: ::',
  'https://a.example/:x:y re:you:me note: a :b c: d',
  'a < b > c <3 <@> <#>',
  '@here',
])('other text stays: %j', (text) => {
  expect(inWords(text, () => 'x')).toBe(text)
})

test('names of nobody in a member’s texts leave room to read the rights of others', async () => {
  excuseRefusals(/^users.info: user_not_found/)
  const bot = await startBot('socket', 'for the clock')
  bot.answerWith(() => ({ kind: 'message', message: plainMessage('Well.'), seenBy: 'member' }))
  const { adminId, channelId } = bot.standIn.addresses
  for (let asked = 0; asked < 12; asked += 1) {
    const nobody = Array.from({ length: 10 }, (_, index) => `<@U0NOBODY${asked}X${index}>`)
    await bot.act({ command: `/remix ${nobody.join(' ')}` })
  }
  await bot.until(() => bot.recorded.invocations.length === 12)
  await bot.act({ command: '/budget show' }, channelId, adminId)
  await bot.until(() => bot.recorded.invocations.length === 13)
  expect(bot.recorded.invocations.at(-1)).toMatchObject({ isAdmin: true })
  await bot.stop()
})

describe('through the official client', () => {
  let bot: Bot
  beforeEach(async () => {
    bot = await startBot('socket')
    bot.answerWith(answer)
  })
  afterEach(() => bot.stop())
  const answer = () => ({ kind: 'message', message: plainMessage('Well.'), seenBy: 'all' }) as const

  test('commands and messages have the names that people are called by, not their handles or ids', async () => {
    const typed = 'for @Ada, @Mia and @musicians in #music :tada:'
    const words = 'for Ada (admin), Mia and musicians in music tada'
    await bot.act({ command: `/remix ${typed} title:"by @Mia"` })
    await bot.act({ say: `@Tunesmith remix ${typed} title:"by @Mia"` })
    await bot.act({ say: `@Tunesmith ${typed}` })
    await bot.until(() => bot.recorded.invocations.length === 3)
    const asked = { values: { prompt: words, title: 'by Mia' } }
    expect(bot.recorded.invocations).toMatchObject([asked, asked, { unread: words }])
  })

  test('a form has them too', async () => {
    bot.answerWith(() => ({ kind: 'form', form: remixForm(), message: plainMessage('More?') }))
    const { form } = await bot.act({ command: '/remix' })
    bot.answerWith(answer)
    const { adminId } = bot.standIn.addresses
    const values = { Prompt: `for <@${adminId}> and <@U0NOBODY> :tada:` }
    expectRefusals('users.info: user_not_found')
    await bot.act({ submit: { form: form?.id ?? '', values } })
    expect(bot.recorded.invocations.at(-1)).toMatchObject({
      values: { prompt: 'for Ada (admin) and someone tada' },
    })
  })
})
