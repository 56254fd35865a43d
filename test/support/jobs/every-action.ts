import type { Asked } from '../../../src/core/command/invocation.ts'
import type { RawValues } from '../../../src/core/fields/field.ts'
import { createSecret } from '../../../src/core/fields/secret.ts'
import { accountOf } from '../../../src/core/target.ts'
import { invocation, target } from '../commands/invocation.ts'
import type { EveryCommandWorld } from './every-command-world.ts'
import { doneJob, keptBackJob, runningJob } from './job-stages.ts'

type Prepare = (world: EveryCommandWorld) => Promise<Partial<Asked>>

/** A use of a command's action. */
export interface Deed {
  /** The command and, if it has several, the action. */
  does: string
  values: RawValues
  /** What has to be there first; answers with what is sent besides. */
  prepare?: Prepare
}

const admin = { target: target({ member: 'admin-1' }), isAdmin: true } as const

/** What somebody sends who does this, after all that has to be there first. */
export const prepared = async (world: EveryCommandWorld, deed: Deed): Promise<Asked> => {
  const { does, values, prepare } = deed
  const [command = '', action] = does.split(' ')
  const isForAdmins = ['budget', 'doctor', 'settings'].includes(command)
  const more = await prepare?.(world)
  return invocation({
    eventId: 'deed',
    command,
    action,
    ...(isForAdmins && admin),
    ...more,
    values: { ...values, ...more?.values },
  })
}

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
    return { values: { job: await make(world) } }
  }

const waiting = withJob((world) => world.start())
const running = withJob((world) => runningJob(world))
const done = withJob((world) => doneJob(world))
const written = withJob((world) => doneJob(world, { command: 'lyrics', values: { theme: 'the sea' } }))

/** The same jobs, for what names none of them. */
const after =
  (prepare: Prepare, more: Partial<Asked> = {}): Prepare =>
  async (world) => {
    await prepare(world)
    return more
  }

const asked: Prepare = async (world) => {
  await world.asks()
  await world.tend()
  const { values } = world.linkOn(world.card().message, 'Approve once')
  return { values }
}

const account = accountOf(target())

const withSetting: Prepare = async ({ settings }) => {
  await settings.change(account, { kind: 'member', id: 'member-1' }, { cover: true })
  return {}
}

const member = 'member2'
const channel = 'channel2'

const sponsoring: Prepare = async (world) => {
  await asAdmin('budget member', { credits: '5' })(world)
  return asAdmin('budget sponsoring', {})(world)
}

const withKey: Prepare = async ({ ownKeyStore }) => {
  await ownKeyStore.keep({ account, eventId: 'before', actor: 'admin-1' }, 'an-own-key')
  return {}
}

/** The click on the button that confirms what an answer described. */
const confirming =
  (does: string, values: RawValues, prepare: Prepare): Prepare =>
  async (world) => {
    await prepare(world)
    const [command = '', action] = does.split(' ')
    const question = invocation({ eventId: 'question', command, action, values, ...admin })
    const answer = await world.dispatch.answer(question)
    const draft = answer.kind === 'problems' ? answer.remedies?.[0]?.draft : undefined
    if (draft === undefined) throw new Error(`nothing to confirm: ${answer.message.text}`)
    return { form: { draft, sent: true }, press: 'message-1 confirm admin-1' }
  }

/** What changes something. */
export const changes: readonly Deed[] = [
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
  { does: 'budget key', values: { key: createSecret('an-own-key') } },
  {
    does: 'budget key',
    values: { action: 'remove' },
    prepare: confirming('budget key', { action: 'remove' }, withKey),
  },
  { does: 'sponsor', values: { member, credits: '0.01' }, prepare: sponsoring },
  { does: 'settings mine', values: { cover: true } },
  { does: 'settings channel', values: { channel, cover: true } },
  { does: 'settings server', values: { cover: true } },
  { does: 'settings where', values: { rule: 'allow', channel } },
  { does: 'settings words', values: { words: 'rude' } },
  { does: 'settings consent', values: { clips: 'ask' } },
  { does: 'jobs cancel', values: {}, prepare: waiting },
  { does: 'jobs cancel', values: {}, prepare: running },
  { does: 'jobs recover', values: {}, prepare: withJob((world) => keptBackJob(world)) },
  { does: 'jobs delete', values: {}, prepare: done },
  { does: 'jobs rate', values: { rating: 'good' }, prepare: done },
  { does: 'privacy consent', values: { answer: 'decline' } },
  { does: 'privacy delete', values: { sure: 'yes' }, prepare: withSetting },
]

/** What reads in the store and changes nothing. A feature that it asks for is another matter. */
export const reads: readonly Deed[] = [
  { does: 'budget show', values: {}, prepare: richly },
  { does: 'budget show', values: { member }, prepare: richly },
  { does: 'budget log', values: {}, prepare: richly },
  { does: 'budget statement', values: {}, prepare: after(done) },
  { does: 'budget approvals', values: {} },
  { does: 'budget key', values: {}, prepare: withKey },
  { does: 'budget key', values: { action: 'test' }, prepare: withKey },
  { does: 'settings show', values: {} },
  { does: 'settings show', values: { of: 'server' } },
  { does: 'settings where', values: {} },
  { does: 'settings words', values: {} },
  { does: 'settings consent', values: {} },
  { does: 'privacy consent', values: {} },
  { does: 'privacy export', values: {}, prepare: after(done) },
  { does: 'doctor', values: {}, prepare: withKey },
  { does: 'jobs mine', values: {}, prepare: after(waiting) },
  { does: 'jobs mine', values: { running: true }, prepare: after(running) },
  { does: 'jobs server', values: {}, prepare: after(waiting, admin) },
  { does: 'jobs show', values: {}, prepare: waiting },
  { does: 'jobs show', values: {}, prepare: done },
  { does: 'jobs again', values: {}, prepare: done },
  { does: 'jobs edit', values: {}, prepare: done },
  { does: 'jobs sing', values: {}, prepare: written },
  { does: 'jobs lyrics', values: {}, prepare: written },
  { does: 'jobs lineage', values: {}, prepare: done },
  { does: 'jobs ratings', values: {}, prepare: after(done, admin) },
  { does: 'credits', values: {}, prepare: richly },
  { does: 'history', values: {}, prepare: after(done) },
]

/** What changes nothing, and reads nothing of its own that could be lost. */
export const looks: readonly Deed[] = [
  { does: 'privacy show', values: {} },
  { does: 'privacy delete', values: {} },
  { does: 'help', values: {} },
  { does: 'voices', values: {} },
]
