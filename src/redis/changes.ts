import assert from 'node:assert'
import { z } from 'zod'
import { tryAgainText } from '../core/command/answer.ts'
import type { Allowances, TooMany } from '../core/command/gate.ts'
import { AppError } from '../core/errors.ts'
import { type BudgetChange, type ChangeResult, reasonLengthMax } from '../core/ledger/budget.ts'
import { notAllowedText } from '../core/ledger/credits-text.ts'
import type { JournalLine } from '../core/ledger/journal.ts'
import type { AccountId } from '../core/target.ts'
import { declared, say, sayCount, sayDeclared } from '../core/text/say.ts'
import { grouped, lengthOf } from '../core/text/text.ts'
import type { ReadingOptions } from './budget-reading.ts'
import { withoutDoubt } from './connection.ts'
import { bucketOf } from './keys.ts'
import { countingOf, fingerprintOf, plainScript, runScript, tooManyIn } from './scripts.ts'

/** How long a handled event is remembered; platforms repeat events within minutes or hours. */
export const changeKnownMs = 2 * 24 * 60 * 60 * 1000

/** The journal entry of a change, without its time and outcome. */
export const changeLine = (
  { account, actor, reason }: BudgetChange,
  operation: string,
  about: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> => {
  assert(reason === undefined || lengthOf(reason) <= reasonLengthMax, 'the reason is too long')
  const because = reason === undefined ? {} : { reason: reason.toWellFormed() }
  return { operation, account, actor, ...about, ...because }
}

const unknownText = declared(
  "I can't reach my database right now, so I don't know whether that was saved. Check /budget show before you try again.",
)

/** The error for a change whose outcome is unknown: see `withoutDoubt`. */
export const changeLost = (cause: unknown): AppError =>
  new AppError('store_unavailable', 'a change of a budget may be lost', {
    cause,
    retryable: true,
    saysUnknown: true,
    memberText: sayDeclared(unknownText),
  })

const changeScript = plainScript('allowance', 'change-settings')

/** Settings by name. */
export type Texts = Readonly<Record<string, string>>

interface SettingsChange {
  change: BudgetChange
  operation: JournalLine['operation']
  /** The member or group that it applies to, as the journal names it. */
  about: Texts
  /** The journal's name for each setting. */
  labels: Texts
  /** An empty text removes the setting. */
  settings: Texts
  /** Settings that keep their value, with the initial ones. */
  kept?: Texts
  in: 'account' | 'groups'
  /** Whether requests must read the settings again after the change. */
  raisesRevision: boolean
  /** Whether it is one of many, such as a limit for each member, of which there is a greatest number. */
  isOneOfMany?: boolean
  /** Whether it is also made where the operator lets nobody spend, and however many were made before. */
  isForAll?: true
}

export interface ChangingOptions extends ReadingOptions {
  /** How many changes are allowed per day. */
  allowances: Pick<Allowances, 'change'>
}

const texts = z.record(z.string(), z.string())
const textsIn = (json: string | undefined): Texts => texts.parse(JSON.parse(json ?? ''))

/**
 * Throws AppError `not_let_in` where the operator lets nobody spend: strangers could fill a journal that they share with
 * others.
 */
export const requireLetIn = async (
  { allowlist }: Pick<ReadingOptions, 'allowlist'>,
  account: AccountId,
): Promise<void> => {
  if ((await allowlist.peek(account)).status !== 'not_allowed') return
  throw new AppError('not_let_in', `${account} is not let in`, { memberText: notAllowedText(account) })
}

/** The most settings of an account; each request reads all those of its groups. */
const settingsMax = { account: 2_000, groups: 200 } as const

const settingsFull = (of: keyof typeof settingsMax, account: AccountId): AppError =>
  new AppError('settings_full', `${account} has as many settings as it may`, {
    memberText:
      of === 'groups'
        ? say('At most {{most}} limits for groups can be set here. Remove one first. Nothing was changed.', {
            most: settingsMax.groups,
          })
        : say(
            'At most {{most}} limits, managers, blocks and pauses can be set here. Remove one first. Nothing was changed.',
            { most: grouped(settingsMax.account) },
          ),
  })

/** How a member's changes of an account are counted. */
export const countingChanges = (
  options: Pick<ChangingOptions, 'keys' | 'allowances'>,
  change: Pick<BudgetChange, 'account' | 'actor'>,
) => countingOf(options, { account: change.account, member: change.actor }, 'change')

/** The error for one change too many in a day, each of which stays in a journal that accounts share. */
const tooManyChanges = ({ of, limit: count, waitMs }: TooMany): AppError => {
  const text =
    of === 'member'
      ? sayCount(
          "You've reached your limit here: {{count}} change a day.",
          "You've reached your limit here: {{count}} changes a day.",
          { count },
        )
      : sayCount(
          'This server or workspace is at its limit: {{count}} change a day.',
          'This server or workspace is at its limit: {{count}} changes a day.',
          { count },
        )
  const memberText = [text, tryAgainText(waitMs), say('Nothing was changed.')].join(' ')
  return new AppError('too_many_changes', `the ${of} made ${count} changes in a day`, { memberText })
}

/** Throws AppError `too_many_changes` if a script's reply says so. */
export const requireFewChanges = (
  reply: readonly string[],
  { allowances }: Pick<ChangingOptions, 'allowances'>,
): void => {
  const tooMany = tooManyIn(reply, allowances, 'change')
  if (tooMany !== undefined) throw tooManyChanges(tooMany)
}

/**
 * Changes an account's settings, with a journal entry. Returns its time, and the settings before and after. Throws what
 * `requireLetIn` throws, and AppError `settings_full` or `too_many_changes` where it would be one of too many.
 */
export const applyChange = async (
  options: ChangingOptions,
  { change, operation, about, labels, settings, kept = {}, isForAll, isOneOfMany, ...where }: SettingsChange,
): Promise<ChangeResult<{ atMs: number; was: Texts; now: Texts }>> => {
  const { redis, keys, now } = options
  const { account, eventId } = change
  if (isForAll !== true) await requireLetIn(options, account)
  const counting = countingChanges(options, change)
  const run = () =>
    runScript(
      redis,
      changeScript,
      [
        keys.account(account),
        where.in === 'groups' ? keys.groups(account) : keys.account(account),
        keys.journal(bucketOf(account)),
        keys.change(account, eventId),
        ...counting.keys,
      ],
      [
        now(),
        changeKnownMs,
        fingerprintOf([operation, about, settings, change.reason]),
        where.raisesRevision ? '1' : '0',
        JSON.stringify(settings),
        JSON.stringify(kept),
        JSON.stringify(changeLine(change, operation, about)),
        JSON.stringify(labels),
        isOneOfMany === true ? settingsMax[where.in] : '',
        ...(isForAll === true ? ['', ''] : counting.spacings),
      ],
    )
  const reply = await withoutDoubt(run, changeLost)
  requireFewChanges(reply, options)
  const [status, at, was, is] = reply
  if (status === 'differs') return { status }
  if (status === 'full') throw settingsFull(where.in, account)
  assert(status === 'changed' || status === 'repeated', `the settings script answered ${status}`)
  return { status, atMs: Number(at), was: textsIn(was), now: textsIn(is) }
}
