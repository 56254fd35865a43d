import { describe, expect, test } from 'vitest'
import { createCreditsCommand } from '../../src/commands/credits.ts'
import { microcredits } from '../../src/core/credits.ts'
import { target } from '../support/invocation.ts'
import { memberBudget, recordingBudgets, runUtility, serverBudget } from './budget-world.ts'

const credits = (...state: Parameters<typeof recordingBudgets>) => {
  const { budgets, asked } = recordingBudgets(...state)
  const command = createCreditsCommand({ budgets })
  const run = (member = 'member-1') => runUtility(command, undefined, {}, { target: target({ member }) })
  return { command, run, asked }
}

const share = memberBudget({ limit: microcredits(2_000_000) })
const newMonth = { label: 'Starts anew', value: { atMs: Date.UTC(2026, 6, 1) } }

test('/credits is for everyone, and takes nothing', () => {
  expect(credits().command).toMatchObject({ audience: 'everyone', actions: { fields: {} } })
})

describe('/credits', () => {
  test('tells a member without a limit what there is', async () => {
    const { run, asked } = credits()
    expect(await run('m7')).toEqual({
      text: 'You may still use 8.38 credits, all that are left here.',
      tone: 'info',
      isPrivate: true,
      notes: [],
      facts: [
        { label: 'Left here', value: '8.38 of 10.00 credits per month' },
        { label: 'Held for running jobs', value: '0.12' },
        newMonth,
      ],
    })
    expect(asked).toEqual(['discord:server-1', 'discord:server-1 m7'])
  })

  test('tells a member with a limit what is left of it', async () => {
    expect(await credits(serverBudget({ held: microcredits(0) }), share).run()).toMatchObject({
      text: 'You may still use 1.50 credits.',
      isPrivate: true,
      facts: [
        { label: 'Left for you', value: '1.50 of 2.00 credits per month' },
        { label: 'Left here', value: '8.38 of 10.00 credits per month' },
        newMonth,
      ],
    })
  })

  test('promises no member more than there is', async () => {
    expect((await credits(serverBudget({ left: 100_000 }), share).run()).text).toBe(
      'You may still use 0.10 credits, all that are left here.',
    )
  })

  test.each([
    [
      'a share that is used up',
      serverBudget(),
      memberBudget({ limit: microcredits(400_000) }),
      'Your share of the credits is used up. An admin can give more with /budget member.',
      '0.00 of 0.40 credits per month',
    ],
    [
      'a server that has nothing left',
      serverBudget({ left: 0 }),
      share,
      'The credits here are used up. An admin can give more with /budget limit.',
      '0.00 of 2.00 credits per month',
    ],
    [
      'a server that used more than it had',
      serverBudget({ left: -500_000 }),
      share,
      'The credits here are used up. An admin can give more with /budget limit.',
      '0.00 of 2.00 credits per month',
    ],
  ])('says of %s who can give more', async (_, server, member, text, left) => {
    const shown = await credits(server, member).run()
    expect(shown.text).toBe(text)
    expect(shown.facts[0]).toEqual({ label: 'Left for you', value: left })
    expect(JSON.stringify(shown.facts)).not.toContain('-')
  })

  test('says who can give a server its first credits', async () => {
    expect(await credits(serverBudget({ limit: undefined, left: 0 }), share).run()).toMatchObject({
      text: 'There are no credits here yet. An admin can give some with /budget limit.',
      isPrivate: true,
      facts: [],
    })
  })

  test('says when nothing ever starts anew', async () => {
    const once = serverBudget({ period: 'once', resetsAtMs: undefined })
    expect((await credits(once).run()).facts).toContainEqual({
      label: 'Starts anew',
      value: 'never by itself',
    })
  })
})
