import { type Answer, privately, toReader } from '../../core/command/answer.ts'
import { defineAction, type Utility } from '../../core/command/command.ts'
import type { Feature } from '../../core/command/feature.ts'
import type { Invocation } from '../../core/command/invocation.ts'
import { choice, member, optional } from '../../core/fields/field-builders.ts'
import { isTheirs } from '../../core/job/access.ts'
import { isNothingForOthers } from '../../core/job/audience.ts'
import { isShown, type JobRecord } from '../../core/job/job.ts'
import type { JobList, ListedJob, ResultsOf } from '../../core/job/job-list.ts'
import { type Block, plainMessage, type ResultMessage } from '../../core/message/message.ts'
import { accountOf, type Target } from '../../core/target.ts'
import { declared, say } from '../../core/text/say.ts'
import { asPage, emptyListText, pageButtons, pageField, pageLength } from '../shared/page.ts'
import { type EntryPorts, mayHave, resultFact } from './entry.ts'
import { showAgainBlocks } from './show-again.ts'

interface HistoryPorts extends EntryPorts {
  jobList: Pick<JobList, 'results' | 'find'>
}

type HistoryDeps = HistoryPorts & { features: readonly Feature[] }

/** An unreadable record is never shown. */
const mayBeSeen = async (ports: HistoryPorts, invocation: Invocation, { job }: ListedJob): Promise<boolean> =>
  job === undefined || mayHave(ports, invocation, job)

/** Number of jobs read at once; a first page seldom needs more. */
const readAtOnce = 2 * pageLength
/** At most this many of the latest jobs are searched for visible ones. */
const lookedThroughMax = 1_000

/**
 * Results that the viewer can see, newest first. Hidden ones are not counted, so no page reveals how many there
 * are.
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

/** Buttons for the previous and next pages of the same list. */
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

const cutNote = (): Block => ({
  kind: 'note',
  text: say(
    'I looked through the latest {{count}} results. Choose a member or a feature to find older ones.',
    { count: lookedThroughMax },
  ),
})

const emptyText = (page: number, invocation: Invocation): string =>
  page === 1 ? emptyListText(say('No results here.'), '/history', invocation) : say('No more results here.')

/** Only admins see another member's result that is not shown, or no longer shown. */
const isHidden =
  (viewer: Target) =>
  (job: JobRecord): boolean =>
    !isShown(job) && !isTheirs(job, viewer)

const listAnswer = async (
  ports: HistoryDeps,
  invocation: Invocation,
  of: ResultsOf,
  page: number,
): Promise<Answer> => {
  const skipped = (page - 1) * pageLength
  const { seen: all, isCut } = await seenResults(ports, invocation, of, skipped + pageLength + 1)
  const seen = all.slice(skipped, skipped + pageLength)
  const end = [...(isCut ? [cutNote()] : []), ...aroundPage(page, all.length > skipped + pageLength, of)]
  if (seen.length === 0) return privately({ ...plainMessage(emptyText(page, invocation)), blocks: end })
  const facts = await Promise.all(seen.map((entry) => resultFact(ports, invocation, entry, of)))
  const message: ResultMessage = {
    text: say('Results here, newest first.'),
    tone: 'info',
    blocks: [{ kind: 'facts', facts }, ...showAgainBlocks(seen, ports.features, invocation.target), ...end],
  }
  const told = seen.flatMap(({ job }) => job ?? [])
  const isPersonal = isNothingForOthers(told, invocation.target) || told.some(isHidden(invocation.target))
  return asPage(toReader(message, isPersonal), invocation)
}

/** Results made here: everybody's in a server or workspace, only the member's own in a direct message. */
export const createHistoryCommand = (features: readonly Feature[]): Utility<HistoryPorts> => ({
  kind: 'utility',
  name: 'history',
  summary: declared('See what was made here'),
  topic: 'results',
  example: { values: {} },
  audience: 'everyone',
  actions: defineAction({
    name: 'history',
    summary: declared('See what was made here'),
    fields: {
      member: optional(
        member({
          label: declared('Member'),
          help: declared("Whose results (default: everyone's)"),
        }),
      ),
      feature: optional(
        choice({
          label: declared('Feature'),
          help: declared('Kind of result (default: all)'),
          choices: features
            .filter(({ isFree }) => !isFree)
            .map(({ name }) => ({ value: name, label: `/${name}` })),
        }),
      ),
      page: pageField(declared('Page (default: the latest)')),
    },
    run: (input, invocation, ports: HistoryPorts) => {
      const { page = 1, feature } = input
      return listAnswer({ ...ports, features }, invocation, { member: input.member, feature }, page)
    },
  }),
})
