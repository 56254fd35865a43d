import { ApplicationCommandType } from 'discord.js'
import { beforeAll, describe, expect, test } from 'vitest'
import { commandBodies } from '../../../src/bots/discord/setup/commands.ts'
import { slackManifest } from '../../../src/bots/slack/setup/manifest.ts'
import { music } from '../../../src/commands/features/music.ts'
import { createJobsCommand } from '../../../src/commands/jobs/jobs.ts'
import type { Answer, Form } from '../../../src/core/command/answer.ts'
import {
  actionNamed,
  actionsOf,
  type Command,
  fieldsOf,
  type ReadyUtility,
  readyUtility,
} from '../../../src/core/command/command.ts'
import { microcredits } from '../../../src/core/credits.ts'
import type { Field, RawValues } from '../../../src/core/fields/field.ts'
import { readValues } from '../../../src/core/fields/read-values.ts'
import type { QueueStatus } from '../../../src/core/job/concurrency.ts'
import { type Ending, endings, jobStates } from '../../../src/core/job/job.ts'
import { scopeKinds } from '../../../src/core/ledger/scope.ts'
import { plainMessage } from '../../../src/core/message/message.ts'
import { say } from '../../../src/core/text/say.ts'
import { askedBeforeMessage } from '../../../src/jobs/messages/asked-before.ts'
import * as closing from '../../../src/jobs/messages/closing.ts'
import type { PaidJob } from '../../../src/jobs/messages/job-facts.ts'
import * as messages from '../../../src/jobs/messages/messages.ts'
import {
  budgetRefusalMessage,
  personalRefusalMessage,
  type ShownRefusal,
} from '../../../src/jobs/messages/refusals.ts'
import { allCommands } from '../../support/commands/commands.ts'
import { invocation } from '../../support/commands/invocation.ts'
import { listsWith } from '../../support/commands/lists.ts'
import { budgetCommand, creditsCommand } from '../../support/commands/money-commands.ts'
import { noApprovals } from '../../support/commands/no-approvals.ts'
import {
  noChanges,
  recordingBudgets,
  serverBudget,
  shareBudget,
} from '../../support/commands/recording-budgets.ts'
import { jobRecord } from '../../support/jobs/job-record.ts'
import { outcomeOf, output, twoTakes } from '../../support/service/outcome.ts'
import { inAnswer, inForm, inMessage, inWords, speakPseudo } from '../../support/texts/said.ts'

beforeAll(speakPseudo)

test('what is not said is found, and what is said is not', () => {
  expect(inMessage(plainMessage(`${say('Nothing was charged.')} At all.`))).not.toEqual([])
  expect(inMessage(plainMessage(say('Nothing was charged.')))).toEqual([])
  expect(say('Queued {{product}}. {{news}}', { product: 'data', news: 'data' })).toBe('⟦Queued ⟧data⟦. ⟧data')
})

describe('commands are said', () => {
  test('to Discord', () => {
    // An entry of a message's menu is known by its English name, and shown by
    // another: see localizations.test.ts.
    const bodies = commandBodies(allCommands).filter(({ type }) => type !== ApplicationCommandType.Message)
    expect(inWords(bodies)).toEqual([])
  })

  test('to Slack', () => {
    expect(inWords(slackManifest(allCommands, { requestUrl: undefined }))).toEqual([])
  })

  test('by /help, each of them', async () => {
    const help = allCommands.find(({ name }) => name === 'help') as ReadyUtility
    for (const command of [undefined, ...allCommands.map(({ name }) => name)]) {
      const answer = await runAction(help, undefined, command === undefined ? {} : { command })
      expect(inAnswer(answer), command).toEqual([])
    }
  })
})

const runAction = async (
  utility: ReadyUtility,
  action: string | undefined,
  values: RawValues,
): Promise<Answer> => {
  const found = actionNamed(utility, action)
  const answer = await found?.run(invocation({ command: utility.name, action, values, isAdmin: true }))
  if (answer === undefined || answer.kind === 'asks')
    throw new Error(`${utility.name} ${action} answers nothing`)
  return answer
}

