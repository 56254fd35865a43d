import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Answer, type Form, formButtonOf } from '../../../src/core/command/answer.ts'
import { readyUtility } from '../../../src/core/command/command.ts'
import { readCommandText } from '../../../src/core/command/command-text.ts'
import type { Invocation } from '../../../src/core/command/invocation.ts'
import { createSecret } from '../../../src/core/fields/secret.ts'
import { budgetPortsOf } from '../../support/commands/budget-ports.ts'
import { invocation, target } from '../../support/commands/invocation.ts'
import { budgetCommand } from '../../support/commands/money-commands.ts'
import { recordingKeys } from '../../support/commands/recording-keys.ts'
import { dispatchOver } from '../../support/jobs/dispatch-over.ts'
import { createRecordingLog } from '../../support/recording-log.ts'
import { dump, openStoreWorld, type StoreWorld } from '../../support/redis/store-world.ts'

const apiKey = 'sk-0123456789abcdef'

let store: StoreWorld
let events: number
let keys: ReturnType<typeof recordingKeys>
let log: ReturnType<typeof createRecordingLog>

beforeEach(() => {
  store = openStoreWorld()
  events = 0
  keys = recordingKeys()
  log = createRecordingLog()
})
afterEach(() => store.close())

const ask = (asked: Partial<Invocation>): Promise<Answer> => {
  const { ownKeys } = keys
  const commands = [readyUtility(budgetCommand, { ...budgetPortsOf(store), ownKeys })]
  events += 1
  const request = { command: 'budget', action: 'key', isAdmin: true, eventId: `event-${events}` }
  return dispatchOver(store, { commands, log }).answer(invocation({ ...request, ...asked }))
}

const formOf = (answer: Answer): Form => {
  const form = formButtonOf(answer)?.form
  if (form === undefined) throw new Error(`no form: ${answer.message.text}`)
  return form
}

const send = ({ draft }: Form, values: Invocation['values'], asked: Partial<Invocation> = {}) =>
  ask({ values, form: { draft, sent: true }, ...asked })

const nameManager = (member: string) =>
  store.budgets.setManager({
    account: 'discord:server-1',
    eventId: `named ${member}`,
    actor: 'admin',
    reason: undefined,
    member,
    allowed: true,
  })

/** Everything that an answer, the log and the store have. */
const leftBehind = async (answer: Answer): Promise<string> =>
  JSON.stringify([answer, log.lines, await dump(store)])

describe('a secret that was typed', () => {
  test.each([
    `key ${apiKey}`,
    `key set ${apiKey}`,
    `key key:${apiKey}`,
    `key keys:${apiKey}`,
    `key api_key: ${apiKey}`,
    `key action:${apiKey}`,
    `key my key is ${apiKey} reason:ours`,
    `KEY "${apiKey}"`,
  ])('as /budget %s is neither used nor repeated', async (typed) => {
    const answer = await ask(readCommandText(budgetCommand, typed))
    expect(answer.message.text).toBe(
      "API key can only be entered in the form, so I didn't use what you typed. If it was real, others may have seen it: create a new one and delete the old one. Nothing was changed.",
    )
    expect(formOf(answer)).toMatchObject({ fields: { key: { required: true } }, missing: ['key'] })
    expect(await leftBehind(answer)).not.toContain(apiKey)
    expect(keys.changes).toEqual([])
  })

  test('behind a button is refused too', async () => {
    const answer = await ask({ values: { key: apiKey, action: 'set' }, press: 'press' })
    expect(answer.message.text).toMatch(/can only be entered in the form/)
    expect(await leftBehind(answer)).not.toContain(apiKey)
  })

  test('in reply to a form in words is refused, and so is what looks like one but was stored', async () => {
    const form = formOf(await ask({ values: { action: 'set' } }))
    for (const key of [apiKey, { kind: 'secret' }]) {
      const answer = await send(form, { key })
      expect(answer.message.text).toMatch(/can only be entered in the form/)
      expect(await leftBehind(answer)).not.toContain(apiKey)
    }
    expect(keys.changes).toEqual([])
  })

  test('by a budget manager opens no form', async () => {
    await nameManager('member-1')
    const answer = await ask({ isAdmin: false, values: { key: apiKey } })
    expect(answer.message.text).toMatch(/can only be entered in the form/)
    expect(formButtonOf(answer)).toBeUndefined()
  })

  test('for an action that does not exist is not logged', async () => {
    const answer = await ask({ isAdmin: false, ...readCommandText(budgetCommand, apiKey) })
    expect(await leftBehind(answer)).not.toContain(apiKey)
    expect(log.lines).toHaveLength(1)
  })
})

