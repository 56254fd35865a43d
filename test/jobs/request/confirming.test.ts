import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Answer, formButtonOf, type Remedy } from '../../../src/core/command/answer.ts'
import { readyUtility } from '../../../src/core/command/command.ts'
import type { Invocation } from '../../../src/core/command/invocation.ts'
import type { JournalLine } from '../../../src/core/ledger/journal.ts'
import { createJournal } from '../../../src/redis/journal.ts'
import { budgetPortsOf } from '../../support/commands/budget-ports.ts'
import { invocation, target } from '../../support/commands/invocation.ts'
import { budgetCommand } from '../../support/commands/money-commands.ts'
import { dispatchOver } from '../../support/jobs/dispatch-over.ts'
import { jobIn } from '../../support/jobs/job-states.ts'
import { openStoreWorld, type StoreWorld } from '../../support/redis/store-world.ts'

let store: StoreWorld
let events: number

beforeEach(async () => {
  store = openStoreWorld()
  events = 0
  await ask({ values: { credits: 10, period: 'month' } })
  await jobIn(store, 'accepted')
})
afterEach(() => store.close())

const account = 'discord:server-1'

const ask = (asked: Partial<Invocation>): Promise<Answer> => {
  const dispatch = dispatchOver(store, { commands: [readyUtility(budgetCommand, budgetPortsOf(store))] })
  events += 1
  const limit = { command: 'budget', action: 'limit', isAdmin: true } as const
  return dispatch.answer(invocation({ eventId: `event-${events}`, ...limit, ...asked }))
}

const buttonOf = (answer: Answer): Remedy => {
  const [remedy] = answer.kind === 'problems' ? (answer.remedies ?? []) : []
  if (remedy === undefined) throw new Error('there is no button')
  return remedy
}

const press = ({ draft, action }: Remedy, asked: Partial<Invocation> = {}) =>
  ask({ action, values: {}, press: 'press', form: { draft, sent: true }, ...asked })

const limitNow = async () => {
  const { limit, period } = await store.budgets.read(account)
  return { limit, period }
}

const changesOf = async (): Promise<readonly JournalLine[]> => {
  const { lines } = await createJournal(store).page(account, 100)
  return lines.filter(({ operation }) => operation === 'limit')
}

test('a change waits for its button, which keeps what was typed and is one change however often it is pressed', async () => {
  const asked = { values: { credits: 5, period: 'day', reason: 'we spend too much' } }
  const answer = await ask(asked)
  expect(answer.message.text).toContain('Nothing has changed yet.')
  expect(await limitNow()).toEqual({ limit: 10_000_000, period: 'month' })
  const button = buttonOf(answer)
  expect(button).toMatchObject({ command: 'budget', action: 'limit', label: 'Apply' })
  for (const answered of await Promise.all([press(button), press(button), press(button)]))
    expect(answered.message.text).toMatch(/^Budget set: 5 credits a day\./)
  expect(await limitNow()).toEqual({ limit: 5_000_000, period: 'day' })
  const changes = await changesOf()
  expect(changes).toHaveLength(2)
  expect(changes).toContainEqual(expect.objectContaining({ reason: 'we spend too much' }))
})

test('it can be edited instead: the form has what was typed', async () => {
  const form = formButtonOf(await ask({ values: { credits: 5 } }))?.form
  expect(form?.values).toMatchObject({ credits: 5 })
})

test('the button is for the admin who asked, as long as they are one', async () => {
  const button = buttonOf(await ask({ values: { credits: 5 } }))
  const other = await press(button, { target: target({ member: 'member-2' }) })
  expect(other.message.text).toContain("This request is someone else's.")
  const former = await press(button, { isAdmin: false })
  expect(former.message.text).toBe('Only admins and budget managers can use /budget.')
  expect(await limitNow()).toEqual({ limit: 10_000_000, period: 'month' })
})

test('if another admin changes the budget meanwhile, the button shows a new preview, and changes nothing', async () => {
  const button = buttonOf(await ask({ values: { credits: 5 } }))
  await ask({ values: { credits: 20 } })
  const again = await press(button)
  expect(again.message.text).toContain(
    'from 20 credits a month to 5 credits a month. Nothing has changed yet.',
  )
  expect(await limitNow()).toEqual({ limit: 20_000_000, period: 'month' })
  expect((await press(buttonOf(again))).message.text).toMatch(/^Budget set: 5 credits a month\./)
})

test('pressed again after a later change, it says so, and changes nothing', async () => {
  const button = buttonOf(await ask({ values: { credits: 5 } }))
  await press(button)
  const lower = await ask({ values: { credits: 3 } })
  await press(buttonOf(lower))
  expect((await press(button)).message.text).toBe(
    'You already applied this, and the budget has changed since.',
  )
  expect(await limitNow()).toEqual({ limit: 3_000_000, period: 'month' })
})
