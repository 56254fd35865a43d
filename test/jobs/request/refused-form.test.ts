import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { music } from '../../../src/commands/features/music.ts'
import { remix } from '../../../src/commands/features/remix.ts'
import { type Answer, type Form, formButtonOf } from '../../../src/core/command/answer.ts'
import { readyUtility } from '../../../src/core/command/command.ts'
import type { Drafts } from '../../../src/core/command/draft.ts'
import type { Invocation } from '../../../src/core/command/invocation.ts'
import type { SettingsStore } from '../../../src/core/command/settings.ts'
import { microcredits } from '../../../src/core/credits.ts'
import { createSettingsLook } from '../../../src/jobs/request/settings-here.ts'
import { budgetPortsOf } from '../../support/commands/budget-ports.ts'
import { invocation } from '../../support/commands/invocation.ts'
import { budgetCommand, creditsCommand } from '../../support/commands/money-commands.ts'
import { dispatchOver } from '../../support/jobs/dispatch-over.ts'
import { createRecordingLog } from '../../support/recording-log.ts'
import { openStoreWorld, type StoreWorld } from '../../support/redis/store-world.ts'

// A member who fills in a form does not know that it will be refused: what they wrote must not be gone with it.

let store: StoreWorld

beforeEach(() => {
  store = openStoreWorld()
})
afterEach(() => store.close())

interface Stores {
  drafts?: Partial<Drafts>
  settings?: Partial<SettingsStore>
}

const ask = (asked: Partial<Invocation>, stores: Stores = {}): Promise<Answer> => {
  const { budgets } = store
  const drafts = { ...store.drafts, ...stores.drafts }
  const settings = { ...store.settings, ...stores.settings }
  const dispatch = dispatchOver(store, {
    drafts,
    lookAtSettings: createSettingsLook({ settings, log: createRecordingLog() }),
    commands: [
      music,
      remix,
      readyUtility(budgetCommand, { ...budgetPortsOf(store), budgets }),
      readyUtility(creditsCommand, {
        budgets,
        overview: store.overview,
        jobList: store.jobList,
        now: store.clock.now,
        worthText: async () => '',
      }),
    ],
  })
  return dispatch.answer(invocation({ command: 'music', values: {}, ...asked }))
}

const formOf = (answer: Answer): Form => {
  const form = formButtonOf(answer)?.form
  if (form === undefined) throw new Error(`no form: ${answer.message.text}`)
  return form
}

const allowAnother = () =>
  store.settings.rule('discord:server-1', { channel: 'channel-2' }, 'allow').then(() => ({}))
const unreadable = { read: () => Promise.reject(new Error('away')) }
const words = { prompt: 'a sea shanty about compilers', title: 'Ahoy' }

describe('a form that is sent where it may not be asked for by then', () => {
  test.each<[string, RegExp, () => Promise<Partial<Invocation>>, Stores?]>([
    ['another channel was chosen', /^Tunesmith isn't allowed in this channel\./, allowAnother],
    [
      'the bot may not post',
      /^No right to post\. Nothing/,
      async () => ({ cannotPost: 'No right to post.' }),
    ],
    ['nobody can tell', /^I can't check right now/, async () => ({}), { settings: unreadable }],
  ])('as %s is refused with all that was written in it', async (_why, text, changed, stores) => {
    const { draft } = formOf(await ask({}))
    const sent = await ask({ ...(await changed()), values: words, form: { draft, sent: true } }, stores)
    expect(sent).toMatchObject({ kind: 'problems', problems: [{ text: expect.stringMatching(text) }] })
    expect(formOf(sent).values).toMatchObject(words)
  })

  test('is opened anyway, to be read or copied', async () => {
    const { draft } = formOf(await ask({}))
    await allowAnother()
    const refused = formOf(await ask({ values: words, form: { draft, sent: true } }))
    const opened = await ask({ eventId: 'event-2', form: { draft: refused.draft, sent: false } })
    expect(opened.kind).toBe('form')
    expect(formOf(opened).values).toMatchObject(words)
  })

  test('is refused before the next part of it is requested', async () => {
    const { draft } = formOf(await ask({}))
    await allowAnother()
    const part = await ask({ values: words, form: { draft, sent: false, isPart: true } })
    expect(part.kind).toBe('problems')
    expect(formOf(part).values).toMatchObject(words)
  })

  test('gives back what was written where it cannot be kept', async () => {
    const { draft } = formOf(await ask({}))
    const away = { drafts: { keep: () => Promise.reject(new Error('away')) } }
    const sent = await ask({ cannotPost: 'No.', values: words, form: { draft, sent: true } }, away)
    expect(sent).toMatchObject({ kind: 'message', isPassing: true })
  })

  test('is refused without a word of somebody else’s draft', async () => {
    const { draft } = formOf(await ask({ command: 'remix', values: { prompt: 'mine' } }))
    await allowAnother()
    const other = { ...invocation().target, member: 'member-2' }
    const form = { draft, sent: true }
    const sent = await ask({ command: 'remix', target: other, values: { style: 'jazz' }, form })
    expect(sent.kind).toBe('message')
  })
})

test('what came without a form is refused in words alone', async () => {
  await allowAnother()
  expect(await ask({ values: words })).toMatchObject({ kind: 'message' })
})

test('more credits than can be taken away are refused in the form, beside the amount', async () => {
  const limit = microcredits(6_000_000)
  await store.budgets.setLimit({ account: 'discord:server-1', eventId: 'set', actor: 'admin-2', limit })
  const take = { command: 'budget', action: 'take', isAdmin: true }
  const { draft } = formOf(await ask(take))
  const values = { credits: 9, reason: 'too many songs' }
  const sent = await ask({ ...take, values, form: { draft, sent: true } })
  const text = expect.stringContaining('You can take at most 6 credits')
  expect(sent).toMatchObject({ kind: 'problems', problems: [{ field: 'credits', text }] })
  expect(formOf(sent).values).toMatchObject(values)
})

test('what takes nothing is refused without a form, which would be empty', async () => {
  const refused = await ask({ command: 'credits', values: { words: 'please' } })
  expect(refused).toMatchObject({ kind: 'problems', message: { text: expect.stringContaining('No option') } })
  expect(formButtonOf(refused)).toBeUndefined()
})
