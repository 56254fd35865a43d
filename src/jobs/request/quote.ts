import {
  type Answer,
  keptRefusal,
  type ProblemsAnswer,
  type Remedy,
  refusal,
} from '../../core/command/answer.ts'
import type { Feature } from '../../core/command/feature.ts'
import type { Invocation } from '../../core/command/invocation.ts'
import { microcredits } from '../../core/credits.ts'
import { AppError } from '../../core/errors.ts'
import { purposesOf } from '../../core/job/job.ts'
import type { JobStore, RequestResult } from '../../core/job/job-store.ts'
import type { Budgets, Pause, RequestReading } from '../../core/ledger/budget.ts'
import {
  type Bound,
  type BoundKind,
  boundsOf,
  creditsText,
  formatLeft,
  scarceTotal,
  tightestOf,
} from '../../core/ledger/credits-text.ts'
import { plainMessage, type ResultMessage } from '../../core/message/message.ts'
import { accountOf } from '../../core/target.ts'
import { declared, say, sayDeclared } from '../../core/text/say.ts'
import { within } from '../../core/waiting.ts'
import { aboutFacts, unreadText } from '../messages/job-facts.ts'
import { inDoubt, nothingWasCharged } from '../messages/messages.ts'
import { withRetry } from './ask-for-rest.ts'
import { continuedDraft } from './continued-draft.ts'
import { answerTo, cheaperMends } from './held-answer.ts'
import type { Preflight } from './hold.ts'
import { eventOfParts, type PressOptions } from './press.ts'
import type { WholeRequest } from './read-whole.ts'
import { type RemedyDeps, withRemedies } from './remedies.ts'
import type { Known } from './resolve-clips.ts'

/** What the button Drop runs, with a draft of the request that it drops. */
export const dropCommand = 'drop'

/** An answer must not wait long for what is left. */
const budgetLookMs = 400

/** With Make it, Drop and Edit they fit in one row. */
const cheaperOnCardMax = 2

const leavesTexts = {
  ceiling: declared('This uses up to {{needed}} and leaves {{left}} here.'),
  server: declared('This uses up to {{needed}} and leaves {{left}} here.'),
  channel: declared('This uses up to {{needed}} and leaves {{left}} for this channel.'),
  group: declared('This uses up to {{needed}} and leaves {{left}} for your group.'),
  member: declared('This uses up to {{needed}} and leaves you {{left}}.'),
  feature: declared('This uses up to {{needed}} and leaves {{left}} for this feature.'),
  model: declared('This uses up to {{needed}} and leaves {{left}} for this model.'),
} as const satisfies Record<BoundKind, string>

interface DropOptions extends Pick<PressOptions, 'jobIdFor'> {
  store: Pick<JobStore, 'drop'>
}

interface QuoteDeps extends RemedyDeps {
  budgets: Pick<Budgets, 'isManager' | 'readFor' | 'pauseOn'>
}

/** The refusal that a request would get now, so that no price is offered for nothing; undefined if it would fit. */
const refusalIn = (
  { server }: RequestReading,
  pause: Pause | undefined,
  tightest: Bound | undefined,
  { bound }: Preflight,
): RequestResult | undefined => {
  const { allowance, resetsAtMs } = server
  if (pause !== undefined) return { status: 'paused', ...pause }
  if (allowance.status === 'not_allowed') return { status: 'not_allowed' }
  if (allowance.paused !== undefined) return { status: 'paused_everywhere', notice: allowance.paused }
  if (tightest === undefined) return { status: 'no_budget' }
  const { total } = allowance
  if (total !== undefined && total.left < bound && bound <= tightest.left)
    return { status: 'exceeds_operator', left: total.left, limit: bound, resetsAtMs: allowance.resetsAtMs }
  if (bound <= tightest.left) return undefined
  const { kind, id, left, limit, granted, held } = tightest
  const figures = { id, left, limit: microcredits(Math.max(0, limit + granted)), held, resetsAtMs }
  return { status: `exceeds_${kind}`, ...figures }
}

