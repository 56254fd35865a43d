import { randomUUID } from 'node:crypto'
import { type Microcredits, noCredits } from '../../core/credits.ts'
import { AppError, unreachable } from '../../core/errors.ts'
import type { Budgets, GrantResult } from '../../core/ledger/budget.ts'
import { exactCreditsText } from '../../core/ledger/credits-text.ts'
import { isPersonal } from '../../core/target.ts'
import type { OperatorGrant } from '../command-line/ledger.ts'
import { readBudgetSettings } from '../config.ts'
import { type BesideTheBot, onRedis, storesBesideTheBot } from './beside-the-bot.ts'

interface GrantDeps extends BesideTheBot {
  write: (text: string) => void
  now: () => number
  clockToleranceMs: number
}

const actor = 'operator'

/** An account without a limit first gets its initial credits, once, to which the grant is added. */
const openAccount = async (
  budgets: Budgets,
  { account }: OperatorGrant,
  eventId: string,
  newServerCredits: Microcredits,
): Promise<void> => {
  const { limit, allowance } = await budgets.read(account)
  if (limit !== undefined || allowance.status === 'not_allowed') return
  await budgets.setLimit({
    account,
    actor,
    eventId: `${eventId} opens the account`,
    limit: isPersonal(account) ? noCredits : newServerCredits,
    period: 'once',
  })
}

const refuse = (text: string): never => {
  throw new AppError('configuration', text)
}

const resultText = async (
  budgets: Budgets,
  { account, way }: OperatorGrant,
  result: GrantResult,
): Promise<string> => {
  switch (result.status) {
    case 'changed':
    case 'repeated': {
      const { left } = await budgets.read(account)
      const again = result.status === 'repeated' ? 'This was already done and counts only once. ' : ''
      return `${again}${account} has ${exactCreditsText(left)} left until its next reset.\n`
    }
    case 'differs':
      return refuse('This --id was used for another change, so nothing was changed. Use another one.')
    case 'not_allowed':
      return refuse(`${account} is not let in yet. First run: npm run servers -- allow ${account}`)
    case 'no_limit':
      return refuse(`${account} has no limit, so there is nothing to take.`)
    case 'too_much':
      return refuse(`At most ${exactCreditsText(result.most)} can be ${way === 'give' ? 'given' : 'taken'}.`)
    case 'too_many_bonuses':
      return refuse(`${account} has ${result.has} bonuses that expire, of at most ${result.most}.`)
    default:
      return unreachable(result)
  }
}

/**
 * Gives an account credits, or takes some, in the current window, and says what is left. Throws AppError
 * `configuration` if that is impossible, and what `onRedis` throws.
 */
export const grantCredits = (
  { write, now, clockToleranceMs, ...deps }: GrantDeps,
  grant: OperatorGrant,
): Promise<void> =>
  onRedis(deps, async (redis) => {
    const { newServerCredits } = readBudgetSettings(deps.environment)
    const { account, way, credits, reason, id = randomUUID() } = grant
    // No trial credits, so that they are not taken for a limit.
    const { budgets } = storesBesideTheBot(deps, redis, {
      now,
      clockToleranceMs,
      newServerCredits: noCredits,
    })
    if (way === 'give') await openAccount(budgets, grant, id, newServerCredits)
    const scope = { kind: 'server' } as const
    const result = await budgets.grant({ account, actor, eventId: id, reason, scope, way, credits })
    write(await resultText(budgets, grant, result))
  })
