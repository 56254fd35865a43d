import { messagesPath, posting } from '../provoking.ts'
import { answered, docs, type Refusal } from '../refusal.ts'

const sixAtOnce = [1, 2, 3, 4, 5, 6].map((content) => posting({ content: String(content) }))

/** What is too much of a good thing; test/sandbox/discord/rates.test.ts looks closer. */
export const rateRefusals: readonly Refusal[] = [
  answered(
    'coming more often than its bucket takes',
    `${docs}/topics/rate-limits#exceeding-a-rate-limit`,
    [429, 0, 'You are being rate limited.'],
    async (bot) => {
      const answers = await Promise.all(sixAtOnce.map((post) => post(bot)))
      return answers.find(({ status }) => status === 429) ?? { status: 0, body: {} }
    },
  ),
  answered(
    'editing messages over an hour old more often than is allowed',
    'https://github.com/discord/discord-api-docs/issues/4413',
    [429, 30046, 'Maximum number of edits to messages older than 1 hour reached. Try again later'],
    async (bot) => {
      const { body } = await posting({ content: 'x' })(bot)
      bot.clock.advance(60 * 60_000 + 1)
      const edit = () => bot.call('PATCH', `${messagesPath(bot)}/${body.id}`, { content: 'y' })
      for (let done = 0; done < 3; done += 1) await edit()
      return edit()
    },
  ),
]
