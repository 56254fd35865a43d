import { formatCredits } from '../core/credits.ts'
import { AppError } from '../core/errors.ts'
import type { LeftServers } from '../core/job/left-servers.ts'
import type { Platform } from '../core/job/platform.ts'
import type { Arrival, WelcomePlace, Welcomes } from '../core/job/welcome.ts'
import type { Allowlist } from '../core/ledger/allowlist.ts'
import type { BudgetState, Budgets } from '../core/ledger/budget.ts'
import type { WorthText } from '../core/ledger/credit-worth.ts'
import type { Log } from '../core/log.ts'
import type { Button, ResultMessage } from '../core/message/message.ts'
import { platformNames } from '../core/target.ts'
import { say, sayCount } from '../core/text/say.ts'

interface WelcomeDeps {
  leftServers: Pick<LeftServers, 'returned'>
  welcomes: Welcomes
  allowlist: Pick<Allowlist, 'peek'>
  budgets: Pick<Budgets, 'read'>
  worthText: WorthText
  platforms: readonly Pick<Platform, 'name' | 'notify'>[]
  log: Log
  /** Milliseconds since the epoch. */
  now: () => number
  /** Resolves after `spanMs` milliseconds. */
  wait: (spanMs: number) => Promise<void>
}

/** A server that added the bot longer ago needs no welcome. */
const latelyMs = 7 * 24 * 60 * 60_000
const triesMax = 3
const pauseMs = 5_000

const buttons = (): readonly Button[] => [
  {
    label: say('Try it'),
    style: 'plain',
    commandLink: { command: 'music', action: undefined, values: {} },
  },
  {
    label: say('Set budget'),
    style: 'plain',
    commandLink: { command: 'budget', action: 'limit', values: {} },
  },
]

const starterText = (left: number, isDirect: boolean): string => {
  const amount = formatCredits(left)
  const values = { amount, count: Number(amount) }
  return isDirect
    ? sayCount(
        'Your server has {{amount}} starter credit.',
        'Your server has {{amount}} starter credits.',
        values,
      )
    : sayCount('You have {{amount}} starter credit.', 'You have {{amount}} starter credits.', values)
}

/** `worth`: what starter credits buy. */
const budgetTexts = (
  { limit, left, isStarter }: BudgetState,
  worth: string,
  isDirect: boolean,
): readonly string[] => {
  if (limit === undefined || (isStarter && left <= 0)) return [say('An admin needs to set a budget first.')]
  if (!isStarter) return [say("There's a budget already, so go ahead.")]
  return [starterText(left, isDirect), worth, say('For more, an admin can set a budget.')]
}

/** Without buttons in a direct message: pressed there, they would use the member's own credits. */
const welcomeMessage = (budget: BudgetState, worth: string, how: WelcomePlace['how']): ResultMessage => {
  const isDirect = how === 'direct'
  const way = isDirect
    ? say(
        'In a channel of your server, use /music for a song, /budget limit for a budget, or /help for everything.',
      )
    : say('For everything I can do, see /help.')
  return {
    text: [
      say("Hi, I'm Tunesmith. I make songs and speech from a few words, and remix your clips."),
      ...budgetTexts(budget, worth, isDirect),
      way,
    ]
      .filter((sentence) => sentence !== '')
      .join(' '),
    tone: 'info',
    blocks: isDirect ? [] : [{ kind: 'buttons', buttons: buttons() }],
  }
}

const isNew = async ({ welcomes, now }: WelcomeDeps, { account, joinedAtMs }: Arrival): Promise<boolean> => {
  const platform = platformNames.find((name) => account.startsWith(`${name}:`))
  if (platform === undefined) return false
  if (joinedAtMs !== undefined && joinedAtMs < now() - latelyMs) return false
  const sinceMs = await welcomes.since(platform)
  return joinedAtMs === undefined ? sinceMs === 0 : joinedAtMs >= sinceMs
}

const post = async (deps: WelcomeDeps, arrival: Arrival, attempt: Parameters<Platform['notify']>[2]) => {
  const { platforms, budgets, worthText, wait } = deps
  const place = await arrival.findPlace()
  const platform = platforms.find(({ name }) => name === place?.target.platform)
  if (place === undefined || platform === undefined) return
  const budget = await budgets.read(arrival.account)
  const worth = budget.isStarter ? await worthText(budget.left) : ''
  const message = welcomeMessage(budget, worth, place.how)
  for (let tries = 1; ; tries += 1) {
    try {
      await platform.notify(place.target, message, attempt, place.how)
      return
    } catch (error) {
      if (!(error instanceof AppError) || error.code === 'cannot_post') throw error
      if (tries >= triesMax) throw error
      await wait(pauseMs)
    }
  }
}

/**
 * Welcomes a server or workspace that the bot has joined, once: in a server that the operator has let in, or the
 * only one, which will be let in; and not in one that was there before this version. Leaves a large server that isn't
 * let in. Throws AppError `platform_unavailable` or `store_unavailable`, and `left_to_others` while somebody else is
 * working on it, if the platform reports it again: that then continues.
 */
export const welcome = async (deps: WelcomeDeps, arrival: Arrival): Promise<void> => {
  const { welcomes, allowlist, leftServers, log, now } = deps
  const { account, leave } = arrival
  await leftServers.returned(account)
  const isWelcome = await isNew(deps, arrival)
  if (!isWelcome && leave === undefined) return
  const allowance = await allowlist.peek(account)
  if (allowance.status === 'not_allowed') {
    await leave?.()
    if (leave !== undefined) log.warn('left a large server that is not let in', { account })
    return
  }
  if (!isWelcome) return
  // One of several is let in with its first request: until then none has credits to be told of.
  if (allowance.mayBeFirst && !arrival.isAlone) return
  const begun = await welcomes.begin(account)
  if (begun === 'in_hand' && arrival.isToldAgain)
    throw new AppError('left_to_others', 'an earlier report is being answered', { retryable: true })
  if (begun === undefined || begun === 'in_hand') return
  const attempt = {
    ...begun,
    key: `hi-${account.slice(account.indexOf(':') + 1)}`,
    askedAtMs: now(),
    fileBytesMax: 0,
    linksAllowed: false,
  }
  try {
    await post(deps, arrival, attempt)
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'cannot_post') throw error
    log.warn('a welcome could not be posted', { error, account })
  }
  await welcomes.end(account)
}
