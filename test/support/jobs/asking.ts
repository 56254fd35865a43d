import { createBudgetCommand } from '../../../src/commands/budget/budget.ts'
import { master } from '../../../src/commands/features/master.ts'
import { music } from '../../../src/commands/features/music.ts'
import { remix } from '../../../src/commands/features/remix.ts'
import { result } from '../../../src/commands/features/result.ts'
import { type Answer, type Form, privately } from '../../../src/core/command/answer.ts'
import type { Drafts } from '../../../src/core/command/draft.ts'
import type { Invocation } from '../../../src/core/command/invocation.ts'
import { plainMessage } from '../../../src/core/message/message.ts'
import { createJournal } from '../../../src/redis/journal.ts'
import { invocation } from '../commands/invocation.ts'
import type { StoreWorld } from '../redis/store-world.ts'
import { dispatchOver } from './dispatch-over.ts'

/** Somebody who asks in a world of its own; `requested` keeps what becomes of it, and nothing is bought. */
export const createAsking = (store: StoreWorld, { resultsFromElsewhere = false } = {}) => {
  const requested: Invocation[] = []
  const ask = (asked: Partial<Invocation>, drafts: Drafts = store.drafts): Promise<Answer> => {
    const { budgets } = store
    const budget = createBudgetCommand({ budgets, blocks: store.blocks, journal: createJournal(store) })
    const dispatch = dispatchOver(store, {
      drafts,
      commands: [music, remix, master, result, budget],
      made: store.made,
      resultsFromElsewhere,
      intake: {
        request: (feature, complete) => {
          requested.push(complete)
          const read = feature.prepare(complete.values)
          const queued = privately(plainMessage('queued'))
          const problems = read.ok ? [] : read.problems
          const message = plainMessage(problems.map(({ text }) => text).join('\n'))
          return Promise.resolve(read.ok ? queued : { kind: 'problems', problems, message, retry: undefined })
        },
        acknowledged: () => Promise.resolve(undefined),
      },
    })
    return dispatch.answer(invocation({ command: 'remix', ...asked }))
  }
  return { ask, requested }
}
export type Asking = ReturnType<typeof createAsking>

/** The form of an answer. */
export const formOf = (answer: Answer): Form => {
  if (answer.kind === 'form') return answer.form
  if (answer.kind === 'problems' && answer.retry !== undefined) return answer.retry
  throw new Error(`no form: ${answer.message.text}`)
}
