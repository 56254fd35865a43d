import { formatCredits, type Microcredits } from '../../core/credits.ts'
import type { BudgetRefusal } from '../../core/job/job-store.ts'
import type { Pause } from '../../core/ledger/budget.ts'
import {
  formatCost,
  formatLeft,
  heldText,
  moreCreditsText,
  noOwnCreditsText,
  ownCreditsText,
  pausedEverywhereText,
  pausedText,
  startsAnewFact,
} from '../../core/ledger/credits-text.ts'
import { modelName, type ScopeKind } from '../../core/ledger/scope.ts'
import { type Button, type Fact, plainMessage, type ResultMessage } from '../../core/message/message.ts'
import { declared, say, sayCount, sayDeclared } from '../../core/text/say.ts'
import { unreadText } from './job-facts.ts'
import { nothingWasCharged } from './messages.ts'

const plainRefusals = {
  no_budget: declared('No credits here yet. An admin can set a budget with /budget limit.'),
  groups_unknown: declared("I couldn't check your groups' limits in time. Try again in a minute."),
  late: declared('Your request took too long to arrive. Try again.'),
} as const

const lacks = {
  server: {
    none: declared('Not enough credits: this needs up to {{needed}}, and none are left here.'),
    some: declared('Not enough credits: this needs up to {{needed}}, with {{left}} left here.'),
  },
  channel: {
    none: declared('Not enough credits: this needs up to {{needed}}, and none are left for this channel.'),
    some: declared('Not enough credits: this needs up to {{needed}}, with {{left}} left for this channel.'),
  },
  group: {
    none: declared('Not enough credits: this needs up to {{needed}}, and none are left for your group.'),
    some: declared('Not enough credits: this needs up to {{needed}}, with {{left}} left for your group.'),
  },
  member: {
    none: declared('Not enough credits: this needs up to {{needed}}, and you have none left.'),
    some: declared('Not enough credits: this needs up to {{needed}}, and you have {{left}} left.'),
  },
  feature: {
    none: declared('Not enough credits: this needs up to {{needed}}, and none are left for /{{id}}.'),
    some: declared('Not enough credits: this needs up to {{needed}}, with {{left}} left for /{{id}}.'),
  },
  model: {
    none: declared('Not enough credits: this needs up to {{needed}}, and none are left for model {{id}}.'),
    some: declared('Not enough credits: this needs up to {{needed}}, with {{left}} left for model {{id}}.'),
  },
} as const satisfies Record<'server' | ScopeKind, Record<'none' | 'some', string>>

const scopeOf = {
  exceeds_server: 'server',
  exceeds_channel: 'channel',
  exceeds_group: 'group',
  exceeds_member: 'member',
  exceeds_feature: 'feature',
  exceeds_model: 'model',
} as const satisfies Partial<Record<BudgetRefusal['status'], keyof typeof lacks>>

/** A refusal explained by figures; the allowlist's names the account instead. */
export type ShownRefusal = Exclude<BudgetRefusal, { status: 'not_allowed' }>

/** What a refused request needs. `unreadMinutes`: see `unreadMinutesOf`. */
interface Needed {
  bound: Microcredits
  unreadMinutes?: number | undefined
}

type RefusalOf<Status extends BudgetRefusal['status']> = Extract<BudgetRefusal, { status: Status }>

const refused = (sentences: readonly string[], facts: readonly Fact[]): ResultMessage => ({
  text: [...sentences, nothingWasCharged()].join(' '),
  tone: 'failed',
  blocks: [{ kind: 'facts', facts }],
})

const unreadSentences = ({ unreadMinutes }: Needed): string[] =>
  unreadMinutes === undefined ? [] : [unreadText(unreadMinutes)]

type Figures = Pick<RefusalOf<keyof typeof scopeOf>, 'left' | 'limit' | 'held' | 'id'>

/** What running jobs may give back, if any of it could be used. */
export const heldSentences = ({ left, held }: Pick<Figures, 'left' | 'held'>): string[] =>
  held > 0 && left + held > 0 ? [heldText(held)] : []

const lackText = (
  scope: keyof typeof lacks,
  { bound }: Needed,
  { left, limit, id: named }: Figures,
): string => {
  const { none, some } = lacks[scope]
  const needed = formatCost(bound)
  const id = scope === 'model' ? modelName(named) : named
  return left <= 0
    ? sayDeclared(none, { needed, id })
    : sayDeclared(some, { needed, id, left: formatLeft(left, limit) })
}

const tooManyWaitingMessage = ({ of, limit }: RefusalOf<'too_many_waiting'>): ResultMessage => {
  const waiting =
    of === 'member'
      ? sayCount(
          'You already have a request queued, which is the limit.',
          'You already have {{count}} requests queued, which is the limit.',
          { count: limit },
        )
      : sayCount(
          "There's already a request queued here, which is the limit.",
          'There are already {{count}} requests queued here, which is the limit.',
          { count: limit },
        )
  const way = say('Try again once one has started. See /jobs.')
  return plainMessage(`${waiting} ${way} ${nothingWasCharged()}`, 'failed')
}

/** The operator's budget is private: members learn neither its limit nor what is left. */
const operatorExceededMessage = (needed: Needed, refusal: RefusalOf<'exceeds_operator'>): ResultMessage =>
  refused(
    [
      say(
        "Not enough credits: this needs up to {{needed}}, which is more than the bot's overall budget has left.",
        {
          needed: formatCost(needed.bound),
        },
      ),
      ...unreadSentences(needed),
      say('Your bot operator can raise the overall budget.'),
    ],
    [startsAnewFact(refusal)],
  )

