import { describe, expect, test } from 'vitest'
import { cut } from '../../../src/commands/features/cut.ts'
import { lyrics } from '../../../src/commands/features/lyrics.ts'
import { music } from '../../../src/commands/features/music.ts'
import { microcredits } from '../../../src/core/credits.ts'
import { plainMessage } from '../../../src/core/message/message.ts'
import { budgetRefusalMessage, personalRefusalMessage } from '../../../src/jobs/messages/refusals.ts'

const needed = (credits: number, unreadMinutes?: number) => ({
  bound: microcredits(credits * 1_000_000),
  unreadMinutes,
})

describe('the budget of the whole installation', () => {
  const figures = { left: 7_770_000, limit: microcredits(8_880_000), resetsAtMs: 5 }
  const refusal = { status: 'exceeds_operator', ...figures } as const

  test('says when it starts anew and who can raise it, and neither its limit nor what is left', () => {
    expect(budgetRefusalMessage(music, needed(9), refusal)).toEqual({
      text: 'The budget of the whole bot does not cover your song: that may cost 9.00 credits, and less is left. Whoever runs this bot can raise it. Nothing was charged.',
      tone: 'failed',
      blocks: [
        {
          kind: 'facts',
          facts: [
            { label: 'Needed', value: 'at most 9.00 credits' },
            { label: 'Starts anew', value: { atMs: 5 } },
          ],
        },
      ],
    })
  })

  test('says why a clip needs so much that was not read yet', () => {
    expect(budgetRefusalMessage(cut, needed(0.16, 10), refusal).text).toContain(
      'held for a clip of up to 10 minutes',
    )
  })

  test('asks for another try where a request came too late', () => {
    expect(budgetRefusalMessage(music, needed(5), { status: 'late' })).toEqual(
      plainMessage(
        'Your request took too long on its way and was given up. Please ask again. Nothing was charged.',
        'failed',
      ),
    )
  })
})

describe('a budget that refuses', () => {
  const limit = microcredits(1_000_000)
  const figures = { id: '', limit, held: microcredits(0), resetsAtMs: undefined }
  const server = { status: 'exceeds_server', left: 54_000, ...figures } as const

  test('says what is left of it, and who can help', () => {
    expect(budgetRefusalMessage(music, needed(0.2), server)).toEqual({
      text: 'The budget does not cover your song: that may cost 0.20 credits, and 0.05 credits are left. An admin can give more with /budget give, or raise the limit with /budget limit. Nothing was charged.',
      tone: 'failed',
      blocks: [
        {
          kind: 'facts',
          facts: [
            { label: 'Needed', value: 'at most 0.20 credits' },
            { label: 'Left', value: '0.05 of 1.00' },
            { label: 'Starts anew', value: 'never by itself' },
          ],
        },
      ],
    })
  })

  test.each([
    [
      'channel',
      "This channel's share",
      'An admin can give this channel more with /budget give, or raise its limit with /budget channel.',
    ],
    [
      'group',
      "Your group's share",
      'An admin can give your group more with /budget give, or raise its limit with /budget group.',
    ],
    [
      'member',
      'Your own share',
      'An admin can give you more with /budget give, or raise your limit with /budget member.',
    ],
  ] as const)('for a %s names the command that helps there', (kind, whose, way) => {
    const { text } = budgetRefusalMessage(lyrics, needed(0.2), { ...server, status: `exceeds_${kind}` })
    expect(text).toBe(
      `${whose} of the budget does not cover your lyrics: that may cost 0.20 credits, and 0.05 credits are left. ${way} Nothing was charged.`,
    )
  })

  const heldText = "0.30 credits are held for running jobs; what they don't use comes back."
  const heldFact = { label: 'Held for running jobs', value: '0.30' }
  const held = microcredits(300_000)

  test.each([
    ['leaves too little', { left: 54_000 }, 'and 0.05 credits are left.', true],
    ['leaves nothing', { left: 0 }, 'and nothing is left.', true],
    [
      'was lowered while jobs ran',
      { left: -100_000, limit: microcredits(200_000) },
      'and nothing is left.',
      true,
    ],
    ['was lowered below what is used', { left: -300_000 }, 'and nothing is left.', false],
  ])('because what runs holds some of it says so: one that %s', (_, changes, left, comesBack) => {
    for (const messageOf of [budgetRefusalMessage, personalRefusalMessage]) {
      const { text, blocks } = messageOf(music, needed(0.4), { ...server, held, ...changes })
      expect(text).toContain(comesBack ? `${left} ${heldText}` : left)
      expect(text.includes(heldText)).toBe(comesBack)
      expect(blocks).toEqual([{ kind: 'facts', facts: expect.arrayContaining([heldFact]) }])
    }
  })

  test.each([
    ['leaves too little', 54_000, '0.05', true],
    ['leaves nothing', 0, '0.00', true],
    ['was lowered below what is used', -300_000, '0.00', false],
  ])(
    "because what runs holds some of the operator's ceiling says so: one that %s",
    (_, left, shown, comesBack) => {
      const refusal = { status: 'exceeds_ceiling', left, limit, held, resetsAtMs: undefined } as const
      expect(budgetRefusalMessage(music, needed(0.4), refusal).text).toBe(
        `Not enough credits: this needs up to 0.40 credits, and ${shown} are left of your bot operator's 1.00 a month. ${comesBack ? `${heldText} ` : ''}Only your bot operator can raise the limit. Nothing was charged.`,
      )
    },
  )

  const unread =
    'So much is held for a clip of up to 10 minutes until it is read; what is not needed comes back. For a take of a result here, whose length is known, only that is held.'

  test('for a clip that was not read says why so much is needed, and what needs less', () => {
    for (const messageOf of [budgetRefusalMessage, personalRefusalMessage]) {
      expect(messageOf(cut, needed(0.16, 10), server).text).toContain(`are left. ${unread} `)
      expect(messageOf(cut, needed(0.16), server).text).not.toContain('until it is read')
    }
  })
})
