import {
  type Answer,
  defineAction,
  type Invocation,
  privately,
  type Utility,
} from '../core/command/command.ts'
import type { Feature } from '../core/command/feature.ts'
import { choice, member, optional } from '../core/command/field.ts'
import { durationText } from '../core/command/time-text.ts'
import { maySeeResult } from '../core/job/audience.ts'
import { isShown, type JobRecord, jobName } from '../core/job/job.ts'
import type { JobList, ListedJob, ResultsOf } from '../core/job/job-list.ts'
import { ageText } from '../core/message/age.ts'
import { type Block, type Button, type Fact, type FactPiece, plainMessage } from '../core/message/message.ts'
import { shortened } from '../core/message/text.ts'
import { accountOf, isPersonal } from '../core/target.ts'
import { declared, say, sayList } from '../core/texts/say.ts'
import { pageField, pageLength, pagesMax } from './page.ts'

interface HistoryPorts {
  jobList: Pick<JobList, 'results'>
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
const mayBeSeen =
  (invocation: Invocation) =>
  ({ job }: ListedJob): boolean =>
    job === undefined || maySeeResult(job, invocation)

/** A button that asks for another page of the same. */
const pageButton = (label: string, page: number, { member: of, feature }: ResultsOf): Button => ({
  label,
  style: 'plain',
  asks: {
    command: 'history',
    action: undefined,
    values: {
      page: String(page),
      ...(of === undefined ? {} : { member: of }),
      ...(feature === undefined ? {} : { feature }),
    },
  },
})

const pageButtons = (page: number, hasOlder: boolean, of: ResultsOf): Block[] => {
  const buttons = [
    ...(page > 1 ? [pageButton(say('Newer'), page - 1, of)] : []),
    ...(hasOlder && page < pagesMax ? [pageButton(say('Older'), page + 1, of)] : []),
  ]
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

const emptyText = (page: number): string =>
  page === 1 ? say('There are no such results here.') : say('There are no more such results here.')

const listAnswer = async (
  { jobList, now }: HistoryPorts,
  invocation: Invocation,
  of: ResultsOf,
  page: number,
): Promise<Answer> => {
  const skipped = (page - 1) * pageLength
  const found = await jobList.results(accountOf(invocation.target), of, skipped, pageLength + 1)
  const seen = found.slice(0, pageLength).filter(mayBeSeen(invocation))
  const buttons = pageButtons(page, found.length > pageLength, of)
  if (seen.length === 0) return privately({ ...plainMessage(emptyText(page)), blocks: buttons })
  return privately({
    text: say('Results here, the newest first. More about one: /jobs show and its name.'),
    tone: 'info',
    blocks: [
      { kind: 'facts', facts: seen.map((entry) => resultFact(entry, now())) },
      ...showButtons(seen),
      ...buttons,
    ],
  })
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
