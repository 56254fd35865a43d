import { master } from '../../../src/commands/features/master.ts'
import { music } from '../../../src/commands/features/music.ts'
import { remix } from '../../../src/commands/features/remix.ts'
import { result } from '../../../src/commands/features/result.ts'
import type { Answer, Form } from '../../../src/core/command/answer.ts'
import { readyUtility } from '../../../src/core/command/command.ts'
import type { Drafts } from '../../../src/core/command/draft.ts'
import type { Asked } from '../../../src/core/command/invocation.ts'
import type { JobRequest } from '../../../src/core/job/job.ts'
import { budgetPortsOf } from '../commands/budget-ports.ts'
import { invocation } from '../commands/invocation.ts'
import { budgetCommand } from '../commands/money-commands.ts'
import type { StoreWorld } from '../redis/store-world.ts'
import { dispatchOver } from './dispatch-over.ts'

/** Somebody who asks in a world of its own; `requested` keeps what becomes of it, and nothing is bought. */
export const createAsking = (store: StoreWorld, { resultsFromElsewhere = false } = {}) => {
  const requested: JobRequest[] = []
  const ask = (asked: Partial<Asked>, drafts: Drafts = store.drafts): Promise<Answer> => {
    const budget = readyUtility(budgetCommand, budgetPortsOf(store))
    const dispatch = dispatchOver(store, {
      drafts,
      commands: [music, remix, master, result, budget],
      taskOwners: store.taskOwners,
      resultsFromElsewhere,
      jobIdFor: (_account, eventId) => eventId,
      store: {
        ...store.store,
        read: () => Promise.resolve(undefined),
        request: (request) => {
          requested.push(request)
          return Promise.resolve({ status: 'created', left: 1 })
        },
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