describe('the form of a secret', () => {
  test.each(['key set', 'key action:set', 'key set reason:ours'])('opens for /budget %s', async (typed) => {
    const answer = await ask(readCommandText(budgetCommand, typed))
    expect(answer.kind).toBe('form')
    expect(Object.keys(formOf(answer).fields)).toEqual(['key', 'reason'])
  })

  test('brings it to the action alone', async () => {
    const form = formOf(await ask({ values: { action: 'set' } }))
    const answer = await send(form, { key: createSecret(apiKey), reason: 'ours' })
    expect(answer.message.text).toMatch(/^Your own API key now pays for requests here\./)
    expect(keys.changes).toMatchObject([{ set: { apiKey, reason: 'ours' } }])
    expect(await leftBehind(answer)).not.toContain(apiKey)
  })

  test('comes back empty, with the rest that was filled in', async () => {
    keys = recordingKeys({ answers: { set: { status: 'not_taken', why: 'refused' } } })
    const form = formOf(await ask({ values: { action: 'set' } }))
    const refused = await send(form, { key: createSecret(apiKey), reason: 'ours' })
    const again = formOf(refused)
    expect(again).toMatchObject({ values: { reason: 'ours' }, missing: ['key'] })
    expect(again.values).not.toHaveProperty('key')
    expect(await leftBehind(refused)).not.toContain(apiKey)
    const reopened = await ask({ values: {}, form: { draft: again.draft, sent: false } })
    expect(formOf(reopened).values).not.toHaveProperty('key')
    expect(await leftBehind(reopened)).not.toContain(apiKey)
  })

  test('says what is wrong with it without quoting it', async () => {
    const form = formOf(await ask({ values: { action: 'set' } }))
    const given = `${apiKey} and more`
    const answer = await send(form, { key: createSecret(given) })
    expect(answer).toMatchObject({ kind: 'problems', problems: [{ field: 'key' }] })
    expect(await leftBehind(answer)).not.toContain(apiKey)
  })

  test('leaves nothing behind if the action fails', async () => {
    keys.ownKeys.set = ({ apiKey: sent }) => Promise.reject(new Error(`no ${sent.length}`))
    const form = formOf(await ask({ values: { action: 'set' } }))
    const answer = await send(form, { key: createSecret(apiKey) })
    expect(answer).toMatchObject({ kind: 'message', isPassing: true })
    expect(await leftBehind(answer)).not.toContain(apiKey)
  })

  test('is for admins alone', async () => {
    await nameManager('member-2')
    const manager = { isAdmin: false, target: target({ member: 'member-2' }) }
    const only = 'Only admins can do this with /budget key, not budget managers.'
    for (const action of ['set', 'remove'])
      expect((await ask({ ...manager, values: { action } })).message.text).toBe(only)
    const unknown = await ask({ ...manager, isAdminUnknown: true, values: { action: 'set' } })
    expect(unknown.message.text).toBe(
      `${only} I couldn't check whether you're an admin here. If you are, try again.`,
    )
    expect((await ask({ ...manager, values: {} })).message.text).toMatch(/bot operator's API key/)
    const byCommand = await ask({ isAdminByCommand: true, values: { action: 'set' } })
    expect(byCommand.message.text).toBe(only)
    const form = formOf(await ask({ values: { action: 'set' } }))
    const former = await send(form, { key: createSecret(apiKey) }, { isAdmin: false })
    expect(former.message.text).toBe('Only admins and budget managers can use /budget.')
    await nameManager('member-1')
    const formerAdmin = await send(form, { key: createSecret(apiKey) }, { isAdmin: false })
    expect(formerAdmin.message.text).toBe(only)
    expect(keys.changes).toEqual([])
  })

  test('removal has no form, only its button', async () => {
    keys = recordingKeys({ own: { setBy: 'member-7', setAtMs: 1_000 } })
    const answer = await ask({ values: { action: 'remove' } })
    expect(formButtonOf(answer)).toBeUndefined()
    const remedies = answer.kind === 'problems' ? (answer.remedies ?? []) : []
    expect(remedies).toMatchObject([{ label: 'Remove key' }])
    const pressed = { press: 'press', form: { draft: remedies[0]?.draft ?? '', sent: true } }
    const [one, other] = [await ask({ values: {}, ...pressed }), await ask({ values: {}, ...pressed })]
    expect(one?.message.text).toMatch(/^Removed your key\./)
    expect(other?.message.text).toBe("Your bot operator's API key pays for requests here.")
    expect(keys.changes).toHaveLength(1)
  })
})
