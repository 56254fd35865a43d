import { privately } from '../../core/command/answer.ts'
import { defineAction } from '../../core/command/command.ts'
import { formatCredits, type Microcredits } from '../../core/credits.ts'
import { unreachable } from '../../core/errors.ts'
import { exactCreditsText } from '../../core/ledger/credits-text.ts'
import type {
  AlertsLine,
  ChangeLine,
  GrantLine,
  Journal,
  LimitLine,
  MemberLine,
  PauseLine,
  ScopeLimitLine,
} from '../../core/ledger/journal.ts'
import { type Fact, type FactPiece, plainMessage } from '../../core/message/message.ts'
import { inRow, slot, withPieces } from '../../core/message/pieces.ts'
import { accountOf } from '../../core/target.ts'
import { say, sayCount, sayDeclared } from '../../core/text/say.ts'
import { grantTexts, limitTexts, memberTexts, pauseTexts, scopeOf } from './log-words.ts'
import { amountPer, scopePiece, weekdayOf, withFacts } from './words.ts'

const changesMax = 20

const amountBefore = (amount: Microcredits | undefined): string | undefined =>
  amount === undefined ? undefined : formatCredits(amount)

/** What was changed: a whole sentence with a slot for the member who did it. */
interface Change {
  label: string
  /** The second slot is `of`. */
  sentence: string
  of?: FactPiece
  /** The value until then. */
  before?: string | undefined
}

const member = slot(0)
const other = slot(1)

const limitChange = (line: LimitLine): Change => {
  const { credits, period, weekStart, zone, creditsBefore, periodBefore } = line
  const values = { member, limit: amountPer(credits, period), zone }
  const sentence =
    period === 'week' && weekStart !== undefined
      ? say('{{member}} set the budget to {{limit}} (weeks start on {{weekday}}, {{zone}} time)', {
          ...values,
          weekday: weekdayOf(weekStart),
        })
      : say('{{member}} set the budget to {{limit}} ({{zone}} time)', values)
  const isAsBefore = creditsBefore === undefined || periodBefore === undefined || periodBefore === period
  return {
    label: say('Budget'),
    sentence,
    before: isAsBefore ? amountBefore(creditsBefore) : amountPer(creditsBefore, periodBefore),
  }
}

const scopeLimitChange = ({ operation, scopeId, credits, creditsBefore }: ScopeLimitLine): Change => {
  const { setOne, setEvery, liftedOne, liftedEvery } = limitTexts[operation]
  const [one, every] = credits === undefined ? [liftedOne, liftedEvery] : [setOne, setEvery]
  const amount = credits === undefined ? '' : exactCreditsText(credits)
  return {
    label: say('Limit'),
    sentence: sayDeclared(scopeId === undefined ? every : one, { member, other, amount }),
    ...(scopeId !== undefined && { of: scopePiece({ kind: scopeOf[operation], id: scopeId }) }),
    before: amountBefore(creditsBefore),
  }
}

const grantChange = ({ operation, scope, credits }: GrantLine): Change => ({
  label: say('Credits'),
  sentence: sayDeclared(grantTexts[operation][scope?.kind ?? 'server'], {
    member,
    other,
    amount: exactCreditsText(credits),
  }),
  ...(scope !== undefined && { of: scopePiece(scope) }),
})

const memberChange = ({ operation, allowed, member: id }: MemberLine): Change => {
  const { label, [allowed ? 'allowed' : 'refused']: text } = memberTexts[operation]
  return {
    label: sayDeclared(label),
    sentence: sayDeclared(text, { member, other }),
    of: { kind: 'member', id },
  }
}

const pauseChange = ({ scope, paused }: PauseLine): Change => ({
  label: say('Pause'),
  sentence: sayDeclared(pauseTexts[paused ? 'paused' : 'resumed'][scope?.kind ?? 'server'], {
    member,
    other,
  }),
  ...(scope !== undefined && { of: scope }),
})

