import { privately } from '../../core/command/answer.ts'
import { defineAction } from '../../core/command/command.ts'
import { formatCredits, type Microcredits } from '../../core/credits.ts'
import { unreachable } from '../../core/errors.ts'
import type { Budgets } from '../../core/ledger/budget.ts'
import type {
  GrantLine,
  Journal,
  JournalLine,
  LimitLine,
  MemberLine,
  ScopeLimitLine,
  StarterLine,
} from '../../core/ledger/journal.ts'
import { newestLines } from '../../core/ledger/newest-lines.ts'
import { type Fact, plainMessage, type Reference } from '../../core/message/message.ts'
import { type AccountId, accountOf } from '../../core/target.ts'
import { declared, say, sayDeclared } from '../../core/text/say.ts'
import { amountPer, weekdayOf, withFacts } from './words.ts'

/** A change by an admin, or by the operator. */
type AdminLine = StarterLine | LimitLine | ScopeLimitLine | GrantLine | MemberLine

const changesMax = 20

/** Entries about jobs lie between the changes; this many pages are searched in the time that an answer has. */
const pagesMax = 6

const isByAdmin = (line: JournalLine): line is AdminLine => 'actor' in line

type Words = readonly (string | Reference)[]

/** Stands for a reference in a sentence; nobody types this character. */
const slot = '\uE000'

/** A sentence with a reference in place of its slot. */
const around = (sentence: string, reference: Reference): Words => {
  const [ahead = '', ...behind] = sentence.split(slot)
  return [ahead, reference, behind.join(slot)]
}

/** A text with the previous value, if there was one. */
const withBefore = (text: string, before: string | undefined): string =>
  before === undefined ? text : say('{{change}} (was {{before}})', { change: text, before })

const amountBefore = (amount: Microcredits | undefined): string | undefined =>
  amount === undefined ? undefined : formatCredits(amount)

const limitText = (line: LimitLine): string => {
  const { credits, period, weekStart, zone, creditsBefore, periodBefore } = line
  const limit = amountPer(credits, period)
  const change =
    period === 'week' && weekStart !== undefined
      ? say('set the budget to {{limit}} (weeks start on {{weekday}}, {{zone}} time)', {
          limit,
          weekday: weekdayOf(weekStart),
          zone,
        })
      : say('set the budget to {{limit}} ({{zone}} time)', { limit, zone })
  const isAsBefore = creditsBefore === undefined || periodBefore === undefined || periodBefore === period
  return withBefore(change, isAsBefore ? amountBefore(creditsBefore) : amountPer(creditsBefore, periodBefore))
}

const limitTexts = {
  channel_limit: {
    setOne: declared('set the limit for channel {{whose}} to {{amount}} credits'),
    setEvery: declared('set the per-channel limit to {{amount}} credits'),
    liftedOne: declared('removed the limit for channel {{whose}}'),
    liftedEvery: declared('removed the per-channel limit'),
  },
  group_limit: {
    setOne: declared('set the limit for group {{whose}} to {{amount}} credits'),
    setEvery: declared('set the per-group limit to {{amount}} credits'),
    liftedOne: declared('removed the limit for group {{whose}}'),
    liftedEvery: declared('removed the per-group limit'),
  },
  group_each_limit: {
    setOne: declared('set the limit for each member of group {{whose}} to {{amount}} credits'),
    setEvery: declared('set the limit for each member of a group to {{amount}} credits'),
    liftedOne: declared('removed the limit for each member of group {{whose}}'),
    liftedEvery: declared('removed the limit for each member of a group'),
  },
  member_limit: {
    setOne: declared('set the limit for member {{whose}} to {{amount}} credits'),
    setEvery: declared('set the per-member limit to {{amount}} credits'),
    liftedOne: declared('removed the limit for member {{whose}}'),
    liftedEvery: declared('removed the per-member limit'),
  },
} as const satisfies Record<ScopeLimitLine['operation'], object>

const scopeOf = {
  channel_limit: 'channel',
  group_limit: 'group',
  group_each_limit: 'group',
  member_limit: 'member',
} as const satisfies Record<ScopeLimitLine['operation'], Reference['kind']>

