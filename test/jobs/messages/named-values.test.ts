import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type JobWorld, openJobWorld } from '../../support/jobs/job-world.ts'
import { accepted, finished } from '../../support/service/scripted-audio-service.ts'

let world: JobWorld

beforeEach(async () => {
  world = await openJobWorld()
})
afterEach(() => world.close())

describe('a result', () => {
  test.each([
    ['by its name', [{ value: 'voice-7', label: 'Grandma Ada' }], 'Grandma Ada'],
    ['by its id where the list has it no more', [{ value: 'voice-8', label: 'Bob' }], 'voice-7'],
    [
      'by its id where two have its name',
      [
        { value: 'voice-7', label: 'Bob' },
        { value: 'voice-8', label: 'Bob' },
      ],
      'voice-7',
    ],
    ['by its id where there is no list', [], 'voice-7'],
  ])('calls its voice %s', async (_, voices, name) => {
    world.service.sing([])
    world.service.submitWith(accepted('task-1'))
    world.service.alwaysFind(finished)
    await world.start({ values: { prompt: 'a sea shanty', voice: 'voice-7' } })
    world.service.sing(voices)
    await world.queue.run()
    expect(world.service.submissions).toMatchObject([{ body: { voice_id: 'voice-7' } }])
    const facts = world.platform.messages[0]?.message.blocks[0]
    expect(facts).toMatchObject({ facts: [{ label: 'Prompt' }, { label: 'Voice', value: name }] })
  })
})
