import { describe, expect, test } from 'vitest'
import { microcredits } from '../../../src/core/credits.ts'
import { scopeKinds } from '../../../src/core/ledger/scope.ts'
import { commandLinkText } from '../../../src/core/message/command-link.ts'
import { plainMessage } from '../../../src/core/message/message.ts'
import {
  adminRefusalMessage,
  budgetRefusalMessage,
  personalRefusalMessage,
} from '../../../src/jobs/messages/refusals.ts'

const needed = (credits: number, unreadMinutes?: number) => ({
  bound: microcredits(credits * 1_000_000),
  unreadMinutes,
})

describe('the budget of the whole installation', () => {
  const figures = { left: 7_770_000, limit: microcredits(8_880_000), resetsAtMs: 5 }
  const refusal = { status: 'exceeds_operator', ...figures } as const

  test('says when it resets and who can raise it, and neither its limit nor what is left', () => {
    expect(budgetRefusalMessage(needed(9), refusal)).toEqual({
      text: "Not enough credits: this needs up to 9, which is more than the bot's overall budget has left. Your bot operator can raise the overall budget. Nothing was charged.",
      tone: 'failed',
      blocks: [
        {
          kind: 'facts',
          facts: [{ label: 'Resets', value: { atMs: 5 } }],
        },
      ],
    })
  })

  test('says why a clip needs so much that was not read yet', () => {
    expect(budgetRefusalMessage(needed(0.16, 10), refusal).text).toContain(
      "Until I know the clip's length, I'll reserve enough credits for 10 minutes.",
    )
  })

  test('asks for another try where a request came too late', () => {
    expect(budgetRefusalMessage(needed(5), { status: 'late' })).toEqual(
      plainMessage('Your request took too long to arrive. Try again. Nothing was charged.', 'failed'),
    )
  })
})

describe('a budget that refuses', () => {
  const limit = microcredits(1_000_000)
  const figures = { id: '', limit, held: microcredits(0), resetsAtMs: undefined }
  const server = { status: 'exceeds_server', left: 54_000, ...figures } as const

  test('says what is left of it, and who can help', () => {
    expect(budgetRefusalMessage(needed(0.2), server)).toEqual({
      text: 'Not enough credits: this needs up to 0.20, with 0.05 left here. An admin can add credits with /budget give or raise the limit with /budget limit. Nothing was charged.',
      tone: 'failed',
      blocks: [
        {
          kind: 'facts',
          facts: [{ label: 'Resets', value: 'never' }],
        },
      ],
    })
  })

  test.each([
    [
      'channel',
      'with 0.05 left for this channel.',
      'An admin can add credits for this channel with /budget give or raise its limit with /budget channel.',
    ],
    [
      'group',
      'with 0.05 left for your group.',
      'An admin can add credits for your group with /budget give or raise its limit with /budget group.',
    ],
    [
      'member',
      'and you have 0.05 left.',
      'An admin can give you credits with /budget give or raise your limit with /budget member.',
    ],
    [
      'feature',
      'with 0.05 left for /music.',
      'An admin can add credits for this feature with /budget give or raise its limit with /budget feature.',
    ],
    [
      'model',
      'with 0.05 left for model v7 pro.',
      'An admin can add credits for this model with /budget give or raise its limit with /budget model.',
    ],
  ] as const)('for a %s names the command that helps there', (kind, left, way) => {
    const id = kind === 'model' ? 'v7-pro' : 'music'
    const { text } = budgetRefusalMessage(needed(0.2), { ...server, id, status: `exceeds_${kind}` })
    expect(text).toBe(`Not enough credits: this needs up to 0.20, ${left} ${way} Nothing was charged.`)
  })

  test('gives an admin the form that helps instead of the sentence', () => {
    const linkOf = (refusal: Parameters<typeof adminRefusalMessage>[1]) => {
      const message = adminRefusalMessage(needed(0.2), refusal)
      expect(message?.text ?? '').not.toContain('An admin can')
      return message?.blocks.flatMap((block) =>
        block.kind === 'buttons'
          ? block.buttons.map(({ label, commandLink }) => [label, commandLinkText(commandLink)])
          : [],
      )
    }
    expect(linkOf({ status: 'no_budget' })).toEqual([['Set budget', '/budget limit']])
    expect(linkOf(server)).toEqual([['Set budget', '/budget limit']])
    for (const kind of scopeKinds)
      expect(linkOf({ ...server, status: `exceeds_${kind}`, id: 'x1' })).toEqual([
        ['Set limit', `/budget ${kind} ${kind}:x1`],
      ])
    expect(linkOf({ ...server, status: 'exceeds_ceiling' })).toBeUndefined()
    expect(linkOf({ status: 'late' })).toBeUndefined()
    expect(adminRefusalMessage(needed(0.2), server)?.blocks[0]).toEqual(
      budgetRefusalMessage(needed(0.2), server).blocks[0],
    )
  })

  const heldText = 'Reserved for running jobs: 0.30 credits. Unused credits come back.'
  const held = microcredits(300_000)

  test.each([
    ['leaves too little', { left: 54_000 }, 'with 0.05 left here.', 'you have 0.05 left.', true],
    ['leaves nothing', { left: 0 }, 'and none are left here.', 'you have none left.', true],
    [
      'was lowered while jobs ran',
      { left: -100_000, limit: microcredits(200_000) },
      'and none are left here.',
      'you have none left.',
      true,
    ],
    [
      'was lowered below what is used',
      { left: -300_000 },
      'and none are left here.',
      'you have none left.',
      false,
    ],
  ])('because what runs holds some of it says so: one that %s', (_, changes, left, ownLeft, comesBack) => {
    for (const [messageOf, words] of [
      [budgetRefusalMessage, left],
      [personalRefusalMessage, `and ${ownLeft}`],
    ] as const) {
      const { text, blocks } = messageOf(needed(0.4), { ...server, held, ...changes })
      expect(text).toContain(comesBack ? `${words} ${heldText}` : words)
      expect(text.includes(heldText)).toBe(comesBack)
      expect(blocks).toEqual([{ kind: 'facts', facts: [{ label: 'Resets', value: 'never' }] }])
    }
  })

  test.each([
    ['leaves too little', 54_000, '0.05', true],
    ['leaves nothing', 0, '0', true],
    ['was lowered below what is used', -300_000, '0', false],
  ])(
    "because what runs holds some of the operator's ceiling says so: one that %s",
    (_, left, shown, comesBack) => {
      const refusal = { status: 'exceeds_ceiling', left, limit, held, resetsAtMs: undefined } as const
      expect(budgetRefusalMessage(needed(0.4), refusal).text).toBe(
        `Not enough credits: this needs up to 0.40. Your bot operator's limit of 1 a month has ${shown} left. ${comesBack ? `${heldText} ` : ''}Only your bot operator can raise the limit. Nothing was charged.`,
      )
    },
  )

  const unread =
    "Until I know the clip's length, I'll reserve enough credits for 10 minutes. Takes made here only reserve credits for their actual length."

  test('for a clip that was not read says why so much is needed, and what needs less', () => {
    for (const [messageOf, left] of [
      [budgetRefusalMessage, 'with 0.05 left here.'],
      [personalRefusalMessage, 'you have 0.05 left.'],
    ] as const) {
      expect(messageOf(needed(0.16, 10), server).text).toContain(`${left} ${unread} `)
      expect(messageOf(needed(0.16), server).text).not.toContain('Until I know')
    }
  })
})