const quoteMessage = (
  feature: Feature,
  { filled }: WholeRequest,
  { bound, unreadMinutes }: Preflight,
  tightest: Bound | undefined,
): ResultMessage => {
  const needed = creditsText(bound)
  const price =
    tightest === undefined
      ? say('This uses up to {{needed}}.', { needed })
      : sayDeclared(leavesTexts[tightest.kind], {
          needed,
          left: formatLeft(tightest.left - bound, tightest.limit + tightest.granted),
        })
  const unread = unreadMinutes === undefined ? [] : [unreadText(unreadMinutes)]
  return {
    text: [price, ...unread].join(' '),
    tone: 'info',
    blocks: [{ kind: 'line', facts: aboutFacts(filled.values, feature) }],
  }
}

/** A button that drops the request. */
const dropRemedy = async (
  { drafts }: QuoteDeps,
  { target, askedIn, eventId }: Invocation,
  partOf: string,
): Promise<Remedy> => {
  const member = target.member
  const draft = {
    command: dropCommand,
    action: undefined,
    member,
    values: {},
    clips: [],
    defaults: [],
    shown: {},
  }
  const id = await drafts.keep(accountOf(askedIn ?? target), `drop:${eventId}`, { ...draft, partOf })
  return { command: dropCommand, draft: id, label: say('Drop'), price: undefined, isSame: false }
}

/**
 * Shows what a typed request costs before anything is spent: Make it, cheaper versions, Drop and Edit. Whatever is
 * pressed, and however often, is one request. A request that the budget doesn't cover is refused instead. Throws
 * AppError `store_unavailable`.
 */
export const quote = async (
  deps: QuoteDeps,
  feature: Feature,
  invocation: Invocation,
  given: Known,
  whole: WholeRequest,
  preflight: Preflight,
): Promise<Answer> => {
  const known = { ...given, partOf: given.partOf ?? invocation.eventId }
  const { target, groups } = invocation
  const { budgets } = deps
  const purposes = purposesOf({ feature: feature.name, values: whole.filled.values })
  const looks = Promise.all([budgets.readFor(target, groups, purposes), budgets.pauseOn(target)])
  const [reading, pause] = (await within(budgetLookMs, looks)) ?? []
  const tightest = reading && tightestOf(boundsOf(reading))
  const refused = reading && refusalIn(reading, pause, tightest, preflight)
  const isScarce = reading && tightest && scarceTotal(reading.server, tightest.left) !== undefined
  const cheaper = await cheaperMends(deps, feature, whole.filled, preflight.bound - 1)
  const answer =
    refused === undefined
      ? keptRefusal(quoteMessage(feature, whole, preflight, isScarce ? undefined : tightest), '', [
          { label: say('Make it'), values: {} },
          ...cheaper.slice(0, cheaperOnCardMax),
        ])
      : await answerTo(deps, feature, invocation, whole, preflight, refused)
  if (answer.kind !== 'problems') return answer
  const kept: ProblemsAnswer = { ...answer, retry: undefined }
  const retriable = await withRetry(deps, feature, invocation, known, kept)
  if (retriable.kind !== 'problems') return retriable
  const offered = await withRemedies(deps, feature, invocation, known, retriable)
  if (refused !== undefined) return offered
  const { remedies } = offered
  if (remedies === undefined)
    throw new AppError('store_unavailable', 'a quote could not be kept', { retryable: true })
  return { ...offered, remedies: [...remedies, await dropRemedy(deps, invocation, known.partOf)] }
}

/** Drops a request that was quoted, unless a button was pressed before: its job goes on. */
export const dropQuote = async (
  { drafts, store, jobIdFor }: Pick<QuoteDeps, 'drafts'> & DropOptions,
  invocation: Invocation,
): Promise<Answer> => {
  const continued = await continuedDraft(drafts, invocation)
  if (continued.status === 'unknown') return refusal(say('This button has expired. Nothing was charged.'))
  if (continued.status === 'others')
    return refusal(say("This request is someone else's. Run the command yourself."))
  const { partOf = '' } = continued.draft
  const dropped = await inDoubt(store.drop(jobIdFor(accountOf(invocation.target), eventOfParts(partOf))))
  const message = plainMessage(
    dropped === 'sent'
      ? say('Too late to drop: you already sent this. See /jobs.')
      : [say('Dropped.'), nothingWasCharged()].join(' '),
  )
  return { kind: 'message', message, seenBy: 'member', turnsPage: true }
}