const waysOf = (command: Command): (string | undefined)[] =>
  command.kind === 'feature' || actionsOf(command).length === 1
    ? [undefined]
    : actionsOf(command).map(({ name }) => name)

describe.each(allCommands.flatMap((command) => waysOf(command).map((action) => [command, action] as const)))(
  'what $name %s',
  (command, action) => {
    const fields = fieldsOf(command, action)

    test('asks for in a form', () => {
      for (const clips of [[], [{ value: 'clip:0', label: 'data' }]]) {
        const form: Form = {
          command: command.name,
          action,
          draft: 'd',
          title: 'data',
          fields,
          values: {},
          clips,
          missing: Object.keys(fields),
        }
        expect(inForm(form)).toEqual([])
      }
    })

    test.each<[string, (field: Field) => unknown]>([
      ['is missing', () => undefined],
      ['is of another kind', () => ({ no: 'value' })],
      ['is empty', () => ''],
      ['is broken', () => 'data\ud800'],
      ['is too long', () => 'x '.repeat(9_000)],
      ['is out of any range', () => '-9999999'],
      ['You gave', () => ['data', 'data']],
    ])('says of a value that %s', (_, given) => {
      const names = Object.entries(fields)
      const values = Object.fromEntries(names.map(([name, field]) => [name, given(field)]))
      const read = readValues(fields, { ...values, lyrcs: 'data' })
      const texts = read.ok ? [] : read.problems.map(({ text }) => ({ text: text.replace('lyrcs', '') }))
      expect(inWords(texts)).toEqual([])
    })
  },
)

const everyState = jobStates.flatMap((state) =>
  [undefined, ...(Object.keys(endings) as Ending[])].map((ending): PaidJob => {
    const settled = state === 'voided' ? microcredits(0) : microcredits(120_000)
    const left = { kind: 'server', id: '', limit: settled, granted: 0, held: settled, left: 5 } as const
    return { left, ...jobRecord({ state, ending, settled, settledBy: 'estimate', endingDetail: 'Data' }) }
  }),
)
const positions: QueueStatus[] = [
  { status: 'called' },
  ...[1, 2, 3, 4, undefined].map(
    (position): QueueStatus => ({
      status: 'waiting',
      position,
      startsInSeconds: 5,
      hindrance: undefined,
    }),
  ),
  { status: 'waiting', position: 1, startsInSeconds: 5, hindrance: 'busy' },
  { status: 'waiting', position: undefined, startsInSeconds: 5, hindrance: 'paused' },
  { status: 'waiting', position: 2, startsInSeconds: 5, hindrance: 'unpaid' },
]

