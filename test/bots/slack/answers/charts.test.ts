import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type MessageAnswer, privately, type Surface } from '../../../../src/core/command/answer.ts'
import { type Block, type Chart, plainMessage, type Table } from '../../../../src/core/message/message.ts'
import { expectRefusals } from '../../../support/sandbox/strict.ts'
import { type Bot, startBot } from '../bot.ts'

// Figures that Slack draws itself, and what becomes of them where it does not.

let bot: Bot
beforeEach(async () => {
  bot = await startBot('socket')
})
afterEach(() => bot.stop())

const chart = (value: number): Chart => ({
  kind: 'chart',
  title: 'By day',
  unit: 'Credits',
  bars: [{ label: 'Jul 1', value }],
})
const tableFor = (member: string): Table => ({
  kind: 'table',
  title: 'Top spenders',
  head: ['Member', 'Credits'],
  rows: [{ name: { kind: 'member', id: member }, amount: '0.50', value: 0.5 }],
})
const picture = {
  kind: 'picture',
  name: 'budget.png',
  description: 'Bars by day',
  data: Uint8Array.from([1]),
} as const

/** What Slack refuses. */
const notANumber = Number.NaN

const answerWith = (blocks: readonly Block[], turnsPage?: true): readonly Surface[] => {
  const asked: Surface[] = []
  const answer: MessageAnswer = {
    kind: 'message',
    seenBy: 'member',
    message: plainMessage('5 credits left here.'),
    ...(turnsPage && { turnsPage }),
    async whole(surface) {
      asked.push(surface)
      const shown = surface.drawsCharts ? blocks : [picture]
      return { ...plainMessage('5 credits left here.'), blocks: shown }
    },
  }
  bot.answerWith(() => answer)
  return asked
}

const own = () => bot.seen().filter(({ authorId }) => authorId !== bot.standIn.addresses.memberId)

describe('figures', () => {
  test('are a chart and a table of the answer itself, and nothing is drawn', async () => {
    const { memberId } = bot.standIn.addresses
    const asked = answerWith([chart(0.5), tableFor(memberId)])
    await bot.act({ command: '/help' })
    await bot.until(() => own().length > 0)
    expect(own()).toMatchObject([
      {
        seenBy: memberId,
        text: '5 credits left here.\nBy day\nCredits\nJul 1: 0.5\nCredits\nTop spenders\nMember · Credits\n@Max · 0.50',
        files: [],
      },
    ])
    expect(asked.map(({ drawsCharts }) => drawsCharts)).toEqual([true])
    expect(await asked[0]?.nameOf(memberId)).toBe('Max')
  })

  test('are a picture in the direct messages where Slack refuses the chart', async () => {
    expectRefusals(/response URL: invalid_blocks/)
    const asked = answerWith([chart(notANumber)])
    await bot.act({ command: '/help' })
    await bot.until(() => own().some(({ text }) => text.includes('direct messages')))
    const files = () => own().flatMap((message) => message.files)
    // Slack shows a file some time after it was shared.
    while (files().length === 0) bot.clock.advance(10)
    expect(files()).toMatchObject([{ name: 'budget.png', description: 'Bars by day' }])
    expect(own().map(({ text }) => text)).toContain(
      '5 credits left here.\nI sent the file to your direct messages.',
    )
    expect(asked.map(({ drawsCharts }) => drawsCharts)).toEqual([true, false])
  })

  test('that Slack refuses on another page leave the page in words', async () => {
    bot.answerWith(() =>
      privately({
        ...plainMessage('Page 1.'),
        blocks: [
          {
            kind: 'buttons',
            buttons: [
              {
                label: 'Week',
                style: 'plain',
                commandLink: { command: 'help', action: undefined, values: {} },
              },
            ],
          },
        ],
      }),
    )
    await bot.act({ command: '/help' })
    await bot.until(() => own().length > 0)
    const refused = /response URL: invalid_blocks/
    expectRefusals(refused, refused) // in place of the page, and as a message of its own
    answerWith([chart(notANumber)], true)
    await bot.act({ press: { message: own()[0]?.id ?? '', button: 'Week' } })
    await bot.until(() => own()[0]?.text === '5 credits left here.')
    expect(own()).toMatchObject([{ files: [], edits: 1 }])
  })
})
