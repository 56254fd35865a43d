import { describe, expect, test } from 'vitest'
import { actionNamed, readyUtility } from '../../../src/core/command/command.ts'
import type { RawValues } from '../../../src/core/fields/field.ts'
import type { BudgetState } from '../../../src/core/ledger/budget.ts'
import type { Period } from '../../../src/core/ledger/budget-window.ts'
import type { JournalLine, JournalRange } from '../../../src/core/ledger/journal.ts'
import { parseJournalLine } from '../../../src/core/ledger/journal-entries.ts'
import { invocation, target } from '../../support/commands/invocation.ts'
import { newBudgetCommand } from '../../support/commands/money-commands.ts'
import { noApprovals } from '../../support/commands/no-approvals.ts'
import { noChanges, recordingBudgets, serverBudget } from '../../support/commands/recording-budgets.ts'
import { withoutCharts } from '../../support/commands/surfaces.ts'
import { filesIn } from '../../support/commands/written.ts'

const member = (id: string) => JSON.stringify([{ kind: 'member', id }])

const job = (number: number, day: string, who: string, feature: string, charged?: number): JournalLine[] => {
  const fields = {
    account: 'discord:server-1',
    at: String(Date.parse(`${day}T12:00Z`)),
    job: `b07xjob${number}`,
    window: `month:${day.slice(0, 7)}`,
    scopes: member(who),
    before: '0',
    posted: '0',
    pending: '0',
  }
  const hold = { ...fields, operation: 'hold', credits: '200000', version: '1', day, feature }
  const settle = { ...fields, operation: 'settle', credits: String(charged), version: '2' }
  return [hold, ...(charged === undefined ? [] : [settle])].map((line, index) =>
    parseJournalLine(`${number}-${index}`, line),
  )
}

/** Today is Monday, June 15. */
const lines: readonly JournalLine[] = [
  ...job(1, '2026-05-31', 'm1', 'music', 90_000),
  ...job(2, '2026-06-01', 'm1', 'music', 100_000),
  ...job(3, '2026-06-14', 'm2', 'tts', 70_000),
  ...job(4, '2026-06-15', 'm2', 'music', 150_001),
  ...job(5, '2026-06-15', 'm2', 'music'),
]

const statement = async (
  values: RawValues = {},
  period: Period = 'month',
  more: Partial<BudgetState> = {},
) => {
  const asked: JournalRange[] = []
  const journal = {
    ...noChanges,
    async *lines(range: JournalRange) {
      asked.push(range)
      yield* lines
    },
  }
  const command = readyUtility(newBudgetCommand(), {
    ...recordingBudgets({ server: serverBudget({ period, ...more }) }),
    journal,
    ...noApprovals,
  })
  const action = actionNamed(command, 'statement')
  const answer = await action?.run(invocation({ command: 'budget', action: 'statement', values }))
  if (answer?.kind === 'problems') return { text: answer.message.text, asked, file: undefined, facts: [] }
  if (answer?.kind !== 'message') throw new Error('no message')
  const { whole, message } = answer
  const readBefore = asked.length
  const { text, blocks } = whole === undefined ? message : await whole(withoutCharts)
  return {
    text,
    asked,
    readBefore,
    isForOneAlone: answer.isPersonal,
    facts: blocks.flatMap((block) => (block.kind === 'facts' ? block.facts : [])),
    file: filesIn(blocks)[0],
  }
}

