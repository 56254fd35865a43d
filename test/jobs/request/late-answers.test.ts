import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Answer } from '../../../src/core/command/answer.ts'
import type { Action, ReadyCommand, Utility } from '../../../src/core/command/command.ts'
import type { Invocation } from '../../../src/core/command/invocation.ts'
import type { RawValues } from '../../../src/core/fields/field.ts'
import { invocation } from '../../support/commands/invocation.ts'
import { dispatchOver } from '../../support/jobs/dispatch-over.ts'
import { openStoreWorld, type StoreWorld } from '../../support/redis/store-world.ts'

let store: StoreWorld
beforeAll(() => {
  store = openStoreWorld()
})
afterAll(() => store.close())

const lateText = "I couldn't answer in time. Try again in a minute. Nothing was charged."
const doubtText = "I couldn't answer in time. Your change may have been made, so check before you try again."
const unlessSure = ({ sure }: RawValues) => sure !== 'yes'
const sure = { sure: 'yes' }
const form = { draft: 'draft-1', sent: true }

type Declared = Pick<Action, 'changesNothing'> & { audience?: Utility['audience'] }
test.each<[when: string, declared: Declared, asked: Partial<Invocation>, text: string]>([
  ['in an action that may change something', { audience: 'admins' }, {}, doubtText],
  ['in one for everyone', { audience: 'everyone' }, {}, doubtText],
  ['in one that changes nothing', { audience: 'admins', changesNothing: true }, {}, lateText],
  ['in one for everyone that changes nothing', { audience: 'everyone', changesNothing: true }, {}, lateText],
  ['in one that changes nothing with these values', { changesNothing: unlessSure }, {}, lateText],
  ['in one that changes something with others', { changesNothing: unlessSure }, { values: sure }, doubtText],
  ['in one whose draft may have others', { changesNothing: unlessSure }, { form }, doubtText],
])('the member is told that a change may have been made only %s', async (_, declared, asked, text) => {
  const late = () => Promise.withResolvers<Answer>().promise
  const { audience = 'everyone', changesNothing } = declared
  const manage: ReadyCommand = {
    kind: 'utility',
    name: 'manage',
    summary: 'Change something',
    topic: 'choices',
    audience,
    actions: {
      name: 'manage',
      summary: 'Change something',
      fields: {},
      run: late,
      ...(changesNothing && { changesNothing }),
    },
  }
  const drafts = { ...store.drafts, read: () => new Promise<undefined>(() => undefined) }
  const dispatch = dispatchOver(store, { commands: [manage], drafts, answerMs: 1 })
  const answer = dispatch.answer(invocation({ command: 'manage', isAdmin: true, ...asked }))
  expect(await answer).toMatchObject({ message: { text } })
})
