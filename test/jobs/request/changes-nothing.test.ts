import { Redis } from 'ioredis'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { actionNamed, mayChange, type ReadyUtility } from '../../../src/core/command/command.ts'
import type { Invocation } from '../../../src/core/command/invocation.ts'
import type { Fields, RawValues } from '../../../src/core/fields/field.ts'
import { withoutCharts } from '../../support/commands/surfaces.ts'
import { changes, type Deed, looks, prepared, reads } from '../../support/jobs/every-action.ts'
import { type EveryCommandWorld, openEveryCommandWorld } from '../../support/jobs/every-command-world.ts'
import { type PrivateRedis, startPrivateRedis } from '../../support/redis/private-redis.ts'

const reader = 'reader'

let server: PrivateRedis
let admin: Redis
let world: EveryCommandWorld
beforeAll(async () => {
  server = await startPrivateRedis()
  admin = new Redis(server.url)
  await admin.call('ACL', 'SETUSER', reader, 'on', '>word', '~*', '&*', '+@all', '-@write')
})
beforeEach(async () => {
  await admin.call('ACL', 'LOG', 'RESET')
  world = await openEveryCommandWorld({ store: { url: server.url } })
})
afterEach(() => world.close())
afterAll(async () => {
  admin.disconnect()
  await server.stop()
})

/** The writes that were refused, also in scripts: https://redis.io/docs/latest/commands/acl-log/ */
const refusedWrites = async (): Promise<readonly string[]> => {
  const log = (await admin.call('ACL', 'LOG')) as readonly (readonly unknown[])[]
  return log.map((entry) => String(entry[entry.indexOf('object') + 1]))
}

/** From now on the world's connection may only read. */
const refuseWrites = () => world.redis.call('AUTH', reader, 'word')

const utilityFor = ({ command }: Invocation): ReadyUtility => {
  const found = world.commands.find(({ name }) => name === command)
  if (found?.kind !== 'utility') throw new Error(`no such command: ${command}`)
  return found
}

/** The values, and the same with each choice that an option has. */
const variants = (fields: Fields, values: RawValues): readonly RawValues[] => [
  values,
  ...Object.entries(fields).flatMap(([name, { control }]): RawValues[] => {
    if (control.kind === 'choice') return control.choices.map(({ value }) => ({ ...values, [name]: value }))
    if (control.kind === 'toggle') return [{ ...values, [name]: true }]
    return control.kind === 'integer' ? [{ ...values, [name]: control.min }] : []
  }),
]

const runReading = async (asked: Invocation): Promise<void> => {
  const command = utilityFor(asked)
  const action = actionNamed(command, asked.action)
  if (action === undefined) throw new Error(`no such action: ${asked.action}`)
  for (const values of variants(action.fields, asked.values)) {
    if (mayChange(command, asked.action, values)) continue
    const answer = await action.run({ ...asked, values })
    if (answer.kind === 'message') await answer.whole?.(withoutCharts)
  }
}

describe('a connection that is refused all writes', () => {
  test.each([...reads, ...looks])('is enough for what changes nothing: $does $values', async (deed: Deed) => {
    const asked = await prepared(world, deed)
    expect(mayChange(utilityFor(asked), asked.action, asked.values)).toBe(false)
    await refuseWrites()
    await runReading(asked)
    expect(await refusedWrites()).toEqual([])
  })

  test.each(changes)('finds that this writes: $does $values', async (deed: Deed) => {
    const asked = await prepared(world, deed)
    await refuseWrites()
    await world.dispatch.answer(asked)
    expect(await refusedWrites()).not.toEqual([])
  })
})
