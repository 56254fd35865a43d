import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { invocation } from '../../support/commands/invocation.ts'
import { changes, type Deed, prepared } from '../../support/jobs/every-action.ts'
import { type EveryCommandWorld, openEveryCommandWorld } from '../../support/jobs/every-command-world.ts'
import { type PrivateRedis, startPrivateRedis } from '../../support/redis/private-redis.ts'
import { connectedTo } from '../../support/redis/redis.ts'
import { firstLineOf } from '../../support/redis/script-names.ts'
import { dumpWithoutDrafts, giveBudget } from '../../support/redis/store-world.ts'
import { startTcpProxy } from '../../support/redis/tcp-proxy.ts'

let server: PrivateRedis
let proxy: Awaited<ReturnType<typeof startTcpProxy>>
let near: EveryCommandWorld
let far: EveryCommandWorld

beforeAll(async () => {
  server = await startPrivateRedis()
  proxy = await startTcpProxy(server.port)
})
afterAll(async () => {
  await proxy.close()
  await server.stop()
})
beforeEach(async () => {
  near = await openEveryCommandWorld({ store: { url: server.url } })
  // What members use: behind the proxy, over the connection that production has.
  const redis = await connectedTo(`redis://127.0.0.1:${proxy.port}`)
  far = await openEveryCommandWorld({ store: { redis, prefix: near.prefix } })
})
afterEach(() => {
  for (const world of [near, far]) world.close()
})

/** The click on Drop, below the price of a request that is not made yet. */
const dropping: Deed = {
  does: 'music',
  values: {},
  prepare: async (world) => {
    const { dispatch, settings } = world
    await giveBudget(world, 5_000_000)
    await settings.change('discord:server-1', { kind: 'server' }, { confirm_from: '0' })
    const card = await dispatch.answer(invocation({ eventId: 'card', values: { prompt: 'a sea shanty' } }))
    const drop = card.kind === 'problems' ? card.remedies?.find(({ label }) => label === 'Drop') : undefined
    if (drop === undefined) throw new Error(`nothing to drop: ${card.message.text}`)
    const { command, draft } = drop
    return { command, form: { draft, sent: true }, press: 'message-1 drop member-1' }
  },
}

const deedOf = (does: string): Deed => {
  const found = changes.find((deed) => deed.does === does)
  if (found === undefined) throw new Error(`no such deed: ${does}`)
  return found
}

test.each([
  { name: 'the button Drop', script: 'drop', deed: dropping },
  ...[
    ['jobs rate', 'rate'],
    ['jobs cancel', 'cancel'],
    ['jobs recover', 'recover'],
    ['budget give', 'grant'],
    ['budget pause', 'change-settings'],
    ['sponsor', 'sponsor'],
  ].map(([does = '', script = '']) => ({ name: `/${does}`, script, deed: deedOf(does) })),
])(
  'a connection that is lost while $name is under way leaves one doubt, and one change',
  async ({ script, deed }) => {
    const asked = await prepared(near, deed)
    const before = await dumpWithoutDrafts(near)
    await near.redis.call('SCRIPT', 'FLUSH') // so that its source is sent, by which the proxy knows it
    const sentCount = proxy.watch(firstLineOf(script))
    proxy.loseReplyTo(firstLineOf(script))
    const back = new Promise<void>((resolve) => far.redis.once('ready', () => resolve()))
    const { message } = await far.dispatch.answer(asked)
    expect(message.text.match(/may have been made|don't know whether/g)).toHaveLength(1)
    expect(message.text).not.toMatch(/nothing was/i)
    const after = await dumpWithoutDrafts(near)
    expect(after).not.toEqual(before)
    await back
    await far.redis.ping()
    expect(sentCount()).toBe(1)
    expect(await dumpWithoutDrafts(near)).toEqual(after)
  },
)
