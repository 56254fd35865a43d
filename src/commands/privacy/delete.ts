import { type Answer, privately } from '../../core/command/answer.ts'
import { defineAction } from '../../core/command/command.ts'
import type { Invocation } from '../../core/command/invocation.ts'
import { settingNames } from '../../core/command/settings.ts'
import { choice, optional } from '../../core/fields/field-builders.ts'
import { type ForgetTimes, forgetTimes } from '../../core/job/job-list.ts'
import { jobName } from '../../core/job-id.ts'
import { type Block, plainMessage } from '../../core/message/message.ts'
import { accountOf } from '../../core/target.ts'
import { declared, say, sayCount, sayList } from '../../core/text/say.ts'
import type { PrivacyPorts } from './ports.ts'

/** Parts of records deleted per click, so that the answer leaves in time. */
const partsMax = 5
const partLength = 50
const namedMax = 10

const noDefaults = Object.fromEntries(settingNames.map((name) => [name, undefined]))

interface Removed {
  /** Number of records. */
  count: number
  /** Names of jobs that stay for now. */
  kept: readonly string[]
  hasMore: boolean
}

/**
 * Removes a record after all that show its result again, even for other members: they contain the same words. While
 * one of those is unfinished, the record stays and the next click finds it.
 */
const removeWithCopies = async (
  records: PrivacyPorts['records'],
  jobId: string,
  times: ForgetTimes,
): Promise<'removed' | 'kept'> => {
  const copies = await records.copiesOf(jobId)
  const removed = await Promise.all(copies.map((copy) => removeWithCopies(records, copy, times)))
  if (removed.includes('kept')) return 'kept'
  return (await records.forget({ jobId }, times)).status === 'kept' ? 'kept' : 'removed'
}

const removeRecords = async (
  { records, deadlines, now }: PrivacyPorts,
  { target }: Invocation,
): Promise<Removed> => {
  const of = { account: accountOf(target), member: target.member }
  const times = forgetTimes(now(), deadlines)
  const kept: string[] = []
  let count = 0
  let after: string | undefined
  for (let part = 0; part < partsMax; part += 1) {
    const { jobs, next } = await records.walk(of, after, partLength)
    const removed = await Promise.all(jobs.map(({ id }) => removeWithCopies(records, id, times)))
    for (const [index, { id }] of jobs.entries()) {
      if (removed[index] === 'kept') kept.push(jobName(id))
      else count += 1
    }
    if (next === undefined) return { count, kept, hasMore: false }
    after = next
  }
  return { count, kept, hasMore: true }
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

const removedAnswer = ({ count, kept, hasMore }: Removed, others: Forgotten): Answer => {
  const records = sayCount('{{count}} record was deleted.', '{{count}} records were deleted.', { count })
  const forgotten = forgottenText(others)
  const more = hasMore ? ` ${say("There's more to delete.")}` : ''
  const message = plainMessage(`${records}${forgotten}${keptText(kept)} ${stays()}${more}`)
  return privately({ ...message, blocks: hasMore ? [deleteButton(say('Delete the rest'))] : [] })
}

/** Deletes what is kept of a member in one account; can be interrupted and repeated. */
export const privacyDelete = defineAction({
  name: 'delete',
  summary: declared('Delete your data here'),
  changesNothing: ({ sure }) => sure === undefined,
  fields: {
    sure: optional(
      choice({
        label: declared('Confirm'),
        help: declared('Delete without asking first (default: ask)'),
        choices: [{ value: 'yes', label: declared('Yes, delete it') }],
      }),
    ),
  },
  run: async ({ sure }, invocation, ports: PrivacyPorts) => {
    if (sure === undefined) return question()
    const { target } = invocation
    const account = accountOf(target)
    await ports.settings.change(account, { kind: 'member', id: target.member }, noDefaults)
    await ports.ratings.forget(account, target.member)
    await ports.consents.forget(account, target.member)
    await ports.pseudonyms.forget(account, target.member)
    const asked = await ports.approvals.forget(account, target.member)
    const drafts = asked + (await ports.drafts.forget(account, target.member))
    const removed = await removeRecords(ports, invocation)
    return removedAnswer(removed, { drafts, clips: await ports.clips.forget(account, target.member) })
  },
})
