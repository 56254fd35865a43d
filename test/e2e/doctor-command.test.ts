import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { World } from '../../sandbox/world/world.ts'
import { createPeople, type People } from '../support/sandbox/people.ts'
import { startStrictWorld } from '../support/sandbox/strict-world.ts'

let world: World
beforeAll(async () => {
  world = await startStrictWorld({ bot: true })
})
afterAll(() => world.stop())

describe.each(['discord', 'slack'] as const)('on %s', (platform) => {
  let people: People
  let since: string
  const [admin, member] = ['ada', 'max']

  beforeAll(() => {
    people = createPeople(world.addresses, platform)
  })
  beforeEach(async () => {
    since = await people.latest(admin)
  })

  const seen = (text: RegExp) => people.sees(admin, text, since)

  test('an admin learns that there is no budget, and later that everything works, alone', async () => {
    await people.uses(admin, '/budget limit', { credits: 0, period: 'month' })
    await people.sees(admin, /0 credits/, since)
    await people.uses(admin, '/doctor')
    expect((await seen(/needs your attention/)).text).toMatch(/Raise it with \/budget limit/)
    await people.allows(admin, 5)
    since = await people.latest(admin)
    await people.uses(admin, '/doctor')
    const { id, text } = await seen(/Everything works here/)
    expect(text).toMatch(/I can read, post and attach files here/)
    expect(text).toMatch(/5 credits left of 5 credits/)
    expect((await people.messages(member)).map((message) => message.id)).not.toContain(id)
  })
})

test('a member who types it on Slack, where everybody can, is told who it is for', async () => {
  const people = createPeople(world.addresses, 'slack')
  const before = await people.latest('max')
  await people.uses('max', '/doctor')
  await people.sees('max', 'Only admins and budget managers can use /doctor.', before)
})

test('a right that was taken on Discord is told, by its name there', async () => {
  const people = createPeople(world.addresses, 'discord')
  const { adminId } = world.addresses.discord
  await people.manages(adminId, { what: 'deny', permission: 'AttachFiles' })
  const since = await people.latest(adminId)
  await people.uses(adminId, '/doctor')
  await people.sees(adminId, /Give me the Attach Files permission in this channel/, since)
  await people.manages(adminId, { what: 'allow', permission: 'AttachFiles' })
})
