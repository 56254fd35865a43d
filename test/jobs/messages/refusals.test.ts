import { describe, expect, test } from 'vitest'
import { music } from '../../../src/commands/features/music.ts'
import { microcredits } from '../../../src/core/credits.ts'
import { plainMessage } from '../../../src/core/message/message.ts'
import { budgetRefusalMessage } from '../../../src/jobs/messages/refusals.ts'

describe('the budget of the whole installation', () => {
  test('says when it starts anew and who can raise it, and neither its limit nor what is left', () => {
    const figures = { left: 7_770_000, limit: microcredits(8_880_000), resetsAtMs: 5 }
    const refusal = { status: 'exceeds_operator', ...figures } as const
    const message = budgetRefusalMessage(music, microcredits(9_000_000), refusal)
    expect(message).toEqual({
      text: 'The budget of this whole installation does not cover your song: it may cost 9.00 credits, and less is left. Whoever runs this bot can raise it. Nothing was charged.',
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

  test('asks for another try where a request came too late', () => {
    expect(budgetRefusalMessage(music, microcredits(5), { status: 'late' })).toEqual(
      plainMessage(
        'Your request took too long on its way and was given up. Please ask again. Nothing was charged.',
        'failed',
      ),
    )
  })
})

describe('a budget that refuses', () => {
  const limit = microcredits(1_000_000)

  test('promises nothing below zero', () => {
    const refusal = { status: 'exceeds_server', id: '', left: -1, limit, resetsAtMs: undefined } as const
    const { text, blocks } = budgetRefusalMessage(music, microcredits(5), refusal)
    expect(text).toContain('0.00 credits are left')
    expect(JSON.stringify(blocks)).toContain('never by itself')
  })
})
