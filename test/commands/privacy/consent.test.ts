import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { privacyConsent } from '../../../src/commands/privacy/consent.ts'
import type { Invocation } from '../../../src/core/command/invocation.ts'
import type { RawValues } from '../../../src/core/fields/field.ts'
import { commandLinkText } from '../../../src/core/message/command-link.ts'
import type { AccountId } from '../../../src/core/target.ts'
import { invocation, target } from '../../support/commands/invocation.ts'
import { openStoreWorld, type StoreWorld } from '../../support/redis/store-world.ts'

let world: StoreWorld
beforeEach(() => {
  world = openStoreWorld()
})
afterEach(() => world.close())

const run = async (values: RawValues, more: Partial<Invocation> = {}) => {
  const asked = invocation({ command: 'privacy', action: 'consent', values, ...more })
  const answer = await privacyConsent.run(asked, { consents: world.consents })
  if (answer.kind === 'asks') throw new Error('that is no answer')
  const { text, blocks } = answer.message
  const buttons = blocks.flatMap((block) => (block.kind === 'buttons' ? block.buttons : []))
  return { text, buttons: buttons.map(({ commandLink }) => commandLinkText(commandLink)) }
}

const kept = async (account: AccountId = 'discord:server-1') =>
  (await world.consents.answersOf(account, ['member-1'])).get('member-1')

const typed = (answer: string) => `/privacy consent answer:${answer}`
const unsaid =
  "You haven't said whether others can use your clips. Until then, the rules of the server or workspace decide."

test('a member sees what holds, and each other answer is a button', async () => {
  expect(await run({})).toEqual({ text: unsaid, buttons: [typed('allow'), typed('decline')] })
  await run({ answer: 'decline' })
  expect(await run({})).toEqual({
    text: "Others can't use your clips.",
    buttons: [typed('allow'), typed('forget')],
  })
})

test('an answer is changed and taken back', async () => {
  expect((await run({ answer: 'allow' })).text).toBe('Others can use your clips.')
  expect(await kept()).toBe('allow')
  await run({ answer: 'decline' })
  expect(await kept()).toBe('decline')
  expect((await run({ answer: 'forget' })).text).toBe(unsaid)
  expect(await kept()).toBeUndefined()
})

test('a wrong answer is refused, and nothing changes', async () => {
  expect((await run({ answer: 'maybe' })).text).toContain('Nothing was changed.')
  expect((await run({ answer: 'allow', server: 'server-2' })).text).toContain('Nothing was changed.')
  expect(await kept()).toBeUndefined()
})

describe('in direct messages', () => {
  const direct = target({ server: '@member-1', channel: 'direct-1' })
  const pressed = { target: direct, press: 'message-1 button member-1' }

  test('a button says for which server the answer is, and so do those below it', async () => {
    const { text, buttons } = await run({ answer: 'allow', server: 'server-2' }, pressed)
    expect(text).toBe('Others can use your clips.')
    expect(buttons).toEqual([`${typed('decline')} server:server-2`, `${typed('forget')} server:server-2`])
    expect(await kept('discord:server-2')).toBe('allow')
    expect(await kept()).toBeUndefined()
  })

  test.each<[string, RawValues, Partial<Invocation>]>([
    ['without a server', { answer: 'allow' }, pressed],
    ['for direct messages', { answer: 'allow', server: '@member-2' }, pressed],
    ['that is typed', { answer: 'allow' }, { target: direct }],
  ])('an answer %s is kept for nobody', async (_, values, more) => {
    expect((await run(values, more)).text).toBe(
      '/privacy consent is for servers and workspaces. Use it where your clips are.',
    )
    expect(await kept('discord:@member-1')).toBeUndefined()
    expect(await kept('discord:@member-2')).toBeUndefined()
  })
})
