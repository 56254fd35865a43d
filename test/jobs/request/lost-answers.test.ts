import { isDeepStrictEqual } from 'node:util'
import { afterEach, describe, expect, test } from 'vitest'
import { actionsOf, type ReadyUtility } from '../../../src/core/command/command.ts'
import type { RawValues } from '../../../src/core/fields/field.ts'
import { allCommands } from '../../support/commands/commands.ts'
import { invocation, target } from '../../support/commands/invocation.ts'
import { type EveryCommandWorld, openEveryCommandWorld } from '../../support/jobs/every-command-world.ts'
import { doneJob, keptBackJob, runningJob } from '../../support/jobs/job-stages.ts'
import { loseAt } from '../../support/redis/lossy.ts'
import { dumpWithoutDrafts } from '../../support/redis/store-world.ts'

type Prepare = (world: EveryCommandWorld) => Promise<RawValues>

interface Deed {
  does: string
  values: RawValues
  /** What has to be there first; answers with more values. */
  prepare?: Prepare
}

const admin = { target: target({ member: 'admin-1' }), isAdmin: true } as const

const asAdmin =
  (does: string, values: RawValues): Prepare =>
  async ({ dispatch }) => {
    const [command = '', action] = does.split(' ')
    await dispatch.answer(invocation({ eventId: `before ${does}`, command, action, values, ...admin }))
    return {}
  }

const richly: Prepare = asAdmin('budget limit', { credits: '50' })

const withJob =
  (make: (world: EveryCommandWorld) => Promise<string>): Prepare =>
  async (world) => {
    await richly(world)
    return { job: await make(world) }
  }

const waiting = withJob((world) => world.start())
const done = withJob((world) => doneJob(world))

const asked: Prepare = async (world) => {
  await world.asks()
  await world.tend()
  const { values } = world.linkOn(world.card().message, 'Approve once')
  return values
}

const account = 'discord:server-1'

const withSetting: Prepare = async ({ settings }) => {
  await settings.change(account, { kind: 'member', id: 'member-1' }, { cover: true })
  return {}
}

const member = 'member2'

const sponsoring: Prepare = async (world) => {
  await asAdmin('budget member', { credits: '5' })(world)
  return asAdmin('budget sponsoring', {})(world)
}

const channel = 'channel2'

const deeds: readonly Deed[] = [
  { does: 'budget limit', values: { credits: '5' } },
  { does: 'budget give', values: { credits: '5' } },
  { does: 'budget take', values: { credits: '0.01' } },
  { does: 'budget member', values: { member, credits: '5' } },
  { does: 'budget channel', values: { channel, credits: '5' } },
  { does: 'budget group', values: { group: 'group1', credits: '5' } },
  { does: 'budget feature', values: { feature: 'music', credits: '5' } },
  { does: 'budget model', values: { model: 'v7', credits: '5' } },
  { does: 'budget manager', values: { member } },
  { does: 'budget block', values: { member } },
  { does: 'budget pause', values: { reason: 'lunch' } },
  { does: 'budget resume', values: {}, prepare: asAdmin('budget pause', { reason: 'lunch' }) },
  { does: 'budget approve', values: {}, prepare: asked },
  { does: 'budget decline', values: {}, prepare: asked },
  { does: 'budget approvals', values: { channel } },
  { does: 'budget alerts', values: { channel } },
  { does: 'budget sponsoring', values: {} },
  { does: 'sponsor', values: { member, credits: '0.01' }, prepare: sponsoring },
  { does: 'settings mine', values: { cover: true } },
  { does: 'settings channel', values: { channel, cover: true } },
  { does: 'settings server', values: { cover: true } },
  { does: 'settings where', values: { rule: 'allow', channel } },
  { does: 'settings words', values: { words: 'rude' } },
  { does: 'settings consent', values: { clips: 'ask' } },
  { does: 'jobs cancel', values: {}, prepare: waiting },
  { does: 'jobs cancel', values: {}, prepare: withJob((world) => runningJob(world)) },
  { does: 'jobs recover', values: {}, prepare: withJob((world) => keptBackJob(world)) },
  { does: 'jobs delete', values: {}, prepare: done },
  { does: 'jobs rate', values: { rating: 'good' }, prepare: done },
  { does: 'privacy consent', values: { answer: 'decline' } },
  { does: 'privacy delete', values: { sure: 'yes' }, prepare: withSetting },
]

/** What changes nothing, or asks for a feature, whose request is another matter. */
const looks = [
  ...[
    'budget show',
    'budget log',
    'budget statement',
    'settings show',
    'privacy show',
    'privacy export',
    'doctor',
  ],
  ...['mine', 'server', 'show', 'again', 'edit', 'sing', 'lyrics', 'lineage', 'ratings'].map(
    (name) => `jobs ${name}`,
  ),
  ...['credits', 'help', 'history', 'voices'],
  'budget key', // shows the key, or asks before it changes anything
]

test('every action of a command is among what changes something or what only looks', () => {
  const utilities = allCommands.filter((command): command is ReadyUtility => command.kind === 'utility')
  const names = utilities.flatMap((utility) => {
    const actions = actionsOf(utility)
    return actions.length === 1 ? [utility.name] : actions.map(({ name }) => `${utility.name} ${name}`)
  })
  expect([...new Set([...deeds.map(({ does }) => does), ...looks])].sort()).toEqual(names.sort())
})

let world: EveryCommandWorld | undefined
afterEach(() => world?.close())

type Lost = Parameters<typeof loseAt>[2]

/** What is told if the connection is lost at a change, and whether anything is different then; undefined if there is no such change. */
const losing = async ({ does, values, prepare }: Deed, index: number, from: Lost) => {
  world?.close()
  world = await openEveryCommandWorld()
  const given = { ...values, ...(await prepare?.(world)) }
  const [command = '', action] = does.split(' ')
  const who = command === 'budget' || command === 'settings' ? admin : {}
  const before = await dumpWithoutDrafts(world)
  const connection = loseAt(world.redis, index, from)
  const { message } = await world.dispatch.answer(
    invocation({ eventId: 'deed', command, action, values: given, ...who }),
  )
  if (!connection.heal()) return undefined
  const { tone, text } = message
  return { tone, text, isChanged: !isDeepStrictEqual(before, await dumpWithoutDrafts(world)) }
}

describe.each(deeds)('$does, when Redis is lost in the middle', (deed) => {
  test.each(['its reply', 'what follows'] as const)(
    'of any change (%s is lost), never says that nothing happened if something did',
    async (from) => {
      const told: string[] = []
      for (let index = 0; ; index += 1) {
        const end = await losing(deed, index, from)
        if (end === undefined) break
        if (end.tone === 'failed' && end.isChanged) told.push(end.text)
      }
      for (const text of told) expect(text).not.toMatch(/nothing was/i)
      if (from === 'its reply') expect(told.join()).toMatch(/may have been made|don't know whether/)
    },
  )
})
