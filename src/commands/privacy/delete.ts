import { createRations } from '../../core/caches.ts'
import { type Answer, privately, tryAgainText } from '../../core/command/answer.ts'
import { defineAction } from '../../core/command/command.ts'
import type { Invocation } from '../../core/command/invocation.ts'
import { settingNames } from '../../core/command/settings.ts'
import { choice, optional } from '../../core/fields/field-builders.ts'
import { type ForgetTimes, forgetTimes } from '../../core/job/job-list.ts'
import { jobName } from '../../core/job-id.ts'
import { type Block, plainMessage } from '../../core/message/message.ts'
import { accountOf } from '../../core/target.ts'
import { declared, say, sayCount, sayList } from '../../core/text/say.ts'
import { createShared, createTurns } from '../../core/waiting.ts'
import type { PrivacyPorts } from './ports.ts'

/** Records deleted per click, copies for other members too, so that the answer leaves in time. */
const removedMax = 250
/** Records of one click that are looked at together. */
const atOnceMax = 20
const namedMax = 10

/** For each member and account: a click takes much work. Thousands of records are still gone within the hour. */
const rate = { most: 10, spanMs: 10 * 60_000 } as const
/** Members whose data a process deletes at once; of an account one at a time. */
const membersAtOnceMax = 2

const noDefaults = Object.fromEntries(settingNames.map((name) => [name, undefined]))

interface Removed {
  /** Number of records. */
  count: number
  /** Number of other records that showed their results again. */
  copies: number
  /** Names of jobs that stay for now. */
  kept: readonly string[]
  hasMore: boolean
}

/** `later`: a click removes no more than this. */
type Outcome = 'removed' | 'kept' | 'later'

/**
 * Removes records, each after all that show its result again, even for other members: they contain the same words.
 * While one of those is unfinished, the record stays and another click finds it. Each record is looked at once.
 */
const createRemoval = (records: PrivacyPorts['records'], times: ForgetTimes) => {
  const outcomes = new Map<string, Promise<Outcome>>()
  let left = removedMax
  let removed = 0

  const removeCopies = async (jobId: string): Promise<Outcome> => {
    let outcome: Outcome = 'removed'
    let after: string | undefined
    do {
      const copies = await records.copiesOf(jobId, atOnceMax, after)
      for (const copy of copies) {
        const ofCopy = await remove(copy)
        if (ofCopy === 'later') return ofCopy
        if (ofCopy === 'kept') outcome = ofCopy
      }
      after = copies.length < atOnceMax ? undefined : copies.at(-1)
    } while (after !== undefined)
    return outcome
  }

  const removeAfterCopies = async (jobId: string): Promise<Outcome> => {
    const ofCopies = await removeCopies(jobId)
    if (ofCopies !== 'removed') return ofCopies
    if (left === 0) return 'later'
    left -= 1
    const { status } = await records.forget({ jobId }, times)
    if (status === 'kept') left += 1
    else removed += 1
    return status === 'kept' ? status : 'removed'
  }

  const remove = (jobId: string): Promise<Outcome> => {
    const outcome = outcomes.get(jobId) ?? removeAfterCopies(jobId)
    outcomes.set(jobId, outcome)
    return outcome
  }

  return { remove, hasRoom: () => left > 0, removed: () => removed }
}

const removeRecords = async (
  { records, deadlines, now }: PrivacyPorts,
  { target }: Invocation,
): Promise<Removed> => {
  const of = { account: accountOf(target), member: target.member }
  const removal = createRemoval(records, forgetTimes(now(), deadlines))
  const kept: string[] = []
  let count = 0
  let hasMore = false
  let after: string | undefined
  do {
    const { jobs, next } = await records.walk(of, after, atOnceMax)
    const outcomes = await Promise.all(jobs.map(({ id }) => removal.remove(id)))
    for (const [index, { id }] of jobs.entries()) {
      const outcome = outcomes[index]
      if (outcome === 'kept') kept.push(jobName(id))
      else if (outcome === 'later') hasMore = true
      else count += 1
    }
    after = next
  } while (after !== undefined && removal.hasRoom())
  return { count, copies: removal.removed() - count, kept, hasMore: hasMore || after !== undefined }
}

const deleteButton = (label: string): Block => ({
  kind: 'buttons',
  buttons: [
    {
      label,
      style: 'danger',
      commandLink: { command: 'privacy', action: 'delete', values: { sure: 'yes' } },
    },
  ],
})

