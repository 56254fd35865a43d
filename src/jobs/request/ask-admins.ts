import { type Answer, privately, refusal } from '../../core/command/answer.ts'
import type { Invocation } from '../../core/command/invocation.ts'
import { noCredits } from '../../core/credits.ts'
import type { Approval, Approvals, Shortage } from '../../core/job/approval.ts'
import { isForRequesterAlone, type JobRequest } from '../../core/job/job.ts'
import type { BudgetRefusal, RequestResult } from '../../core/job/job-store.ts'
import { scopeKinds } from '../../core/ledger/scope.ts'
import { accountOf } from '../../core/target.ts'
import { declared, say, sayCount, sayDeclared } from '../../core/text/say.ts'
import { nothingWasCharged } from '../messages/messages.ts'

/** A refusal by a limit that admins set, or because they have set none. */
type Short = Extract<BudgetRefusal, { id: string } | { status: 'no_budget' }>

/** Whether admins can let the request exceed what refuses it. */
export const isShort = (result: RequestResult): result is Short =>
  'id' in result || result.status === 'no_budget'

const shortageOf = (refused: Short): Shortage => {
  if (refused.status === 'no_budget') return { kind: 'server', id: '', left: 0, limit: noCredits }
  const { status, id, left, limit } = refused
  return { kind: scopeKinds.find((kind) => status === `exceeds_${kind}`) ?? 'server', id, left, limit }
}

const openTexts = {
  parked: {
    here: declared("I asked your admins. I'll tell you here when they decide."),
    directly: declared("I asked your admins. I'll send you a direct message when they decide."),
  },
  known: {
    here: declared("You already asked. I'll tell you here when your admins decide."),
    directly: declared("You already asked. I'll send you a direct message when your admins decide."),
  },
} as const

const openAnswer = ({ expiresAtMs, request }: Approval, status: keyof typeof openTexts): Answer => {
  const { here, directly } = openTexts[status]
  return privately({
    text: sayDeclared(isForRequesterAlone(request) ? directly : here),
    tone: 'info',
    blocks: [{ kind: 'facts', facts: [{ label: say('Expires'), value: { atMs: expiresAtMs } }] }],
  })
}

const knownAnswer = (approval: Approval): Answer => {
  switch (approval.state) {
    case 'open':
      return openAnswer(approval, 'known')
    case 'approved':
      return refusal(say('An admin already approved this.'))
    case 'declined':
      return refusal(`${say('An admin declined this.')} ${nothingWasCharged()}`)
    case 'expired':
      return refusal(say('Nobody decided in time. To ask again, run the command again.'))
    case 'overtaken':
      return refusal(say('You already sent this request.'))
    case 'withdrawn':
      return refusal(say('You deleted this request. To ask again, run the command again.'))
    case 'ruled_out':
      return refusal(`${say("The rules here don't allow this request anymore.")} ${nothingWasCharged()}`)
    case 'unplaced':
      return refusal(say("I couldn't reach your admins. To ask again, run the command again."))
  }
}

const tooManyText = (of: 'member' | 'withdrawn' | 'server', count: number): string => {
  switch (of) {
    case 'member':
      return sayCount(
        'You already have {{count}} request waiting for an admin, which is the limit.',
        'You already have {{count}} requests waiting for an admin, which is the limit.',
        { count },
      )
    case 'withdrawn':
      return sayCount(
        'You can ask admins about {{count}} request at once. Deleted ones count for a day.',
        'You can ask admins about {{count}} requests at once. Deleted ones count for a day.',
        { count },
      )
    case 'server':
      return sayCount(
        "There's already {{count}} request waiting for an admin here, which is the limit.",
        'There are already {{count}} requests waiting for an admin here, which is the limit.',
        { count },
      )
  }
}

/**
 * Asks an account's admins to let a refused request exceed its limits once. A worker posts what they decide on. Throws
 * AppError `store_unavailable`.
 */
export const askAdmins = async (
  { approvals }: { approvals: Pick<Approvals, 'channelOf' | 'park'> },
  request: JobRequest,
  refused: Short,
  channelKinds: Invocation['channelKinds'],
): Promise<Answer> => {
  const { platform, server, member } = request.target
  const channel = await approvals.channelOf(accountOf(request.target))
  if (channel === undefined && isForRequesterAlone(request))
    return refusal(
      say(
        "This request is private, so I can't ask here. An admin can choose a channel for private requests with /budget approvals.",
      ),
    )
  const place = channel === undefined ? request.target : { platform, server, channel, member }
  const result = await approvals.park({ request, short: shortageOf(refused), place, channelKinds })
  switch (result.status) {
    case 'parked':
      return openAnswer(result.approval, 'parked')
    case 'known':
      return knownAnswer(result.approval)
    case 'too_many':
      return refusal(`${tooManyText(result.of, result.limit)} ${nothingWasCharged()}`)
  }
}
