import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { SeenMessage } from '../../sandbox/control/people.ts'
import { createBudgetCommand } from '../../src/commands/budget/budget.ts'
import { actionNamed, readyUtility } from '../../src/core/command/command.ts'
import { createFileMaking } from '../../src/core/command/file-making.ts'
import type { Asked } from '../../src/core/command/invocation.ts'
import { parseJournalLine } from '../../src/core/ledger/journal-entries.ts'
import { noApprovals } from '../support/commands/no-approvals.ts'
import { noChanges, recordingBudgets, serverBudget } from '../support/commands/recording-budgets.ts'
import { createStage, type DirectHarness, type Stage } from './contract-stage.ts'

const hourMs = 60 * 60_000
const line = parseJournalLine('1-0', {
  account: 'discord:server-1',
  at: String(Date.UTC(2026, 5, 1)),
  operation: 'hold',
  job: 'b07xjob1',
  window: 'month:2026-06',
  scopes: '[{"kind":"member","id":"m1"}]',
  before: '0',
  credits: '90000',
  version: '1',
  posted: '0',
  pending: '0',
  day: '2026-06-01',
  feature: 'music',
})

/** What every platform does alike with files that take long to make: here the statements of a budget. */
export const describeFiles = (harness: DirectHarness): void => {
  let stage: Stage
  let nowMs = Date.UTC(2026, 5, 15)
  const opened = { gate: Promise.resolve() }
  const making = createFileMaking()
  const write = vi.fn(making.write)
  const journal = {
    ...noChanges,
    async *lines() {
      await opened.gate
      yield line
    },
  }
  const command = readyUtility(createBudgetCommand([], { ...making, write }), {
    ...recordingBudgets({ server: serverBudget() }),
    ...noApprovals,
    journal,
    now: () => nowMs,
  })
  const run = async (asked: Asked) => {
    const answer = await actionNamed(command, 'statement')?.run(asked)
    if (answer === undefined || answer.kind === 'asks') throw new Error('that is no answer')
    return answer
  }

  beforeEach(async () => {
    stage = await createStage(harness, {})
    stage.answerWith(run)
    write.mockClear()
  })
  afterEach(() => stage.close())

  /** With a command that everybody has in their client. */
  const ask = (who: string) => stage.asked(stage.act(harness.command('privacy', 'export', {}), who))
  const seen = (who: string, holds: (message: SeenMessage) => boolean) => stage.seenBy(who).filter(holds)
  const answers = (who: string, text: string) => seen(who, (message) => message.text.includes(text)).length
  const statements = (who: string) =>
    seen(who, ({ files }) => files.some(({ name }) => name.startsWith('statement-'))).length
  /** A chat may show a file some time after it has it. */
  const arrived = async (who: string, count: number) => {
    await stage.until(() => answers(who, 'used from') === count)
    while (statements(who) < count) stage.world.clock.advance(10)
    expect(statements(who)).toBe(count)
  }

  describe('a file that takes long to make', () => {
    test('is made once for all who ask meanwhile; each gets one at a time', async () => {
      const { member, other } = stage.places
      const gate = Promise.withResolvers<void>()
      opened.gate = gate.promise
      await ask(member)
      await ask(other)
      await ask(member)
      await stage.until(() => answers(member, "isn't ready yet. You get one at a time.") === 1)
      expect(statements(member) + statements(other)).toBe(0)
      gate.resolve()
      await arrived(member, 1)
      await arrived(other, 1)
      expect(write).toHaveBeenCalledOnce()
      await ask(member)
      await arrived(member, 2)
    })

    test('is made twelve times in an hour for a member, who is told when they get the next', async () => {
      const { admin, other } = stage.places
      for (let count = 1; count <= 12; count += 1) {
        await ask(admin)
        await arrived(admin, count)
      }
      await ask(admin)
      const refused = 'You can get 12 statements an hour here. Try again in 60 minutes.'
      await stage.until(() => answers(admin, refused) === 1)
      await ask(other)
      await arrived(other, 1)
      nowMs += hourMs
      await ask(admin)
      await arrived(admin, 13)
      expect(write).toHaveBeenCalledTimes(14)
    })
  })
}
