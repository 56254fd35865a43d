import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { music } from '../../../src/commands/features/music.ts'
import { result } from '../../../src/commands/features/result.ts'
import { type Answer, formButtonOf, type Remedy, remedyText } from '../../../src/core/command/answer.ts'
import type { Invocation } from '../../../src/core/command/invocation.ts'
import type { SettingScope } from '../../../src/core/command/settings.ts'
import { microcredits } from '../../../src/core/credits.ts'
import type { LimitOf } from '../../../src/core/ledger/budget.ts'
import { accountOf } from '../../../src/core/target.ts'
import type { DispatchOptions } from '../../../src/jobs/request/dispatch.ts'
import { invocation, target } from '../../support/commands/invocation.ts'
import { dispatchOver } from '../../support/jobs/dispatch-over.ts'
import { type JobWorld, openJobWorld } from '../../support/jobs/job-world.ts'
import { giveBudget } from '../../support/redis/store-world.ts'

let world: JobWorld

beforeEach(async () => {
  world = await openJobWorld()
  await giveBudget(world, 5_000_000)
})
afterEach(() => world.close())

const prompt = 'a sea shanty'
const account = accountOf(target())
const everyone: SettingScope = { kind: 'server' }
const mine: SettingScope = { kind: 'member', id: target().member }

const confirmFrom = (typed: unknown, scope: SettingScope = everyone): Promise<unknown> =>
  world.settings.change(account, scope, { confirm_from: typed })

/** Each call is a process of its own, on the same Redis. */
const ask = (asked: Partial<Invocation>, overrides: Partial<DispatchOptions> = {}): Promise<Answer> =>
  dispatchOver(world, { ...world.requestDeps, commands: [music, result], ...overrides }).answer(
    invocation({ command: 'music', values: { prompt }, ...asked }),
  )

const remediesOf = (answer: Answer): readonly Remedy[] =>
  answer.kind === 'problems' ? (answer.remedies ?? []) : []

const labelsOf = (answer: Answer): readonly string[] =>
  remediesOf(answer).map((remedy) => remedyText(remedy, 80))

let presses = 0

const press = (
  answer: Answer,
  label: string,
  more: Partial<Invocation> = {},
  overrides: Partial<DispatchOptions> = {},
): Promise<Answer> => {
  const found = remediesOf(answer).find((one) => one.label === label)
  if (found === undefined) throw new Error(`no "${label}" among ${labelsOf(answer).join(', ')}`)
  presses += 1
  const sent = {
    command: found.command,
    eventId: `press-${presses}`,
    press: 'message-1 button member-1',
    form: { draft: found.draft, sent: true },
    values: {},
  }
  return ask({ ...sent, ...more }, overrides)
}

const heldNow = async (): Promise<number> => (await world.balances()).held

