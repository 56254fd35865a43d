import {
  type Answer,
  defineAction,
  type Invocation,
  privately,
  toReader,
  type Utility,
} from '../core/command/command.ts'
import type { Feature } from '../core/command/feature.ts'
import { choice, member, optional } from '../core/command/field.ts'
import { durationText } from '../core/command/time-text.ts'
import { isForRequesterAlone, isNothingForOthers, maySeeResult } from '../core/job/audience.ts'
import { isShown, type JobRecord, jobName } from '../core/job/job.ts'
import type { JobList, ListedJob, ResultsOf } from '../core/job/job-list.ts'
import type { CanSee } from '../core/job/sight.ts'
import { ageText } from '../core/message/age.ts'
import {
  type Block,
  type Button,
  type Fact,
  type FactPiece,
  plainMessage,
  type ResultMessage,
} from '../core/message/message.ts'
import { shortened } from '../core/message/text.ts'
import { accountOf, isPersonal } from '../core/target.ts'
import { declared, say, sayList } from '../core/texts/say.ts'
import { asPage, pageButtons, pageField, pageLength } from './page.ts'

interface HistoryPorts {
  jobList: Pick<JobList, 'results'>
  canSee: CanSee
  now: () => number
}

const titleLength = 60
const titlesLength = 200

/** The titles of a result with their lengths; a take without a title is told by its length alone. */
const titlesText = ({ outcome }: JobRecord): string => {
  const takes = (outcome?.outputs ?? []).flatMap(({ title, durationSeconds }) => {
    const duration = durationSeconds === undefined ? undefined : durationText(durationSeconds)
    const name = title === undefined ? '' : `“${shortened(title, titleLength)}”`
    const text = [name, ...(duration === undefined ? [] : [name === '' ? duration : `(${duration})`])].join(
      ' ',
    )
    return text.trim() === '' ? [] : [text.trim()]
  })
  return shortened(sayList(takes), titlesLength)
}

/** In a direct message it is the conversation that one is in. */
const whereText = (job: JobRecord): readonly FactPiece[] => {
  if (!isShown(job)) return [`, ${say('not shown')}`]
  if (isForRequesterAlone(job)) return [`, ${say('in your direct messages')}`]
  if (job.message === undefined || isPersonal(accountOf(job.target))) return []
  return [', ', { kind: 'message', server: job.target.server, message: job.message }]
}

const resultFact = ({ id, job }: ListedJob, nowMs: number): Fact => {
  if (job === undefined)
    return { label: jobName(id), value: say('cannot be read; whoever runs this bot has to look into it') }
  const titles = titlesText(job)
  const who = isPersonal(accountOf(job.target))
    ? []
    : [{ kind: 'member' as const, id: job.target.member }, ', ']
  return {
    label: `${jobName(id)} /${job.feature}`,
    value: [
      ...(titles === '' ? [] : [`${titles}, `]),
      ...who,
      ageText(nowMs - job.createdAtMs),
      ...whereText(job),
    ],
  }
}

/** What cannot be read is nobody's. */
const mayBeSeen = async (
  { canSee }: Pick<HistoryPorts, 'canSee'>,
  invocation: Invocation,
  { job }: ListedJob,
): Promise<boolean> => {
  if (job === undefined) return true
  const may = (seesPlace: boolean) => maySeeResult(job, { ...invocation, seesPlace })
  return may(false) || (may(true) && (await canSee(invocation.target, job.target)))
}

/** So many are read at once; a first page seldom takes more. */
const readAtOnce = 2 * pageLength
/** So many of the latest are looked through for those that somebody may see. */
const lookedThroughMax = 1_000

/**
 * Results from the newest on that somebody may see. They are counted as if there were no others, so that no
 * page tells how many are kept from them.
 */