describe('what a job says', () => {
  test.each(everyState)('at its end ($state: $ending)', (job) => {
    const said = [closing.closingMessage(job, music), closing.closingMessage(job, undefined)]
    const features = new Map([[music.name, music]])
    const last = closing.lastWord({ ...job, outcome: twoTakes, toldState: job.state }, features)
    for (const message of [...said, ...(last === undefined ? [] : [last])])
      expect(inMessage(message)).toEqual([])
  })

  test('on its way', () => {
    const job = jobRecord({ state: 'accepted' })
    const { id } = job
    const bound = microcredits(5)
    const prepared = { values: job.values, notes: {}, defaults: [] }
    const said = [
      ...[undefined, 1, 10].map((unreadMinutes) =>
        messages.queuedMessage(music, { ...prepared, bound, left: 5, unreadMinutes }, id),
      ),
      ...jobStates.map((state) => askedBeforeMessage(music, { ...job, state })),
      ...positions.flatMap((position) =>
        position.status === 'waiting' ? [messages.waitingMessage(job, music, position, { nowMs: 5 })] : [],
      ),
      ...[0, 1, 2, 3, 4].map((quarters) =>
        messages.workingMessage(
          music,
          { estimate: bound, nowMs: 0, expectedAtMs: 5, quarters, held: bound },
          job,
        ),
      ),
      messages.unsureMessage(music, 5, job),
      ...[jobRecord({ state: 'uncertain' }), job].map((each) => closing.runsOnMessage(each, music)),
      closing.runsOnMessage(job),
      closing.keptBackMessage(job, music),
      closing.goneMessage(job, music),
      closing.unshownMessage(job, music),
      ...allCommands.map((command) => messages.lackingMessage(command, ['Prompt'])),
      ...allCommands.map((command) =>
        messages.filledInMessage(command, say('{{amount}} per minute', { amount: '5 credits' })),
      ),
      ...[false, true].map(messages.lateMessage),
    ]
    for (const message of said) expect(inMessage(message)).toEqual([])
  })

  test('when its budget refuses', () => {
    const figures = { id: '1', limit: microcredits(5), resetsAtMs: undefined }
    const scopes = ['server', ...scopeKinds] as const
    const refusals: ShownRefusal[] = [
      ...(['no_budget', 'groups_unknown', 'late'] as const).map((status) => ({ status })),
      ...([1, 5] as const).flatMap((limit) =>
        (['server', 'member'] as const).map((of) => ({ status: 'too_many_waiting', of, limit }) as const),
      ),
      { status: 'exceeds_operator', left: 5, ...figures },
      { status: 'exceeds_ceiling', left: 5, held: microcredits(5), ...figures },
      { status: 'exceeds_share', resetsAtMs: undefined },
      ...scopes.flatMap((scope) =>
        [0, 5].map((left) => {
          const held = microcredits(5)
          return { status: `exceeds_${scope}`, left, held, ...figures } as const
        }),
      ),
    ]
    for (const refusal of refusals)
      for (const messageOf of [budgetRefusalMessage, personalRefusalMessage])
        expect(inMessage(messageOf({ bound: microcredits(9), unreadMinutes: 10 }, refusal))).toEqual([])
  })
})

describe('a result', () => {
  const values: RawValues = { prompt: 'data', cover: true }
  const timedLyrics = [{ startSeconds: 1, text: 'data' }]
  const outputs = [output(1, { title: undefined }), output(2, { title: 'data', lyrics: 'data', timedLyrics })]

  test.each(allCommands.flatMap((command) => (command.kind === 'feature' ? [command] : [])))(
    'of $name is said',
    (feature) => {
      const clip = { kind: 'result', url: 'https://cdn.example/1.mp3', name: 'data', seconds: 60 }
      const other = { ...clip, url: 'https://cdn.example/2.mp3' }
      const every = {
        ...values,
        clip,
        job: 'data',
        text: 'data',
        voice: 'data',
        start: '0:01',
        end: '0:02',
        reference: other,
        theme: 'data',
      }
      const known = Object.fromEntries(
        Object.entries(every).filter(([name]) => Object.hasOwn(feature.fields, name)),
      )
      const prepared = feature.prepare(known)
      if (!prepared.ok) throw new Error(JSON.stringify(prepared.problems))
      for (const outcome of [outcomeOf(outputs), outcomeOf([output(1)]), outcomeOf([])]) {
        const view = prepared.prepared.view({ ...outcome, coverUrl: 'https://cdn.example/1.jpg' })
        expect(inMessage(view).filter((word) => !word.startsWith('Title'))).toEqual([])
      }
    },
  )
})

const ofJob: RawValues = { job: 'aaaa' }
const jobActions: readonly [string, RawValues][] = [
  ['mine', {}],
  ['server', {}],
  ['show', ofJob],
  ['cancel', ofJob],
  ['recover', ofJob],
]

