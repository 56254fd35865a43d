import { afterEach, describe, expect, test, vi } from 'vitest'
import { actionNamed, readyUtility } from '../../../src/core/command/command.ts'
import type { Invocation } from '../../../src/core/command/invocation.ts'
import type { RawValues } from '../../../src/core/fields/field.ts'
import { createSecret } from '../../../src/core/fields/secret.ts'
import type { KeyRefusal, KeyTest } from '../../../src/core/job/own-keys.ts'
import type { BudgetState } from '../../../src/core/ledger/budget.ts'
import { invocation } from '../../support/commands/invocation.ts'
import { budgetCommand } from '../../support/commands/money-commands.ts'
import { noApprovals } from '../../support/commands/no-approvals.ts'
import { noChanges, recordingBudgets, serverBudget } from '../../support/commands/recording-budgets.ts'
import { recordingKeys } from '../../support/commands/recording-keys.ts'
import { buttonsBelow, runUtility, turnsPage } from '../../support/commands/run-utility.ts'
import { withoutCharts } from '../../support/commands/surfaces.ts'

const admin = { isAdmin: true } as const
const own = { setBy: 'member-7', setAtMs: 1_000 }
const key = createSecret('sk-of-this-server')
const who = { account: 'discord:server-1', eventId: 'event-1', actor: 'member-1' }

const world = (keys: Parameters<typeof recordingKeys>[0] = {}, budget: Partial<BudgetState> = {}) => {
  const { changes: _, asked: __, ...ports } = recordingBudgets({ server: serverBudget(budget) })
  const { ownKeys, changes } = recordingKeys(keys)
  const command = readyUtility(budgetCommand, { ...ports, journal: noChanges, ...noApprovals, ownKeys })
  return {
    changes,
    run: (values: RawValues = {}, as: Partial<Invocation> = admin, action = 'key') =>
      runUtility(command, action, values, as),
    answer: async (values: RawValues, as: Partial<Invocation> = admin) =>
      actionNamed(command, 'key')?.run(invocation({ command: 'budget', action: 'key', values, ...as })),
    labels: async (values: RawValues = {}, as: Partial<Invocation> = admin) =>
      (await buttonsBelow(command, 'key', values, as)).buttons.map(({ label }) => label),
    turns: (values: RawValues) => turnsPage(command, 'key', values, admin),
  }
}

const facts = [
  { label: 'Set by', value: [{ kind: 'member', id: 'member-7' }] },
  { label: 'Since', value: { atMs: 1_000 } },
]

afterEach(() => {
  vi.useRealTimers()
})

