import { type Answer, denial, privately, refusal } from '../../core/command/answer.ts'
import { defineAction } from '../../core/command/command.ts'
import { formatCredits } from '../../core/credits.ts'
import type { Fields } from '../../core/fields/field.ts'
import { text } from '../../core/fields/field-builders.ts'
import type { ApprovalAnswer, ApprovalControl, ApprovalState, RuledOut } from '../../core/job/approval.ts'
import {
  creditsText,
  formatLeft,
  moreCreditsText,
  notAllowedText,
  pausedEverywhereText,
} from '../../core/ledger/credits-text.ts'
import { plainMessage } from '../../core/message/message.ts'
import { type AccountId, accountOf } from '../../core/target.ts'
import { declared, say, sayDeclared } from '../../core/text/say.ts'
import { whoFact, withFacts } from './words.ts'

const fields = {
  request: text({
    label: 'Request',
    help: 'Name of the request, as in its message',
    lengthMax: 40,
    isId: true,
  }),
} as const satisfies Fields

const decidedTexts = {
  open: declared('This request is still open. Try again.'),
  approved: declared('This request was already approved.'),
  declined: declared('This request was already declined.'),
  expired: declared("This request has expired, so it can't be decided anymore."),
  overtaken: declared("The member already sent this request, so there's nothing left to decide."),
  withdrawn: declared('The member withdrew this request.'),
  ruled_out: declared("The rules here don't allow this request anymore, so it's closed."),
  unplaced: declared("This request has expired, so it can't be decided anymore."),
} as const satisfies Record<ApprovalState, string>

type Refused = Extract<ApprovalAnswer, { status: 'refused' }>['result']

type OperatorsStatus = 'exceeds_ceiling' | 'exceeds_share' | 'exceeds_operator' | 'above_most'

const operatorsText = (result: Extract<Refused, { status: OperatorsStatus }>): string => {
  switch (result.status) {
    case 'exceeds_ceiling':
      return say("Your bot operator's limit of {{limit}} a month has {{left}} left.", {
        left: formatLeft(result.left, result.limit),
        limit: formatCredits(result.limit),
      })
    case 'exceeds_share':
      return say("The rest of this month's overall budget is set aside for other servers.")
    case 'exceeds_operator':
      return say("The bot's overall budget has too little left.")
    case 'above_most':
      return say('The bonus would take the limit above what your bot operator allows here.')
  }
}

/** Why an approved request could not be started: nothing was charged, and it stays open. */
const refusedText = (account: AccountId, result: Refused): string => {
  switch (result.status) {
    case 'not_allowed':
      return notAllowedText(account)
    case 'blocked':
      return say('This member is blocked here. Unblock them with /budget block first.')
    case 'paused':
      return say('Spending is paused here. Lift the pause with /budget resume first.')
    case 'paused_everywhere':
      return pausedEverywhereText(result.notice)
    case 'dropped':
      return say('The member dropped this request.')
    case 'too_many':
      return say('Too many requests in the last minute. Try again in a minute.')
    case 'too_many_waiting':
      return say('Too many requests are queued. Try again once one has started.')
    case 'no_budget':
      return say('No credits here yet. Set a budget with /budget limit.')
    case 'groups_unknown':
      return say("I don't know this member's groups, so ask them to run the command again.")
    case 'exceeds_ceiling':
    case 'exceeds_share':
    case 'exceeds_operator':
    case 'above_most':
      return `${operatorsText(result)} ${moreCreditsText('ceiling')}`
    case 'exceeds_server':
    case 'exceeds_channel':
    case 'exceeds_group':
    case 'exceeds_member':
    case 'exceeds_feature':
    case 'exceeds_model':
    case 'late':
      return say('That took too long. Try again.')
  }
}

/** Says nothing of the member's words or clip: the request may be private. */
const ruledOutTexts = {
  words: declared("It contains words that aren't allowed here."),
  channel: declared("Tunesmith isn't allowed in its channel anymore."),
  blocked: declared('Your bot operator has blocked this member.'),
  server_blocked: declared('Your bot operator has blocked this server from using Tunesmith.'),
  clip: declared("Its clip can't be used anymore."),
  consent: declared("The clip rules or the clip's owner don't allow it."),
} as const satisfies Record<RuledOut, string>

const keptOpen = (sentence: string): Answer =>
  refusal(`${sentence} ${say('The request stays open, and nothing was charged.')}`)

const answerTo = (account: AccountId, answer: ApprovalAnswer): Answer => {
  switch (answer.status) {
    case 'approved':
      return privately(plainMessage(say("Approved. I'll tell the member and start it now."), 'done'))
    case 'declined':
      return privately(plainMessage(say("Declined. I'll tell the member."), 'done'))
    case 'decided': {
      const { state, by } = answer
      const sentence = sayDeclared(decidedTexts[state])
      return by === undefined ? refusal(sentence) : withFacts(sentence, [whoFact({ kind: 'member', id: by })])
    }
    case 'unknown':
      return refusal(say('No request with that name here. It may have expired.'))
    case 'dearer':
      return keptOpen(
        say(
          'This now needs up to {{needed}}, more than the member agreed to. Ask them to run the command again.',
          {
            needed: creditsText(answer.bound),
          },
        ),
      )
    case 'not_now':
      return privately(answer.message)
    case 'ruled_out':
      return refusal(
        `${sayDeclared(ruledOutTexts[answer.why])} ${say("The request is closed, and I'll tell the member. Nothing was charged.")}`,
      )
    case 'refused':
      return answer.result.status === 'not_allowed'
        ? denial(refusedText(account, answer.result))
        : keptOpen(refusedText(account, answer.result))
  }
}

interface ApprovePorts {
  approvalControl: ApprovalControl
}

/** Lets a member's request exceed its limits once. */
export const approveAction = defineAction({
  name: 'approve',
  summary: "Approve a member's request once, beyond its limits",
  fields,
  run: async ({ request }, { target, isBot }, { approvalControl }: ApprovePorts) =>
    answerTo(accountOf(target), await approvalControl.approve(target, request, isBot)),
})

/** Ends a member's request to admins. */
export const declineAction = defineAction({
  name: 'decline',
  summary: "Decline a member's request",
  fields,
  run: async ({ request }, { target }, { approvalControl }: ApprovePorts) =>
    answerTo(accountOf(target), await approvalControl.decline(target, request)),
})