const scopeLimitWords = ({ operation, scopeId, credits, creditsBefore }: ScopeLimitLine): Words => {
  const { setOne, setEvery, liftedOne, liftedEvery } = limitTexts[operation]
  const [one, every] = credits === undefined ? [liftedOne, liftedEvery] : [setOne, setEvery]
  const amount = credits === undefined ? '' : formatCredits(credits)
  const before = amountBefore(creditsBefore)
  if (scopeId === undefined) return [withBefore(sayDeclared(every, { amount }), before)]
  const text = withBefore(sayDeclared(one, { whose: slot, amount }), before)
  return around(text, { kind: scopeOf[operation], id: scopeId })
}

const grantTexts = {
  grant: {
    server: declared('added {{amount}} credits to the budget'),
    channel: declared('gave {{amount}} credits to channel {{whose}}'),
    group: declared('gave {{amount}} credits to group {{whose}}'),
    member: declared('gave {{amount}} credits to member {{whose}}'),
  },
  take: {
    server: declared('took {{amount}} credits from the budget'),
    channel: declared('took {{amount}} credits from channel {{whose}}'),
    group: declared('took {{amount}} credits from group {{whose}}'),
    member: declared('took {{amount}} credits from member {{whose}}'),
  },
} as const satisfies Record<GrantLine['operation'], object>

const grantWords = ({ operation, scope, credits }: GrantLine): Words => {
  const amount = formatCredits(credits)
  const { [scope?.kind ?? 'server']: text } = grantTexts[operation]
  const said = sayDeclared(text, { amount, whose: slot })
  return scope === undefined ? [said] : around(said, scope)
}

const memberTexts = {
  manager: {
    allowed: declared('made {{member}} a budget manager'),
    refused: declared('removed {{member}} as a budget manager'),
  },
  block: { allowed: declared('unblocked {{member}}'), refused: declared('blocked {{member}}') },
} as const satisfies Record<MemberLine['operation'], object>

const memberWords = ({ operation, allowed, member }: MemberLine): Words => {
  const { [allowed ? 'allowed' : 'refused']: text } = memberTexts[operation]
  return around(sayDeclared(text, { member: slot }), { kind: 'member', id: member })
}

const changeWords = (line: AdminLine): Words => {
  switch (line.operation) {
    case 'starter':
      return [say('gave {{amount}} starter credits', { amount: formatCredits(line.credits) })]
    case 'limit':
      return [limitText(line)]
    case 'channel_limit':
    case 'group_limit':
    case 'group_each_limit':
    case 'member_limit':
      return scopeLimitWords(line)
    case 'grant':
    case 'take':
      return grantWords(line)
    case 'manager':
    case 'block':
      return memberWords(line)
    default:
      return unreachable(line)
  }
}

const timeText = (atMs: number, zone: string): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone: zone, dateStyle: 'medium', timeStyle: 'short' }).format(atMs)

const changeFact = (line: AdminLine, zone: string): Fact => {
  const who = { kind: 'member', id: line.actor } as const
  const why = line.reason === undefined ? '' : `: ${line.reason}`
  return { label: timeText(line.atMs, zone), value: [who, ' ', ...changeWords(line), why] }
}

const lastChanges = async (journal: Pick<Journal, 'page'>, account: AccountId) => {
  const { lines, next } = await newestLines(journal, {
    account,
    isWanted: isByAdmin,
    pagesMax,
    enough: changesMax,
  })
  return { changes: lines.slice(0, changesMax), hasOlder: next !== undefined || lines.length > changesMax }
}

/** Who changed what, when and why: the newest changes first. */
export const logAction = defineAction({
  name: 'log',
  summary: 'See who changed the budget, when and why',
  fields: {},
  run: async (
    _input,
    { target },
    { budgets, journal }: { budgets: Pick<Budgets, 'read'>; journal: Pick<Journal, 'page'> },
  ) => {
    const account = accountOf(target)
    const [{ zone }, { changes, hasOlder }] = await Promise.all([
      budgets.read(account),
      lastChanges(journal, account),
    ])
    const older = hasOlder ? ` ${say('Your bot operator can export any older changes.')}` : ''
    if (changes.length === 0) return privately(plainMessage(`${say('No changes to show.')}${older}`))
    const last = say('The latest budget changes, newest first, in {{zone}} time.', { zone })
    return withFacts(
      `${last}${older}`,
      changes.map((line) => changeFact(line, zone)),
    )
  },
})
