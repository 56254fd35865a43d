import { type Answer, keptRefusal, problemsAnswer, refusal, tryAgainText } from '../../core/command/answer.ts'
import { defineAction, type Utility } from '../../core/command/command.ts'
import type { TooMany } from '../../core/command/gate.ts'
import { formatCredits, type Microcredits, microcredits } from '../../core/credits.ts'
import { credits, member } from '../../core/fields/field-builders.ts'
import type { Budgets, SponsorResult } from '../../core/ledger/budget.ts'
import { exactCreditsText, formatLeft, pausedText, withUnit } from '../../core/ledger/credits-text.ts'
import { plainMessage } from '../../core/message/message.ts'
import { accountOf, isPersonal } from '../../core/target.ts'
import { declared, say, sayCount } from '../../core/text/say.ts'
import { askedOtherwise } from '../budget/words.ts'

/** A gift notifies its receiver, so it has to cost something. */
const giftMin = microcredits(10_000)

interface SponsorPorts {
  budgets: Pick<Budgets, 'sponsor'>
}

const unchanged = (text: string): string => [text, say('Nothing was changed.')].join(' ')

const problem = (field: 'member' | 'credits', text: string): Answer =>
  problemsAnswer([{ field, text }], say('Nothing was changed.'))

/** A refusal that keeps the typed values, because another amount or member may work. */
const kept = (field: 'member' | 'credits', text: string): Answer =>
  keptRefusal(plainMessage(unchanged(text), 'failed'), field)

const tooManyText = ({ of, limit: count, waitMs }: TooMany): string => {
  const text =
    of === 'member'
      ? sayCount(
          'You can give credits {{count}} time a day.',
          'You can give credits {{count}} times a day.',
          { count },
        )
      : sayCount(
          'Members here can give credits {{count}} time a day together.',
          'Members here can give credits {{count}} times a day together.',
          { count },
        )
  return [text, tryAgainText(waitMs)].join(' ')
}

type Refused = Exclude<SponsorResult, { status: 'changed' | 'repeated' | 'differs' }>

const refused = (receiver: string, result: Refused): Answer => {
  switch (result.status) {
    case 'not_allowed':
      return refusal(
        unchanged(say('Sponsoring is off here. An admin can turn it on with /budget sponsoring.')),
      )
    case 'groups_unknown':
      return refusal(unchanged(say("I couldn't check your groups' limits in time. Try again in a minute.")))
    case 'blocked':
      return kept('member', say('This member is blocked here.'))
    case 'paused': {
      const { of } = result
      return of.kind === 'member' && of.id === receiver
        ? kept('member', say("An admin has paused this member's spending here."))
        : refusal(unchanged(pausedText(result)))
    }
    case 'no_limit':
      return result.of === 'giver'
        ? refusal(unchanged(say('You have no personal limit here, so you have no credits to give.')))
        : kept('member', say("This member has no limit of their own, so they can't get credits."))
    case 'too_little':
      return kept(
        'credits',
        say('You have {{amount}} left to give.', { amount: withUnit(formatLeft(result.left)) }),
      )
    case 'too_much':
      return kept(
        'credits',
        say('You can give this member at most {{amount}}.', { amount: exactCreditsText(result.most) }),
      )
    case 'too_many':
      return refusal(unchanged(tooManyText(result)))
  }
}

/** Public, so that the receiver is notified. */
const given = (giver: string, receiver: string, amount: Microcredits): Answer => ({
  kind: 'message',
  message: {
    ...plainMessage(
      say('You got {{amount}}. See what you have left with /credits.', { amount: exactCreditsText(amount) }),
      'done',
    ),
    mentions: receiver,
    askedBy: giver,
  },
  seenBy: 'all',
})

/** Moves credits from the share of the member who runs it to another member's, where an admin allowed it. */
export const sponsorCommand: Utility<SponsorPorts> = {
  kind: 'utility',
  name: 'sponsor',
  summary: 'Give some of your credits to another member',
  topic: 'credits',
  example: { values: { credits: '1' } },
  audience: 'everyone',
  actions: defineAction({
    name: 'sponsor',
    summary: declared('Give some of your credits to another member'),
    fields: {
      member: member({ label: 'Member', help: 'Member to give them to' }),
      credits: credits({ label: 'Credits', help: 'Credits to give, out of what you have left' }),
    },
    run: async (input, invocation, { budgets }: SponsorPorts) => {
      const { target, eventId, groups } = invocation
      const account = accountOf(target)
      const { member: receiver, credits: amount } = input
      if (isPersonal(account)) return refusal(say('You can only give credits in a server or workspace.'))
      if (amount < giftMin)
        return problem(
          'credits',
          say('Credits must be at least {{least}}.', { least: formatCredits(giftMin) }),
        )
      if (receiver === target.member) return problem('member', say("You can't give credits to yourself."))
      if ((await invocation.isBot?.(receiver)) === true)
        return problem('member', say("You can't give credits to a bot."))
      const result = await budgets.sponsor({
        account,
        eventId,
        giver: target.member,
        groups,
        receiver,
        credits: amount,
      })
      switch (result.status) {
        case 'changed':
        case 'repeated':
          return given(target.member, receiver, amount)
        case 'differs':
          return askedOtherwise()
        default:
          return refused(receiver, result)
      }
    },
  }),
}