describe('/budget statement', () => {
  test('is a summary of the period and a file, for the admin alone, and read after the answer', async () => {
    const { text, facts, file, asked, readBefore, isForOneAlone } = await statement()
    expect(text).toBe('0.320001 credits used from 2026-06-01 to 2026-06-30.')
    const [first, second] = [
      { kind: 'member', id: 'm2' },
      { kind: 'member', id: 'm1' },
    ]
    expect(facts).toEqual([
      { label: 'Jobs', value: '4' },
      { label: 'In progress', value: '0.20 credits' },
      { label: 'By member', value: [first, ': 0.23', { kind: 'break' }, second, ': 0.10'] },
      { label: 'By feature', value: ['/music', ': 0.26', { kind: 'break' }, '/tts', ': 0.07'] },
    ])
    expect(file?.name).toBe('statement-2026-06-01-to-2026-06-30.csv')
    expect(file?.text.split('\r\n')).toHaveLength(6)
    expect([isForOneAlone, readBefore]).toEqual([true, 0])
    expect(asked).toEqual([{ account: 'discord:server-1', sinceMs: Date.UTC(2026, 4, 31, 9) }])
  })

  test.each([
    ['month', { period: 'this' }, '0.320001 credits used from 2026-06-01 to 2026-06-30.'],
    ['month', { period: 'last' }, '0.09 credits used from 2026-05-01 to 2026-05-31.'],
    ['week', {}, '0.150001 credits used from 2026-06-15 to 2026-06-21.'],
    ['week', { period: 'last' }, '0.07 credits used from 2026-06-08 to 2026-06-14.'],
    ['day', {}, '0.150001 credits used on 2026-06-15.'],
    ['day', { month: '2026-05' }, '0.09 credits used from 2026-05-01 to 2026-05-31.'],
    ['once', {}, '0.410001 credits used until 2026-06-15.'],
    ['month', { month: '2026-04' }, 'Nothing was used from 2026-04-01 to 2026-04-30.'],
  ] as const)('of a budget for each %s, with %j', async (period, values, text) => {
    expect((await statement(values, period)).text).toBe(text)
  })

  test.each([
    [
      'month',
      { month: '2026-13' },
      '"2026-13" isn\'t a month. Write it like 2026-06.\nNothing was exported.',
    ],
    ['month', { month: 'June' }, '"June" isn\'t a month. Write it like 2026-06.\nNothing was exported.'],
    [
      'month',
      { month: '2026-05', period: 'this' },
      'Choose a period or a month, not both.\nNothing was exported.',
    ],
    ['once', { period: 'last' }, "This budget doesn't reset, so there's no last period. Choose a month."],
  ] as const)('refuses, of a budget for each %s: %j', async (period, values, text) => {
    expect(await statement(values, period)).toMatchObject({ text, asked: [] })
  })

  test('is not read where the operator lets nobody spend, since servers share a journal', async () => {
    const { text, asked } = await statement({}, 'month', { allowance: { status: 'not_allowed' } })
    expect(text).toContain("Credits aren't turned on here.")
    expect(asked).toEqual([])
  })

  test('is read once for all who ask meanwhile, and one at a time of an account', async () => {
    const begun: string[] = []
    const gates: (() => void)[] = []
    const journal = {
      ...noChanges,
      async *lines({ account = 'discord:server-1', sinceMs }: JournalRange) {
        begun.push(`${account} ${sinceMs}`)
        await new Promise<void>((resolve) => gates.push(resolve))
        yield* lines
      },
    }
    const command = readyUtility(newBudgetCommand(), {
      ...recordingBudgets({ server: serverBudget() }),
      journal,
      ...noApprovals,
    })
    let members = 0
    const ask = async (month: string, server = 'server-1'): Promise<string> => {
      members += 1
      const by = target({ server, member: `m${members}` })
      const asked = { command: 'budget', action: 'statement', values: { month }, target: by }
      const answer = await actionNamed(command, 'statement')?.run(invocation(asked))
      if (answer?.kind !== 'message' || answer.whole === undefined) throw new Error('no statement')
      return (await answer.whole(withoutCharts)).text
    }
    const may = `discord:server-1 ${Date.UTC(2026, 3, 30, 9)}`
    const april = `discord:server-1 ${Date.UTC(2026, 2, 31, 9)}`
    const elsewhere = `discord:server-2 ${Date.UTC(2026, 3, 30, 9)}`
    const all = [ask('2026-05'), ask('2026-05'), ask('2026-04'), ask('2026-05', 'server-2')]
    await expect.poll(() => begun).toEqual([may, elsewhere])
    for (const open of gates.splice(0)) open()
    expect(await all[0]).toBe(await all[1])
    await expect.poll(() => begun).toEqual([may, elsewhere, april])
    for (const open of gates.splice(0)) open()
    expect(await Promise.all(all.slice(2))).toEqual([
      'Nothing was used from 2026-04-01 to 2026-04-30.',
      '0.09 credits used from 2026-05-01 to 2026-05-31.',
    ])
    const again = ask('2026-05')
    await expect.poll(() => begun).toEqual([may, elsewhere, april, may])
    for (const open of gates.splice(0)) open()
    expect(await again).toBe(await all[0])
  })
})
