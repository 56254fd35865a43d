import { unreachable } from '../../core/errors.ts'
import type { AllowedAccount, Allowlist } from '../../core/ledger/allowlist.ts'
import type { ClipStop } from '../../core/ledger/clip-stops.ts'
import { exactCreditsText } from '../../core/ledger/credits-text.ts'
import type { AccountId } from '../../core/target.ts'
import type { ServersWish } from '../command-line/servers.ts'
import { readBudgetSettings } from '../config.ts'
import { type BesideTheBot, onRedis, storesBesideTheBot } from './beside-the-bot.ts'

interface ServersDeps extends BesideTheBot {
  write: (text: string) => void
  now: () => number
  clockToleranceMs: number
}

const lineOf = ({ account, hasOwnKey, ceiling, spent, held }: AllowedAccount): string => {
  const ceilingText = ceiling === undefined ? 'no ceiling' : `at most ${exactCreditsText(ceiling)} a month`
  const most = hasOwnKey ? 'pays with its own API key' : ceilingText
  const running = held === 0 ? '' : `, ${exactCreditsText(held)} held for running jobs`
  return `${account}  ${most}  ${exactCreditsText(spent)} used this month${running}\n`
}

/** The servers that the settings let in. */
type Named = ReturnType<typeof readBudgetSettings>['servers']

const isNamed = (account: AccountId, named: Named): boolean => named === 'any' || named.includes(account)

const goneText = (account: AccountId, named: Named): string =>
  isNamed(account, named) ? `removed, although OPERATOR_SERVERS lets it in` : 'removed'

const againText = (account: AccountId): string => `npm run servers -- allow ${account} lets it in again`

/** Shown where the settings name no server and none is let in. */
export const noneLetInText =
  'No server is let in yet. The first one of each chat will be, automatically, but no Slack workspace if any can install the app.'

const listText = async (allowlist: Pick<Allowlist, 'list' | 'removed'>, named: Named): Promise<string> => {
  const lines = (await allowlist.list()).map(lineOf)
  const removed = await allowlist.removed()
  const gone = removed.map((account) => `${account}  ${goneText(account, named)}; ${againText(account)}\n`)
  const all = [...lines, ...gone].toSorted().join('')
  if (named === 'any') {
    const but = gone.length === 0 ? '' : ' but those removed'
    return `OPERATOR_SERVERS=any lets every server in${but}.\n${all}`
  }
  const more = named.filter((account) => !removed.includes(account))
  if (more.length > 0) return `OPERATOR_SERVERS also lets in ${more.join(', ')}.\n${all}`
  return all === '' ? `${noneLetInText}\n` : all
}

const pausedText = (notice: string | undefined): string => {
  if (notice === undefined) return ''
  const why = notice === '' ? '' : `, with the notice “${notice}”`
  return `All spending is paused${why}. To end that: npm run servers -- resume\n`
}

/** The servers that can't use uploaded clips that set a price, with the charges that stopped them. */
const stopsText = (stops: readonly ClipStop[]): string =>
  stops
    .map(
      ({ account, job, price, perUnit }) =>
        `${account}  uploaded clips with a price by length are stopped: job ${job} was charged ${exactCreditsText(perUnit)} for each unit of ${price}, by the length that was measured; npm run servers -- resume ${account} allows them again\n`,
    )
    .toSorted()
    .join('')

/** Carries out the operator's wish, and returns what to write. Throws AppError `store_unavailable`. */
export const grantServersWish = async (
  allowlist: Pick<Allowlist, 'pause' | 'setPause' | 'allow' | 'remove' | 'list' | 'removed'>,
  wish: Exclude<ServersWish, { kind: 'resume_clips' }>,
  servers: Named,
): Promise<string> => {
  switch (wish.kind) {
    case 'list':
      return `${pausedText(await allowlist.pause())}${await listText(allowlist, servers)}`
    case 'allow': {
      await allowlist.allow(wish.account, wish.ceiling)
      const most =
        wish.ceiling === undefined ? 'with no ceiling' : `up to ${exactCreditsText(wish.ceiling)} a month`
      return `${wish.account} is let in, ${most}. Its admins set the budget with /budget limit.\n`
    }
    case 'remove': {
      await allowlist.remove(wish.account)
      const although = isNamed(wish.account, servers) ? ', although OPERATOR_SERVERS lets it in' : ''
      return `${wish.account} can no longer spend anything${although}. Its running jobs go on, and waiting ones end at their turn, free of charge. ${againText(wish.account)}.\n`
    }
    case 'pause':
      await allowlist.setPause(wish.notice)
      return pausedText(wish.notice)
    case 'resume':
      await allowlist.setPause(undefined)
      return 'Resumed. Paid requests work again.\n'
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
    const { allowlist, clipStops } = storesBesideTheBot(deps, redis, { now, clockToleranceMs })
    if (wish.kind === 'resume_clips') {
      const was = (await clipStops.lift(wish.account)) ? 'can use uploaded clips again' : 'was not stopped'
      return deps.write(`${wish.account} ${was}.\n`)
    }
    if (wish.kind === 'list') deps.write(stopsText(await clipStops.list()))
    deps.write(await grantServersWish(allowlist, wish, readBudgetSettings(deps.environment).servers))
  })
