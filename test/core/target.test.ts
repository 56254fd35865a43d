import { expect, test } from 'vitest'
import { accountOf, budgetChannelOf, isPersonal, personalServer } from '../../src/core/target.ts'
import { target } from '../support/commands/invocation.ts'

test.each([
  ['a server', target(), 'discord:server-1', false],
  ['a workspace', target({ platform: 'slack', server: 'T1' }), 'slack:T1', false],
  ['a member of any server', target({ server: personalServer('7') }), 'discord:@7', true],
  ['a member of one workspace', target({ server: personalServer('U1', 'T1') }), 'discord:@T1/U1', true],
])('the account of %s is its own', (_, place, account, isOwn) => {
  expect(accountOf(place)).toBe(account)
  expect(isPersonal(accountOf(place))).toBe(isOwn)
})

test('what is asked in a thread counts for the channel around it, where a thread is a channel', () => {
  expect(budgetChannelOf(target())).toBe('channel-1')
  expect(budgetChannelOf(target({ thread: '1.0' }))).toBe('channel-1')
  expect(budgetChannelOf(target({ channel: 'thread-1', parent: 'channel-1' }))).toBe('channel-1')
})
