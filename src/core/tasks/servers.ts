import { formatCredits } from '../credits.ts'
import { unreachable } from '../errors.ts'
import type { AllowedAccount, Allowlist } from '../ledger/allowlist.ts'
import type { ServersWish } from '../runtime/arguments.ts'
import { readBudgetSettings } from '../runtime/config.ts'
import { type BesideTheBot, onRedis, storesBesideTheBot } from './beside-the-bot.ts'

interface ServersDeps extends BesideTheBot {
  write: (text: string) => void
  now: () => number
  clockToleranceMs: number
}

const lineOf = ({ account, ceiling, used }: AllowedAccount): string => {
  const most = ceiling === undefined ? 'no ceiling' : `at most ${formatCredits(ceiling)} a month`
  return `${account}  ${most}  ${formatCredits(used)} used this month\n`
}

const listText = async (
  allowlist: Allowlist,
  named: ReturnType<typeof readBudgetSettings>['servers'],
): Promise<string> => {
  const lines = (await allowlist.list()).map(lineOf).toSorted()
  if (named === 'any') return `OPERATOR_SERVERS=any lets every server in.\n${lines.join('')}`
  const more = named.length === 0 ? '' : `OPERATOR_SERVERS also lets in ${named.join(', ')}.\n`
  const none = 'No server is let in yet. The first one of each chat will be, automatically.\n'
  return lines.length === 0 && more === '' ? none : `${more}${lines.join('')}`
}

const grantWish = async (allowlist: Allowlist, wish: ServersWish, deps: ServersDeps): Promise<string> => {
  switch (wish.kind) {
    case 'list':
      return listText(allowlist, readBudgetSettings(deps.environment).servers)
    case 'allow': {
      await allowlist.allow(wish.account, wish.ceiling)
      const most =
        wish.ceiling === undefined
          ? 'with no ceiling'
          : `up to ${formatCredits(wish.ceiling)} credits a month`
      return `${wish.account} is let in, ${most}. Its admins set the budget with /budget limit.\n`
    }
    case 'remove':
      await allowlist.remove(wish.account)
      return `${wish.account} can spend nothing more. Its running jobs go on.\n`
    default:
      return unreachable(wish)
  }
}

/**
 * Shows and changes which servers and workspaces can spend credits. Throws AppError `configuration`, and what
 * `onRedis` throws.
 */
export const lookAfterServers = (deps: ServersDeps, wish: ServersWish): Promise<void> =>
  onRedis(deps, async (redis) => {
    const { now, clockToleranceMs } = deps
    const { allowlist } = storesBesideTheBot(deps, redis, { now, clockToleranceMs })
    deps.write(await grantWish(allowlist, wish, deps))
  })