/** Why the operator's limits do not cover a request that the server's own budget might. */
const lackOfAllowanceText = (
  { bound }: Needed,
  refusal: RefusalOf<'exceeds_ceiling' | 'exceeds_share'>,
): string => {
  const needed = formatCost(bound)
  return refusal.status === 'exceeds_share'
    ? say(
        "Not enough credits: this needs up to {{needed}}. The rest of this month's overall budget is set aside for other servers.",
        {
          needed,
        },
      )
    : say(
        "Not enough credits: this needs up to {{needed}}. Your bot operator's limit of {{limit}} a month has {{left}} left.",
        { needed, left: formatLeft(refusal.left, refusal.limit), limit: formatCredits(refusal.limit) },
      )
}

const allowanceExceededMessage = (
  needed: Needed,
  refusal: RefusalOf<'exceeds_ceiling' | 'exceeds_share'>,
): ResultMessage =>
  refused(
    [
      lackOfAllowanceText(needed, refusal),
      ...(refusal.status === 'exceeds_ceiling' ? heldSentences(refusal) : []),
      ...unreadSentences(needed),
      moreCreditsText('ceiling'),
    ],
    [startsAnewFact(refusal)],
  )

/** `ways`: who can help, unless a button does. */
const budgetExceededMessage = (
  needed: Needed,
  refusal: RefusalOf<keyof typeof scopeOf>,
  ways: readonly string[] = [moreCreditsText(scopeOf[refusal.status])],
): ResultMessage =>
  refused(
    [
      lackText(scopeOf[refusal.status], needed, refusal),
      ...heldSentences(refusal),
      ...unreadSentences(needed),
      ...ways,
    ],
    [startsAnewFact(refusal)],
  )

/** Why a budget refuses: what is left, when it resets, and who can change it, unless a button asks them. */
export const budgetRefusalMessage = (
  needed: Needed,
  refusal: ShownRefusal,
  hasButton = false,
): ResultMessage => {
  switch (refusal.status) {
    case 'no_budget':
    case 'groups_unknown':
    case 'late':
      return plainMessage(`${sayDeclared(plainRefusals[refusal.status])} ${nothingWasCharged()}`, 'failed')
    case 'paused_everywhere':
      return plainMessage(`${pausedEverywhereText(refusal.notice)} ${nothingWasCharged()}`, 'failed')
    case 'too_many_waiting':
      return tooManyWaitingMessage(refusal)
    case 'exceeds_operator':
      return operatorExceededMessage(needed, refusal)
    case 'exceeds_ceiling':
    case 'exceeds_share':
      return allowanceExceededMessage(needed, refusal)
    case 'exceeds_server':
    case 'exceeds_channel':
    case 'exceeds_group':
    case 'exceeds_member':
    case 'exceeds_feature':
    case 'exceeds_model':
      return budgetExceededMessage(needed, refusal, hasButton ? [] : undefined)
  }
}

const withBudgetButton = (
  message: ResultMessage,
  label: string,
  action: 'limit' | 'resume' | ScopeKind,
  values: Readonly<Record<string, string>> = {},
): ResultMessage => {
  const button: Button = { label, style: 'plain', commandLink: { command: 'budget', action, values } }
  return { ...message, blocks: [...message.blocks, { kind: 'buttons', buttons: [button] }] }
}

/** The same for an admin, with a button for the form that helps; undefined if no admin can help. */
export const adminRefusalMessage = (needed: Needed, refusal: ShownRefusal): ResultMessage | undefined => {
  switch (refusal.status) {
    case 'no_budget': {
      const text = `${say('No credits here yet.')} ${nothingWasCharged()}`
      return withBudgetButton(plainMessage(text, 'failed'), say('Set budget'), 'limit')
    }
    case 'exceeds_server':
      return withBudgetButton(budgetExceededMessage(needed, refusal, []), say('Set budget'), 'limit')
    case 'exceeds_channel':
    case 'exceeds_group':
    case 'exceeds_member':
    case 'exceeds_feature':
    case 'exceeds_model': {
      const scope = scopeOf[refusal.status]
      const message = budgetExceededMessage(needed, refusal, [])
      return withBudgetButton(message, say('Set limit'), scope, { [scope]: refusal.id })
    }
    default:
      return undefined
  }
}

/** Shown while an admin pauses spending, with their reason. */
export const pauseRefusalMessage = (pause: Pause): ResultMessage =>
  plainMessage(`${pausedText(pause)} ${nothingWasCharged()}`, 'failed')

/** The same for an admin, with a button that lifts the pause. */
export const adminPauseRefusalMessage = (pause: Pause): ResultMessage => {
  const { of } = pause
  const values = of.kind === 'server' ? {} : { [of.kind]: of.id }
  return withBudgetButton(pauseRefusalMessage(pause), say('Resume'), 'resume', values)
}

/** A refusal for lack of credits in a direct message, where a member's own account pays and nobody can change it with /budget. */
export const personalRefusalMessage = (needed: Needed, refusal: ShownRefusal): ResultMessage => {
  switch (refusal.status) {
    case 'no_budget':
      return plainMessage(`${noOwnCreditsText()} ${ownCreditsText()} ${nothingWasCharged()}`, 'failed')
    case 'exceeds_server':
      return refused(
        [
          lackText('member', needed, refusal),
          ...heldSentences(refusal),
          ...unreadSentences(needed),
          ownCreditsText(),
        ],
        [startsAnewFact(refusal)],
      )
    default:
      return budgetRefusalMessage(needed, refusal)
  }
}
