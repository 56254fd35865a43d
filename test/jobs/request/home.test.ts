import { afterEach, beforeEach, expect, test } from 'vitest'
import { music } from '../../../src/commands/features/music.ts'
import { createHistoryCommand } from '../../../src/commands/history/history.ts'
import { createJobsCommand } from '../../../src/commands/jobs/jobs.ts'
import { createSettingsCommand } from '../../../src/commands/settings/settings.ts'
import { denial } from '../../../src/core/command/answer.ts'
import { readyUtility } from '../../../src/core/command/command.ts'
import type { Asked } from '../../../src/core/command/invocation.ts'
import { createJournal } from '../../../src/redis/journal.ts'
import { invocation, target } from '../../support/commands/invocation.ts'
import { listsWith } from '../../support/commands/lists.ts'
import { budgetCommand, creditsCommand } from '../../support/commands/money-commands.ts'
import { noApprovals } from '../../support/commands/no-approvals.ts'
import { type DispatchOverrides, dispatchOver } from '../../support/jobs/dispatch-over.ts'
import { jobIn } from '../../support/jobs/job-states.ts'
import { openStoreWorld, type StoreWorld } from '../../support/redis/store-world.ts'

let world: StoreWorld

beforeEach(() => {
  world = openStoreWorld({ newServerCredits: 2_000_000 })
})
afterEach(() => world.close())

/** What the other actions of /jobs need, and an empty queue. */
const unusedByLists = {
  jobControl: {
    cancel: () => Promise.reject(new Error('nothing is cancelled')),
    recover: () => Promise.reject(new Error('nothing is recovered')),
    remove: () => Promise.reject(new Error('nothing is removed')),
  },
  places: { positionOf: () => Promise.resolve(undefined) },
}

const home = (viewer: Partial<Asked> = {}, overrides: Partial<DispatchOverrides> = {}) => {
  const ports = { ...world, journal: createJournal(world), lists: listsWith({}), canSee: async () => true }
  return dispatchOver(world, {
    commands: [
      readyUtility(creditsCommand, { ...ports, ...noApprovals, now: world.clock.now }),
      readyUtility(budgetCommand, { ...ports, ...noApprovals, now: world.clock.now }),
      readyUtility(createJobsCommand([music]), { ...ports, ...unusedByLists, now: world.clock.now }),
      readyUtility(createHistoryCommand([music]), { ...ports, now: world.clock.now }),
      readyUtility(createSettingsCommand([music]), ports),
    ],
    ...overrides,
  }).home(invocation({ command: '', target: target({ member: '1017' }), ...viewer }))
}

const labelsIn = (sections: Awaited<ReturnType<typeof home>>): readonly string[] =>
  sections.flatMap(({ message }) =>
    message.blocks.flatMap((block) =>
      block.kind === 'buttons' ? block.buttons.map(({ label }) => label) : [],
    ),
  )

test('a member sees what their commands say, below headings, and what to begin with', async () => {
  await jobIn(world, 'posted')
  const sections = await home()
  expect(sections.map(({ title }) => title)).toEqual([
    'Tunesmith',
    'Your credits',
    'Your queue',
    'Your results',
    'Your defaults',
  ])
  expect(labelsIn(sections)).toEqual(['Make a song', 'Set defaults'])
  expect(sections[1]?.message.text).toContain('credits left here')
  expect(sections[3]?.message.text).toContain('No results here')
  const facts = ['Voice', 'Spoiler', 'Confirm from', 'Model', 'Cover', 'Seen by', 'Ready notice'].map(
    (label) => ({
      label,
    }),
  )
  expect(sections[4]?.message).toMatchObject({ text: '', blocks: [{ kind: 'facts', facts }] })
})

test('only what is not done yet is in the queue', async () => {
  await jobIn(world, 'posted')
  await jobIn(world, 'accepted')
  const sections = await home({ target: target() })
  const factsOf = (title: string) =>
    sections
      .find((section) => section.title === title)
      ?.message.blocks.flatMap((block) => (block.kind === 'facts' ? block.facts : []))
  expect(factsOf('Your queue')).toMatchObject([{ value: expect.stringMatching(/^queued · /) }])
})

test.each([
  ['an admin', { isAdmin: true }],
  ['a budget manager', {}],
])('%s sees the budget as well', async (who, viewer) => {
  const change = { account: 'discord:server-1', eventId: 'e', actor: 'admin-1', member: '1017' } as const
  if (who === 'a budget manager') await world.budgets.setManager({ ...change, allowed: true })
  const sections = await home(viewer)
  expect(sections.at(-1)).toMatchObject({
    title: 'Budget',
    message: { text: expect.stringContaining('credits left here') },
  })
  expect(labelsIn(sections)).toEqual(['Make a song', 'Set defaults', 'Set budget'])
})

test('a blocked member sees nothing else', async () => {
  const sections = await home({}, { admit: async () => denial('You are blocked.') })
  expect(sections.map(({ message }) => message.text)).toEqual(['You are blocked.'])
  expect(sections).toMatchObject([{ isShutOut: true }])
})

test('a stranger sees why, and what the chat says of a member is asked once they are let in', async () => {
  const unasked = () => Promise.reject(new Error('the chat was asked'))
  expect(await home({ learn: unasked }, { admit: async () => denial('You are blocked.') })).toHaveLength(1)
  const refused = await home({ learn: async () => ({ refused: 'Not for you.' }) })
  expect(refused).toEqual([
    { title: 'Tunesmith', message: expect.objectContaining({ text: 'Not for you.' }), isShutOut: true },
  ])
  expect(labelsIn(await home({ learn: async () => ({ isAdmin: true }) }))).toContain('Set budget')
})

test('what Redis does not tell is said in its place', async () => {
  world.redis.disconnect()
  const [section, ...more] = await home()
  expect(section?.message.tone).toBe('failed')
  expect(more).toEqual([])
})