describe('/budget key', () => {
  test("says that the operator's key pays, until there is another", async () => {
    const { run, labels } = world()
    expect(await run()).toMatchObject({
      text: "Your bot operator's API key pays for requests here.",
      facts: [],
      isPrivate: true,
    })
    expect(await labels()).toEqual(['Set key'])
  })

  test('says who set the own key, and when', async () => {
    const { run, labels } = world({ own })
    expect(await run()).toMatchObject({ text: 'Your own API key pays for requests here.', facts })
    expect(await labels()).toEqual(['Test', 'Replace key', 'Remove'])
  })

  test.each<[string, Partial<Invocation>, readonly string[]]>([
    ['a budget manager', { isAdmin: true, isManager: true }, ['Test']],
    ['somebody allowed this command only', { isAdmin: true, isAdminByCommand: true }, []],
  ])('has no buttons to change it for %s', async (_, as, left) => {
    expect(await world({ own }).labels({}, as)).toEqual(left)
    expect(await world().labels({}, as)).toEqual([])
  })

  test.each<[KeyTest, RegExp]>([
    ['accepted', /^Your key works\.$/],
    ['unpaid', /its account with the audio service is out of credit/],
    ['refused', /doesn't accept your key anymore\. Replace it, or remove it/],
    ['away', /Try again in a minute/],
    ['unopened', /I can't decrypt your key anymore/],
  ])('tests it: %s', async (result, text) => {
    const { run, labels, turns } = world({ own, test: result })
    expect(await run({ action: 'test' })).toMatchObject({ text: expect.stringMatching(text), facts })
    expect(await labels({ action: 'test' })).toEqual(['Test', 'Replace key', 'Remove'])
    expect(await turns({ action: 'test' })).toBe(true)
  })

  test.each(['test', 'remove'])('has nothing to %s where the operator pays', async (action) => {
    const { run, changes } = world()
    expect((await run({ action })).text).toBe("Your bot operator's API key pays for requests here.")
    expect(changes).toEqual([])
  })

  test('is on the dashboard, if there is one', async () => {
    const paid = { label: 'Paid with', value: 'your own API key' }
    expect((await world({ own }).run({}, admin, 'show')).facts).toContainEqual(paid)
    expect((await world().run({}, admin, 'show')).facts).not.toContainEqual(paid)
  })

  describe('with a key from the form', () => {
    test('sets it, and says what changes', async () => {
      const { run, changes } = world()
      const { text, facts: shown } = await run({ key, action: 'set', reason: 'ours' })
      expect(text).toBe(
        "Your own API key now pays for requests here. Your bot operator's limits no longer apply. The budget here still does.",
      )
      expect(shown).toEqual([
        { label: 'Set by', value: [{ kind: 'member', id: 'member-1' }] },
        { label: 'Since', value: { atMs: 2_000 } },
      ])
      expect(changes).toEqual([{ set: { ...who, reason: 'ours', apiKey: 'sk-of-this-server' } }])
    })

    test('says that nothing can be spent without a budget', async () => {
      const { run } = world({}, { limit: undefined })
      expect((await run({ key })).text).toMatch(
        /There's no budget here yet, so nothing can be spent\. Set one with \/budget limit\.$/,
      )
    })

    test('says that nothing can be spent where the operator lets nobody in', async () => {
      const { run } = world({}, { allowance: { status: 'not_allowed' } })
      expect((await run({ key })).text).toMatch(/pays for requests here\. .*operator/)
    })

    test('says that its account needs a top-up', async () => {
      const { run } = world({ answers: { set: { status: 'changed', isUnpaid: true } } })
      expect((await run({ key })).text).toMatch(/Its account with the audio service is out of credit/)
    })

    test('is one change if it comes twice', async () => {
      const { run } = world({ own, answers: { set: { status: 'repeated', isUnpaid: false } } })
      expect((await run({ key })).text).toMatch(/^Your own API key now pays for requests here\./)
      const other = world({ answers: { set: { status: 'differs' } } })
      expect((await other.run({ key })).text).toMatch(/^You already sent this with different values/)
    })

    test.each<[KeyRefusal, RegExp, boolean]>([
      ['refused', /doesn't accept this key\. Copy it again, or create a new one there\./, true],
      ['away', /couldn't check this key with the audio service just now\. Try again in a minute\./, true],
      ['operators', /This is your bot operator's key\. Use a key from your own account/, true],
      ['unencrypted', /your bot operator needs to set ENCRYPTION_KEY first\./, false],
    ])('says why it was not taken: %s', async (why, text, isKept) => {
      const answer = await world({ answers: { set: { status: 'not_taken', why } } }).answer({ key })
      if (answer?.kind !== 'problems' && answer?.kind !== 'message') throw new Error('no message')
      expect(answer.message.text).toMatch(text)
      expect(answer.message.text).toMatch(/Nothing was changed\.$/)
      // A form that could be sent with another key stays open.
      expect(answer.kind === 'problems' && answer.problems[0]?.field === 'key').toBe(isKept)
    })

    test.each([
      [60_001, /Admins here can try 10 new keys an hour\. Try again in 2 minutes\. Nothing was changed\.$/],
      [1, /Try again in 1 minute\. Nothing was changed\.$/],
    ])('waits where too many were tried: %d ms', async (waitMs, text) => {
      const set = { status: 'too_many', limit: 10, waitMs } as const
      const answer = await world({ answers: { set } }).answer({ key })
      expect(answer).toMatchObject({ kind: 'problems', problems: [{ field: 'key' }] })
      expect(answer?.kind === 'problems' && answer.message.text).toMatch(text)
    })

    test('is missing if the form was sent without it', async () => {
      const answer = await world().answer({ action: 'set' })
      expect(answer).toMatchObject({ kind: 'problems', problems: [{ field: 'key' }] })
    })

    test('is answered later if the audio service is slow', async () => {
      const said = Promise.withResolvers<void>()
      const { answer } = world({
        until: said.promise,
        answers: { set: { status: 'not_taken', why: 'refused' } },
      })
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
      const asked = answer({ key })
      await vi.runAllTimersAsync()
      const late = await asked
      if (late?.kind !== 'message' || late.whole === undefined) throw new Error('nothing to wait for')
      expect(late.message.text).toMatch(/hasn't answered yet/)
      said.resolve()
      const { text, blocks } = await late.whole(withoutCharts)
      expect(text).toMatch(/doesn't accept this key/)
      expect(blocks).toMatchObject([{ kind: 'buttons', buttons: [{ label: 'Set key' }] }])
    })
  })

  describe('remove', () => {
    const removing = async (keys: Parameters<typeof recordingKeys>[0], as: Partial<Invocation>) => {
      const { answer, changes } = world(keys)
      return { answer: await answer({ action: 'remove', reason: 'too dear' }, { ...admin, ...as }), changes }
    }

    test('says first what will happen', async () => {
      const { answer, changes } = await removing({ own }, {})
      expect(answer).toMatchObject({
        kind: 'problems',
        message: {
          text: expect.stringMatching(/^If you remove your key, your bot operator's API key pays for/),
        },
        problems: [{ field: '', mends: [{ label: 'Remove key', confirms: 'member-7 1000' }] }],
      })
      expect(changes).toEqual([])
    })

    test('removes what was confirmed', async () => {
      const { answer, changes } = await removing({ own }, { confirmed: 'member-7 1000' })
      expect(answer).toMatchObject({
        message: {
          text: "Removed your key. It's deleted for good after a day. Your bot operator's API key pays for requests here.",
        },
      })
      expect(changes).toEqual([{ remove: { ...who, reason: 'too dear' } }])
    })

    test('asks again if another key was set meanwhile', async () => {
      const { answer, changes } = await removing({ own }, { confirmed: 'member-7 999' })
      expect(answer?.kind).toBe('problems')
      expect(changes).toEqual([])
    })

    test('refuses an event that came before with other contents', async () => {
      const { answer } = await removing(
        { own, answers: { remove: { status: 'differs' } } },
        { confirmed: 'member-7 1000' },
      )
      expect(answer).toMatchObject({ message: { text: expect.stringMatching(/^You already sent this/) } })
    })
  })
})
