import { type Answer, privately, toReader } from '../../core/command/answer.ts'
import { defineAction, type Utility } from '../../core/command/command.ts'
import type { Feature } from '../../core/command/feature.ts'
import type { Invocation } from '../../core/command/invocation.ts'
import { choice, member, optional } from '../../core/fields/field-builders.ts'
import { isTheirs } from '../../core/job/access.ts'
import { type CanSee, isNothingForOthers } from '../../core/job/audience.ts'
import { isShown, type JobRecord } from '../../core/job/job.ts'
import type { JobList, ListedJob, ListedResult, ResultsOf } from '../../core/job/job-list.ts'
import { type Block, plainMessage, type ResultMessage } from '../../core/message/message.ts'
import { accountOf, type Target } from '../../core/target.ts'
import { declared, say } from '../../core/text/say.ts'
import { asPage, emptyListText, pageButtons, pageField, pageLength } from '../shared/page.ts'
import { type EntryPorts, mayHave, resultFact } from './entry.ts'
import { showAgainBlocks } from './show-again.ts'

interface HistoryPorts extends EntryPorts {
  jobList: Pick<JobList, 'results' | 'facts' | 'find'>
}

type HistoryDeps = HistoryPorts & { features: readonly Feature[] }

/** Of an unreadable record, everyone sees the name and nobody sees more. */
const mayBeSeen = async (
  ports: Pick<HistoryPorts, 'canSee'>,
  invocation: Invocation,
  { facts }: ListedResult,
): Promise<boolean> => facts === undefined || mayHave(ports, invocation, facts)

/** Jobs looked at in one go: a first page seldom needs more than the first number. */
const lookedAtOnce = { min: 2 * pageLength, max: 10 * pageLength }
/** At most this many of the latest jobs are searched for visible ones. */
const lookedThroughMax = 1_000

/** For one viewer; asks about each place once, however many results are there. */
const askingOnce = (canSee: CanSee): CanSee => {
  const known = new Map<string, Promise<boolean>>()
  return (viewer, place) => {
    const name = JSON.stringify({ ...place, member: '' })
    const seen = known.get(name) ?? canSee(viewer, place)
    known.set(name, seen)
    return seen
  }
}

/**
 * Results that the viewer can see, newest first. Hidden ones are not counted, so no page reveals how many there
 * are. Whatever the page, no record is read as a whole here: only what decides who sees it.
 */
const seenResults = async (
  ports: HistoryPorts,
  invocation: Invocation,
  of: ResultsOf,
  countMax: number,
): Promise<{ seen: readonly ListedResult[]; isCut: boolean }> => {
  const seen: ListedResult[] = []
  const asking = { canSee: askingOnce(ports.canSee) }
  const atOnce = Math.min(Math.max(countMax, lookedAtOnce.min), lookedAtOnce.max)
  for (let skipped = 0; skipped < lookedThroughMax; skipped += atOnce) {
    const found = await ports.jobList.results(accountOf(invocation.target), of, skipped, atOnce)
    const fits = await Promise.all(found.map((entry) => mayBeSeen(asking, invocation, entry)))
    seen.push(...found.filter((_, index) => fits[index] === true))
    if (seen.length >= countMax || found.length < atOnce) return { seen, isCut: false }
  }
  return { seen, isCut: true }
}

/** The records of a page's results; one that was removed meanwhile is left out. */
const recordsOf = async (
  { jobList }: HistoryPorts,
  { target }: Invocation,
  results: readonly ListedResult[],
): Promise<readonly ListedJob[]> => {
  const found = await Promise.all(results.map(({ id }) => jobList.find(accountOf(target), id)))
  return results.flatMap(({ id, facts }, index): ListedJob[] => {
    const record = found[index]
    if (record === undefined || record.status === 'unknown') return []
    // Without facts nobody knows who sees it, whatever its record says.
    return [{ id, job: facts !== undefined && record.status === 'found' ? record.job : undefined }]
  })
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
  const seen = await recordsOf(ports, invocation, all.slice(skipped, skipped + pageLength))
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
    changesNothing: true,
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