const alertsChange = ({ channel, isWeekly }: AlertsLine): Change => {
  const label = say('Alerts')
  if (channel === undefined)
    return { label, sentence: say('{{member}} turned off budget alerts', { member }) }
  const sentence =
    isWeekly === true
      ? say('{{member}} set the alerts channel to {{other}}, with a weekly summary', { member, other })
      : isWeekly === false
        ? say('{{member}} set the alerts channel to {{other}}, without a weekly summary', { member, other })
        : say('{{member}} set the alerts channel to {{other}}', { member, other })
  return { label, sentence, of: { kind: 'channel', id: channel } }
}

const approvalsChange = ({ channel }: AlertsLine): Change =>
  channel === undefined
    ? {
        label: say('Requests'),
        sentence: say('{{member}} unset the approvals channel', { member }),
      }
    : {
        label: say('Requests'),
        sentence: say('{{member}} set the approvals channel to {{other}}', { member, other }),
        of: { kind: 'channel', id: channel },
      }

const changeOf = (line: ChangeLine): Change => {
  switch (line.operation) {
    case 'starter': {
      const amount = formatCredits(line.credits)
      return {
        label: say('Credits'),
        sentence: sayCount(
          '{{member}} gave {{amount}} starter credit',
          '{{member}} gave {{amount}} starter credits',
          { member, amount, count: Number(amount) },
        ),
      }
    }
    case 'limit':
      return limitChange(line)
    case 'channel_limit':
    case 'group_limit':
    case 'group_each_limit':
    case 'member_limit':
    case 'feature_limit':
    case 'model_limit':
      return scopeLimitChange(line)
    case 'grant':
    case 'take':
      return grantChange(line)
    case 'manager':
    case 'block':
    case 'decline':
      return memberChange(line)
    case 'pause':
      return pauseChange(line)
    case 'sponsor':
      return {
        label: say('Credits'),
        sentence: say('{{member}} gave {{amount}} of their own to {{other}}', {
          member,
          other,
          amount: exactCreditsText(line.credits),
        }),
        of: { kind: 'member', id: line.member },
      }
    case 'sponsoring':
      return {
        label: say('Sponsoring'),
        sentence: line.allowed
          ? say('{{member}} turned sponsoring on', { member })
          : say('{{member}} turned sponsoring off', { member }),
      }
    case 'own_key':
      return {
        label: say('API key'),
        sentence: line.allowed
          ? say('{{member}} set an API key for requests here', { member })
          : say('{{member}} removed the API key for requests here', { member }),
      }
    case 'alerts':
      return alertsChange(line)
    case 'approvals':
      return approvalsChange(line)
    default:
      return unreachable(line)
  }
}

/** The change, what was there before, why, and when in the reader's own time. */
const changeFact = (line: ChangeLine): Fact => {
  const { label, sentence, of, before } = changeOf(line)
  const actor = { kind: 'member', id: line.actor } as const
  const rest: FactPiece[] = [
    ...(before === undefined ? [] : [say('was {{before}}', { before })]),
    ...(line.reason === undefined ? [] : [say('“{{reason}}”', { reason: line.reason })]),
    { atMs: line.atMs, isSoon: false },
  ]
  return {
    label,
    value: [...withPieces(sentence, of === undefined ? [actor] : [actor, of]), ' · ', ...inRow(rest, ' · ')],
  }
}

/** Who changed what, when and why: the newest changes first. */
export const logAction = defineAction({
  name: 'log',
  summary: 'See who changed the budget, when and why',
  changesNothing: true,
  fields: {},
  run: async (_input, { target }, { journal }: { journal: Pick<Journal, 'changes'> }) => {
    const { lines: changes, hasOlder } = await journal.changes(accountOf(target), changesMax)
    const older = hasOlder ? [say('Your bot operator can export any older changes.')] : []
    if (changes.length === 0) {
      const none = hasOlder
        ? say('No changes found in the newest entries of the shared journal.')
        : say('No changes to show.')
      return privately(plainMessage([none, ...older].join(' ')))
    }
    const sentences = [say('The latest budget changes, newest first.'), ...older]
    return withFacts(sentences.join(' '), changes.map(changeFact))
  },
})