const question = (): Answer =>
  privately({
    text: say(
      "This deletes your requests, results, lyrics, forms, ratings, settings and your answer about your clips here. It can't be undone. Buttons on your results stop working. Posted messages stay, so delete those first with Delete or /jobs delete. Running jobs stay until they finish. Billing records are kept with your ID.",
    ),
    tone: 'info',
    blocks: [deleteButton(say('Delete it all'))],
  })

const keptText = (kept: readonly string[]): string => {
  if (kept.length === 0) return ''
  const more = kept.length - namedMax
  const shown = kept.slice(0, namedMax)
  const named =
    more > 0
      ? say('{{names}} and {{count}} more', { names: sayList(shown, 'unit'), count: more })
      : sayList(shown)
  return ` ${say('These jobs are still running or ended within the last day, so they stay for now: {{jobs}}. Try again later.', { jobs: named })}`
}

const stays = (): string =>
  say('Billing records and blocks by admins are kept with your ID. Posted messages stay where they are.')

/** How many other things were deleted. */
interface Forgotten {
  drafts: number
  clips: number
}

/** Drafts are not counted: one form leaves one for each time it was opened or sent. */
const forgottenText = ({ drafts, clips }: Forgotten): string => {
  const forms = drafts === 0 ? '' : ` ${say('Your forms and requests to admins were deleted.')}`
  return clips === 0
    ? forms
    : `${forms} ${sayCount('Clips from {{count}} message were removed.', 'Clips from {{count}} messages were removed.', { count: clips })}`
}

const copiesText = (count: number): string =>
  count === 0
    ? ''
    : ` ${sayCount('{{count}} copy of your results was deleted.', '{{count}} copies of your results were deleted.', { count })}`

const removedAnswer = ({ count, copies, kept, hasMore }: Removed, others: Forgotten): Answer => {
  const records = sayCount('{{count}} record was deleted.', '{{count}} records were deleted.', { count })
  const forgotten = `${copiesText(copies)}${forgottenText(others)}`
  const more = hasMore ? ` ${say("There's more to delete.")}` : ''
  const message = plainMessage(`${records}${forgotten}${keptText(kept)} ${stays()}${more}`)
  return privately({ ...message, blocks: hasMore ? [deleteButton(say('Delete the rest'))] : [] })
}

/** The button is shown again, since the answer may replace it. */
const tooSoon = (waitMs: number): Answer =>
  privately({
    ...plainMessage(tryAgainText(waitMs), 'failed'),
    blocks: [deleteButton(say('Delete the rest'))],
  })

const fields = {
  sure: optional(
    choice({
      label: declared('Confirm'),
      help: declared('Delete without asking first (default: ask)'),
      choices: [{ value: 'yes', label: declared('Yes, delete it') }],
    }),
  ),
}

const deleteAll =
  (ports: PrivacyPorts, invocation: Invocation) => async (): Promise<readonly [Removed, Forgotten]> => {
    const { target } = invocation
    const account = accountOf(target)
    await ports.settings.change(account, { kind: 'member', id: target.member }, noDefaults)
    await ports.ratings.forget(account, target.member)
    await ports.consents.forget(account, target.member)
    await ports.pseudonyms.forget(account, target.member)
    const asked = await ports.approvals.forget(account, target.member)
    const drafts = asked + (await ports.drafts.forget(account, target.member))
    const removed = await removeRecords(ports, invocation)
    return [removed, { drafts, clips: await ports.clips.forget(account, target.member) }]
  }

/** Deletes what is kept of a member in one account; can be interrupted and repeated. */
export const createPrivacyDelete = () => {
  const underWay = createShared<readonly [Removed, Forgotten]>()
  const turns = createTurns(membersAtOnceMax)
  const rations = createRations(rate)
  return defineAction({
    name: 'delete',
    summary: declared('Delete your data here'),
    changesNothing: ({ sure }) => sure === undefined,
    fields,
    run: async ({ sure }, invocation, ports: PrivacyPorts) => {
      if (sure === undefined) return question()
      const { target } = invocation
      const account = accountOf(target)
      const name = `${account} ${target.member}`
      const waitMs = rations(name, ports.now())
      if (waitMs > 0) return tooSoon(waitMs)
      return removedAnswer(...(await underWay(name, () => turns(account, deleteAll(ports, invocation)))))
    },
  })
}