describe('answers of commands', () => {
  const budgets = [
    recordingBudgets(),
    recordingBudgets({
      server: serverBudget({ period: 'week', left: -5, granted: 5, resetsAtMs: undefined }),
    }),
    recordingBudgets({ server: serverBudget({ limit: undefined }), lacksGroups: true }),
    ...(['own', 'group', 'everyone', undefined] as const).map((from) =>
      recordingBudgets({
        share: shareBudget({ from, limit: microcredits(5), granted: -5, eachLimit: microcredits(5) }),
        lacksGroups: true,
      }),
    ),
    recordingBudgets({ answers: { status: 'differs', grant: { status: 'no_limit' } } }),
    recordingBudgets({
      answers: { grant: { status: 'too_much', most: microcredits(5), allowed: microcredits(9) } },
    }),
  ]
  const shares: RawValues[] = [
    {},
    { member: '1' },
    { channel: '1' },
    { group: '1' },
    { member: '1', group: '1' },
  ]

  test.each(budgets.map((world, index) => [index, world] as const))(
    'about budgets (%d)',
    async (_, world) => {
      const command = readyUtility(budgetCommand, { ...world, ...noApprovals, journal: noChanges })
      const asked: [string, RawValues][] = [
        ...shares.map((values): [string, RawValues] => ['show', values]),
        ...shares.flatMap((values): [string, RawValues][] => [
          ['give', { ...values, credits: '5' }],
          ['take', { ...values, credits: '5' }],
        ]),
        ['give', { credits: '0' }],
        ['limit', { credits: '5', period: 'week' }],
        ...['member', 'channel', 'group'].flatMap((kind): [string, RawValues][] => [
          ...(kind === 'group'
            ? []
            : [
                [kind, { credits: '5' }] as [string, RawValues],
                [kind, { lift: true }] as [string, RawValues],
              ]),
          [kind, { [kind]: '1', credits: '5' }],
          [kind, { [kind]: '1', lift: true }],
          [kind, { [kind]: '1' }],
        ]),
        ['group', { group: '1', credits: '5', share: 'each' }],
        ['group', { group: '1', lift: true, share: 'each' }],
        ['block', { member: '1' }],
        ['block', { member: '1', lift: true }],
        ['alerts', { channel: '1' }],
        ['alerts', { channel: '1', lift: true }],
        ['alerts', {}],
        ['pause', { reason: '1' }],
        ['pause', { reason: '1', channel: '1', member: '1' }],
        ['resume', {}],
        ['resume', { member: '1' }],
        ['manager', { member: '1' }],
        ['manager', { member: '1', remove: true }],
        ['log', {}],
      ]
      for (const [action, values] of asked)
        expect(
          inAnswer(await runAction(command, action, values)),
          `${action} ${JSON.stringify(values)}`,
        ).toEqual([])
      expect(
        inAnswer(
          await runAction(
            readyUtility(creditsCommand, {
              ...world,
              ...noApprovals,
              jobList: { latest: async () => [] },
            }),
            undefined,
            {},
          ),
        ),
      ).toEqual([])
    },
  )

  const unasked = () => Promise.reject(new Error('nobody asks'))

  test.each(everyState)('about a job ($state: $ending)', async (job) => {
    for (const known of [
      job,
      { ...job, cancelledBy: 'member-1', settled: undefined, estimate: microcredits(5) },
    ])
      for (const place of known.state === 'accepted' ? positions : [undefined]) {
        const command = readyUtility(createJobsCommand([music]), {
          records: { copiesOf: unasked },
          jobList: {
            latest: () =>
              Promise.resolve([
                { id: known.id, job: known },
                { id: known.id, job: undefined },
              ]),
            results: unasked,
            facts: unasked,
            find: () => Promise.resolve({ status: 'found', job: known }),
          },
          jobControl: {
            cancel: () => Promise.resolve(known.state === 'accepted' ? 'voided' : 'already_done'),
            recover: () => Promise.resolve(known.state === 'withheld' ? 'woken' : 'refused'),
            remove: () => Promise.reject(new Error('nobody asks')),
          },
          canSee: () => Promise.resolve(true),
          lists: listsWith({}),
          ratings: {
            rate: () => Promise.reject(new Error('nobody asks')),
            counts: () => Promise.resolve([]),
          },
          places: { positionOf: () => Promise.resolve(place) },
          now: () => 5,
        })
        for (const [action, values] of jobActions)
          expect(inAnswer(await runAction(command, action, values)), action).toEqual([])
      }
  })
})
