import { afterEach, beforeEach, expect, test } from 'vitest'

import type { Asked } from '../../../src/core/command/invocation.ts'
import type { Target } from '../../../src/core/target.ts'
import { createAdmit, enter, learned, letIn } from '../../../src/jobs/request/admit.ts'
import { invocation, target } from '../../support/commands/invocation.ts'
import { createRecordingLog } from '../../support/recording-log.ts'
import { noAllowances, openStoreWorld, type StoreWorld } from '../../support/redis/store-world.ts'

// What a request passes, in which order: the rate, the chat, and the rate of where it belongs.

let world: StoreWorld
let steps: string[]

const rate = { ...noAllowances, command: { member: 2, server: 0 } }
beforeEach(() => {
  world = openStoreWorld({ allowances: rate })
  steps = []
})
afterEach(() => world.close())

const here = target({ platform: 'slack', server: 'T1', member: 'mia' })
const own = target({ ...here, server: '@T1/mia' })
const block = (member: string) =>
  world.blocks.set({ account: 'slack:T1', eventId: 'e', actor: 'boss', member, isBlocked: true })

/** Goes in as a dispatch does. Answers with what was asked and counted, and how it ended. */
const goesIn = async (
  asked: Partial<Asked>,
  {
    told = {},
    operatorBlocked = [],
    place,
  }: { told?: object; operatorBlocked?: string[]; place?: Target } = {},
) => {
  const learn = async () => {
    steps.push('asks')
    return told
  }
  const counted = createAdmit({ gate: world.gate, operatorBlocked, log: createRecordingLog() })
  const draft = {
    command: 'music',
    action: undefined,
    member: 'mia',
    values: {},
    clips: [],
    defaults: [],
    shown: {},
    ...(place !== undefined && { target: place }),
  }
  const options = {
    store: world.store,
    drafts: { read: async () => draft },
    operatorBlocked,
    admit: async (...[who, command]: Parameters<typeof counted>) => {
      const refused = await counted(who, command)
      steps.push(`${who.target.server} ${refused === undefined ? 'lets in' : 'refuses'}`)
      return refused
    },
  }
  const admitted = await letIn(options, invocation({ target: here, learn, ...asked }), undefined)
  const known = 'refused' in admitted ? admitted : await learned(admitted)
  const entered = 'refused' in known ? known : await enter(options, known)
  const done = steps.splice(0)
  if (!('refused' in entered)) return { steps: done, text: undefined }
  const { refused } = entered
  const isShutOut = refused.kind === 'message' && refused.isShutOut === true
  return { steps: done, text: refused.message.text, isShutOut }
}

test.each<[string, Partial<Asked>, readonly string[]]>([
  ['who is known to be of the place is counted there', {}, ['T1 lets in', 'asks']],
  [
    'who may be a stranger is counted alone until the chat has said that they are none',
    { isUnproven: true },
    ['@T1/mia lets in', 'asks', 'T1 lets in'],
  ],
  ['in a direct message, that is the same', { target: own }, ['@T1/mia lets in', 'asks']],
  [
    'and a stranger there is counted once and then as everybody',
    { target: own, isUnproven: true },
    ['@T1/mia lets in', 'asks'],
  ],
])('%s', async (_, asked, expected) => {
  expect(await goesIn(asked)).toMatchObject({ steps: expected, text: undefined })
})

test.each<[string, Partial<Asked>]>([
  ['in the place', {}],
  ['who may be a stranger', { isUnproven: true }],
  ['in a direct message', { target: own }],
])('of a member %s whose rate is used up nothing is asked', async (_, asked) => {
  await goesIn(asked)
  await goesIn(asked)
  const { steps: third, text } = await goesIn(asked)
  expect(third).toEqual([expect.stringMatching(/refuses$/)])
  expect(text).toMatch(/^You've reached your limit here/)
})

test('a stranger uses up nothing of the place, and is told why they are not served', async () => {
  const refused = 'I only work for members.'
  const stranger = await goesIn({ isUnproven: true }, { told: { refused } })
  expect(stranger).toEqual({ steps: ['@T1/mia lets in', 'asks'], text: refused, isShutOut: true })
})

test('of a blocked member the chat is only asked whether they are an admin, and no more often than the rate allows', async () => {
  await block('mia')
  for (let count = 0; count < 2; count += 1)
    expect(await goesIn({})).toEqual({
      steps: ['T1 refuses', '@T1/mia lets in', 'asks', 'T1 refuses'],
      text: 'An admin here has blocked you from using Tunesmith.',
      isShutOut: true,
    })
  expect((await goesIn({})).steps).toEqual(['T1 refuses', '@T1/mia refuses'])
})

test('a blocked admin is let in', async () => {
  await block('mia')
  const { text } = await goesIn({}, { told: { isAdmin: true } })
  expect(text).toBeUndefined()
})

test.each(['slack:T1', 'slack:@T1/mia'])(
  'where the operator blocked %s, nothing is asked',
  async (blocked) => {
    expect((await goesIn({}, { operatorBlocked: [blocked] })).steps).toEqual(['T1 refuses'])
  },
)

test('whoever goes on from a direct message is counted there, then asked about, then counted in the place', async () => {
  const membershipIn = async () => {
    steps.push('asks where they are')
    return { groups: [], isAdmin: false, channelKinds: [], seesChannel: true }
  }
  const pressed = { target: own, form: { draft: 'draft-1', sent: true }, membershipIn }
  for (let count = 0; count < 2; count += 1)
    expect((await goesIn(pressed, { place: here })).steps).toEqual([
      '@T1/mia lets in',
      'asks where they are',
      'T1 lets in',
      'asks',
    ])
  expect((await goesIn(pressed, { place: here })).steps).toEqual(['@T1/mia refuses'])
})
