import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type JobWorld, openJobWorld } from '../../support/jobs/job-world.ts'
import { accepted, finished } from '../../support/service/scripted-audio-service.ts'

const id = '3f2c9a1e-5b7d-4a6f-9c8e-1d2b3a4f5e6d'

let world: JobWorld

beforeEach(async () => {
  world = await openJobWorld()
})
afterEach(() => world.close())

describe('a result', () => {
  test.each([
    ['by its name', [{ value: id, label: 'Grandma Ada' }], 'Grandma Ada'],
    ['by its id where the list has it no more', [{ value: 'voice-8', label: 'Bob' }], id],
    [
      'by its name where two have it',
      [
        { value: id, label: 'Bob' },
        { value: 'voice-8', label: 'Bob' },
      ],
      'Bob',
    ],
    ['by its id where there is no list', [], id],
  ])('calls its voice %s', async (_, voices, name) => {
    world.service.sing([])
    world.service.submitWith(accepted('task-1'))
    world.service.alwaysFind(finished)
    await world.start({ values: { prompt: 'a sea shanty', voice: id } })
    world.service.sing(voices)
    await world.queue.run()
    expect(world.service.submissions).toMatchObject([{ body: { voice_id: id } }])
    const facts = world.platform.messages[0]?.message.blocks[0]
    expect(facts).toMatchObject({ facts: expect.arrayContaining([{ label: 'Voice', value: name }]) })
  })
})