const seenResults = async (
  ports: HistoryPorts,
  invocation: Invocation,
  of: ResultsOf,
  countMax: number,
): Promise<{ seen: readonly ListedJob[]; isCut: boolean }> => {
  const seen: ListedJob[] = []
  for (let skipped = 0; skipped < lookedThroughMax; skipped += readAtOnce) {
    const found = await ports.jobList.results(accountOf(invocation.target), of, skipped, readAtOnce)
    const fits = await Promise.all(found.map((entry) => mayBeSeen(ports, invocation, entry)))
    seen.push(...found.filter((_, index) => fits[index] === true))
    if (seen.length >= countMax || found.length < readAtOnce) return { seen, isCut: false }
  }
  return { seen, isCut: true }
}

/** What leads to the pages around one of the same list. */
const aroundPage = (page: number, hasOlder: boolean, { member: of, feature }: ResultsOf): Block[] => {
  const values = { ...(of !== undefined && { member: of }), ...(feature !== undefined && { feature }) }
  const buttons = pageButtons({
    list: { command: 'history', action: undefined, values },
    page,
    hasMore: hasOlder,
    labels: { back: say('Newer'), on: say('Older') },
  })
  return buttons.length === 0 ? [] : [{ kind: 'buttons', buttons }]
}

/** What was shown once can be shown again. */
const showButtons = (entries: readonly ListedJob[]): Block[] => {
  const buttons = entries.flatMap(({ job }): Button[] =>
    job !== undefined && isShown(job)
      ? [
          {
            label: say('Show {{name}}', { name: jobName(job.id) }),
            style: 'plain',
            asks: { command: 'result', action: undefined, values: { job: job.id } },
          },
        ]
      : [],
  )
  return buttons.length === 0 ? [] : [{ kind: 'buttons', buttons }]
}

const cutNote = (): Block => ({
  kind: 'note',
  text: say(
    'The latest {{count}} results were looked through. Choose a member or a feature to find older ones.',
    { count: lookedThroughMax },
  ),
})

const emptyText = (page: number): string =>
  page === 1 ? say('There are no such results here.') : say('There are no more such results here.')

const listAnswer = async (
  ports: HistoryPorts,
  invocation: Invocation,
  of: ResultsOf,
  page: number,
): Promise<Answer> => {
  const skipped = (page - 1) * pageLength
  const { seen: all, isCut } = await seenResults(ports, invocation, of, skipped + pageLength + 1)
  const seen = all.slice(skipped, skipped + pageLength)
  const end = [...(isCut ? [cutNote()] : []), ...aroundPage(page, all.length > skipped + pageLength, of)]
  if (seen.length === 0) return privately({ ...plainMessage(emptyText(page)), blocks: end })
  const message: ResultMessage = {
    text: say('Results here, the newest first. More about one: /jobs show and its name.'),
    tone: 'info',
    blocks: [
      { kind: 'facts', facts: seen.map((entry) => resultFact(entry, ports.now())) },
      ...showButtons(seen),
      ...end,
    ],
  }
  const told = seen.flatMap(({ job }) => job ?? [])
  return asPage(toReader(message, isNothingForOthers(told, invocation.target)), invocation)
}

/** What was made here: of everybody in a server or workspace, of the member alone in a direct message. */
export const createHistoryCommand = (ports: HistoryPorts, features: readonly Feature[]): Utility => ({
  kind: 'utility',
  name: 'history',
  summary: declared('What was made here, the newest first'),
  topic: 'results',
  audience: 'everyone',
  actions: defineAction({
    name: 'history',
    summary: declared('What was made here, the newest first'),
    fields: {
      member: optional(
        member({
          label: declared('Member'),
          help: declared('Whose results; of everybody, if left out'),
        }),
      ),
      feature: optional(
        choice({
          label: declared('Feature'),
          help: declared('Which kind of results; all of them, if left out'),
          choices: features
            .filter(({ isFree }) => !isFree)
            .map(({ name }) => ({ value: name, label: `/${name}` })),
        }),
      ),
      page: pageField(declared('Which ten of them; the latest, if left out')),
    },
    run: (input, invocation) => {
      const { page = 1, feature } = input
      return listAnswer(ports, invocation, { member: input.member, feature }, page)
    },
  }),
})