describe('a typed request from the amount on that is to be confirmed', () => {
  test('shows its price, what it leaves and what would be cheaper, and costs nothing yet', async () => {
    await confirmFrom('0.2')
    const card = await ask({})
    expect(card.message).toMatchObject({
      text: 'This uses up to 0.20 credits and leaves 4.80 here.',
      tone: 'info',
      blocks: [{ kind: 'line', facts: [{ value: '“a sea shanty”' }] }],
    })
    expect(labelsOf(card)).toEqual(['Make it (0.20 credits)', 'One take (0.10 credits)', 'Drop'])
    expect(formButtonOf(card)?.label).toBe('Edit')
    expect(await heldNow()).toBe(0)
  })

  test.each<[string, unknown, SettingScope, Partial<Invocation>, boolean]>([
    ['everyone’s amount', '0.20', everyone, {}, true],
    ['any amount', 0, everyone, {}, true],
    ['the member’s own amount', '0.2', mine, {}, true],
    ['a higher amount', '0.21', everyone, {}, false],
    ['an amount of another version', 'much', everyone, {}, false],
    ['a price below it', '0.2', everyone, { values: { prompt, takes: 1 } }, false],
  ])('%s', async (_, typed, scope, asked, isQuoted) => {
    await confirmFrom(typed, scope)
    const answer = await ask(asked)
    expect(answer.kind).toBe(isQuoted ? 'problems' : 'accepted')
  })

  test('a member’s own amount counts before everyone’s', async () => {
    await confirmFrom('0.1')
    await confirmFrom('1', mine)
    expect((await ask({})).kind).toBe('accepted')
  })

  test('is made by a click, once however often and whatever is clicked', async () => {
    await confirmFrom('0')
    const card = await ask({})
    expect((await press(card, 'Make it')).kind).toBe('accepted')
    expect((await press(card, 'Make it')).kind).toBe('message')
    const other = await press(card, 'One take')
    expect(other.message.text).toContain('You already sent this with different values')
    expect(await heldNow()).toBe(200_000)
  })

  test('is one job for clicks at the same time', async () => {
    await confirmFrom('0')
    const card = await ask({})
    await Promise.all(['Make it', 'Make it', 'One take'].map((label) => press(card, label)))
    expect([100_000, 200_000]).toContain(await heldNow())
  })

  test('is the same request when it is edited and sent', async () => {
    await confirmFrom('0')
    const card = await ask({})
    await press(card, 'Make it')
    const draft = formButtonOf(card)?.form.draft ?? ''
    const sent = await ask({ eventId: 'edited', values: { prompt: 'a waltz' }, form: { draft, sent: true } })
    expect(sent.message.text).toContain('You already sent this with different values')
    expect(await heldNow()).toBe(200_000)
  })

  test('is not made at a higher price than the button says', async () => {
    await confirmFrom('0')
    const card = await ask({})
    const dear = {
      prices: { quote: async () => ({ most: 500_000, basis: 'list', samples: 0 }) },
    } as unknown as Partial<DispatchOptions>
    expect((await press(card, 'Make it', {}, dear)).message.text).toContain('The price has changed')
    expect(await heldNow()).toBe(0)
  })

  test('is dropped by a click, and can’t be made then', async () => {
    await confirmFrom('0')
    const [card, another] = [await ask({}), await ask({ eventId: 'another' })]
    const dropped = await press(card, 'Drop')
    expect(dropped).toMatchObject({ kind: 'message', seenBy: 'member', turnsPage: true })
    expect(dropped.message.text).toBe('Dropped. Nothing was charged.')
    expect((await press(card, 'Make it')).message.text).toContain('You dropped this.')
    expect(await heldNow()).toBe(0)
    expect((await press(another, 'Make it')).kind).toBe('accepted')
  })

  test('is not called dropped once it was made', async () => {
    await confirmFrom('0')
    const card = await ask({})
    await press(card, 'Make it')
    expect((await press(card, 'Drop')).message.text).toBe(
      'Too late to drop: you already sent this. See /jobs.',
    )
  })

  test('is dropped by its member alone', async () => {
    await confirmFrom('0')
    const card = await ask({})
    const answer = await press(card, 'Drop', { target: target({ member: 'member-2' }) })
    expect(answer.message.text).toContain("someone else's")
    expect((await press(card, 'Make it')).kind).toBe('accepted')
  })

  test('is refused at once if the budget does not cover it, with the way on', async () => {
    await confirmFrom('0')
    await giveBudget(world, 150_000)
    const refused = await ask({})
    expect(refused.message.text).toContain('Not enough credits: this needs up to 0.20, with 0.15 left here.')
    expect(labelsOf(refused)).toEqual(['One take (0.10 credits)', 'Ask an admin'])
    expect(await heldNow()).toBe(0)
  })

  test.each<[LimitOf, string]>([
    [{ kind: 'channel', id: target().channel }, 'leaves 0.80 for this channel.'],
    [{ kind: 'member', id: target().member }, 'leaves you 0.80.'],
  ])('names the limit that leaves least: %j', async (of, text) => {
    await confirmFrom('0')
    const change = { account, eventId: 'limit', actor: 'admin-1' }
    await world.budgets.setShareLimit({ ...change, of, limit: microcredits(1_000_000) })
    expect((await ask({})).message.text).toBe(`This uses up to 0.20 credits and ${text}`)
  })

  test('is told that the server has no budget, or none at all', async () => {
    await confirmFrom('0')
    const reading = await world.budgets.readFor(target(), [], [])
    const quoted = (server: object) => {
      const budgets = { ...world.requestDeps.budgets, readFor: async () => ({ ...reading, server }) }
      return ask({}, { budgets } as unknown as Partial<DispatchOptions>)
    }
    const { server } = reading
    expect((await quoted({ ...server, limit: undefined })).message.text).toContain('No credits here yet')
    const notAllowed = { ...server, allowance: { status: 'not_allowed' } }
    expect((await quoted(notAllowed)).message.text).toContain("Credits aren't turned on here")
  })

  test('still shows its price while nobody can tell what is left', async () => {
    await confirmFrom('0')
    const budgets = { ...world.requestDeps.budgets, readFor: () => new Promise(() => {}) }
    const card = await ask({}, { budgets } as unknown as Partial<DispatchOptions>)
    expect(card.message.text).toBe('This uses up to 0.20 credits.')
    expect(labelsOf(card)[0]).toBe('Make it (0.20 credits)')
  })

  test('is refused at once while spending is paused, with the reason', async () => {
    await confirmFrom('0')
    const change = { account, eventId: 'pause', actor: 'admin-1', reason: 'too loud' }
    await world.budgets.setPause({ ...change, of: { kind: 'server' }, isPaused: true })
    const refused = await ask({})
    expect(refused.message.text).toContain('An admin has paused spending here. Reason: “too loud”.')
    expect(labelsOf(refused)).toEqual(['Try again (0.20 credits)'])
  })

  test.each([
    [
      150_000,
      "Not enough credits: this needs up to 0.20, which is more than the bot's overall budget has left.",
    ],
    [1_000_000, 'This uses up to 0.20 credits.'],
  ])('does not tell what the operator’s total of %i leaves', async (left, text) => {
    await confirmFrom('0')
    const reading = await world.budgets.readFor(target(), [], [])
    const { allowance } = reading.server
    const server = { ...reading.server, allowance: { ...allowance, total: { left, held: 0 } } }
    const budgets = { ...world.budgets, readFor: async () => ({ ...reading, server }) }
    const answer = await ask({}, { budgets } as unknown as Partial<DispatchOptions>)
    expect(answer.message.text).toContain(text)
    expect(answer.message.text).not.toContain('leaves')
  })

  test('is not made by a click that was on its way when it was dropped', async () => {
    await confirmFrom('0')
    const card = await ask({})
    let letGo = (): void => undefined
    const dropped = new Promise<void>((resolve) => {
      letGo = resolve
    })
    const { store } = world.requestDeps
    const slow: typeof store = {
      ...store,
      request: async (request) => {
        await dropped
        return store.request(request)
      },
    }
    const made = press(card, 'Make it', {}, { store: slow as DispatchOptions['store'] })
    expect((await press(card, 'Drop')).message.text).toBe('Dropped. Nothing was charged.')
    letGo()
    expect((await made).message.text).toBe('You dropped this. Run the command again. Nothing was charged.')
    expect(await heldNow()).toBe(0)
  })

  test('is refused if its buttons can’t be kept', async () => {
    await confirmFrom('0')
    const drafts = { ...world.requestDeps.drafts, keep: () => Promise.reject(new Error('no room')) }
    const answer = await ask({}, { drafts } as unknown as Partial<DispatchOptions>)
    expect(answer).toMatchObject({ kind: 'message', message: { tone: 'failed' } })
    expect(await heldNow()).toBe(0)
  })
})

test.each([
  ['Back at 6 pm.', 'Your bot operator has paused all paid requests: “Back at 6 pm.” Nothing was charged.'],
  ['', 'Your bot operator has paused all paid requests. Try again later. Nothing was charged.'],
])('while the operator has paused everything, with the notice %j, nobody spends', async (notice, text) => {
  await world.allowlist.setPause(notice)
  const answer = await ask({})
  expect(answer.message.text).toBe(text)
  expect(labelsOf(answer)).toEqual(['Try again (0.20 credits)'])
  await confirmFrom('0')
  expect((await ask({ eventId: 'quoted' })).message.text).toBe(text)
})

test('a button that is long gone says so', async () => {
  const form = { draft: 'gone', sent: true }
  const answer = await ask({ command: 'drop', values: {}, press: 'a button', form })
  expect(answer.message.text).toBe('This button has expired. Nothing was charged.')
})
