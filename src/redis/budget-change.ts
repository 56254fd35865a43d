import assert from 'node:assert'
import { AppError } from '../core/errors.ts'
import { type BudgetChange, reasonLengthMax } from '../core/ledger/budget.ts'
import { declared, sayDeclared } from '../core/text/say.ts'
import { lengthOf } from '../core/text/text.ts'

/**
 * For so long an event is known to have come before; a platform that repeats one
 * does so within minutes or hours.
 */
export const changeKnownMs = 2 * 24 * 60 * 60 * 1000

/** What the journal says of a change, besides when it was and what became of it. */
export const changeLine = (
  { account, actor, reason }: BudgetChange,
  operation: string,
  about: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> => {
  assert(reason === undefined || lengthOf(reason) <= reasonLengthMax, 'the reason is too long')
  const because = reason === undefined ? {} : { reason: reason.toWellFormed() }
  return { operation, account, actor, ...about, ...because }
}

const unknownText = declared(
  'Tunesmith cannot reach its memory right now, so it is not known whether this was changed. Look at /budget show before you try again.',
)

/**
 * Asks a second time where the answer got lost, which a script with a mark of its event allows. Throws
 * AppError `store_unavailable` when the outcome stays unknown.
 */
export const withoutDoubt = async <T>(run: () => Promise<T>): Promise<T> => {
  const isLost = (error: unknown) => error instanceof AppError && error.code === 'store_unavailable'
  try {
    return await run().catch((error: unknown) => (isLost(error) ? run() : Promise.reject(error)))
  } catch (cause) {
    if (!isLost(cause)) throw cause
    throw new AppError('store_unavailable', 'a change of a budget may be lost', {
      cause,
      retryable: true,
      memberText: sayDeclared(unknownText),
    })
  }
}
