import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { music } from '../../../src/commands/features/music.ts'
import { type Answer, formButtonOf } from '../../../src/core/command/answer.ts'
import type { Invocation } from '../../../src/core/command/invocation.ts'
import { invocation, target } from '../../support/commands/invocation.ts'
import { dispatchOver } from '../../support/jobs/dispatch-over.ts'
import { giveBudget, openStoreWorld, type StoreWorld } from '../../support/redis/store-world.ts'

let world: StoreWorld
beforeEach(async () => {
  world = openStoreWorld()
  await giveBudget(world, 100_000_000)
  await world.settings.refuseWords('discord:server-1', ['b?d'])
})
afterEach(() => world.close())

const ask = (asked: Partial<Invocation>, refusedWords: readonly string[] = []): Promise<Answer> =>
  dispatchOver(world, { commands: [music], refusedWords }).answer(invocation(asked))

describe('a request with a refused word', () => {
  test.each([
    ['prompt', { prompt: 'a bed' }, 'Prompt contains “bed”'],
    ['title', { prompt: 'a song', title: 'Bad' }, 'Title contains “Bad”'],
    ['lyrics', { prompt: 'a song', lyrics: 'la la bud la' }, 'Lyrics contains “bud”'],
  ])('in its %s names it, and keeps the rest in the form', async (_, values, text) => {
    const answer = await ask({ values })
    expect(answer).toMatchObject({
      kind: 'problems',
      problems: [{ text: `${text}, which isn't allowed here. Change it and try again.` }],
    })
    expect(formButtonOf(answer)?.form.values).toMatchObject(values)
    expect((await world.budgets.read('discord:server-1')).held).toBe(0)
  })

  test('is counted for admins', async () => {
    await ask({ values: { prompt: 'a bad song' } })
    await expect
      .poll(() => world.refusals.thisMonth('discord:server-1'))
      .toEqual({ words: 1, channel: 0, blocked: 0, too_many: 0, consent: 0 })
  })

  test('is refused for an admin too', async () => {
    expect((await ask({ values: { prompt: 'a bad song' }, isAdmin: true })).kind).toBe('problems')
  })

  test('is taken in another server', async () => {
    await giveBudget(world, 100_000_000, 'discord:server-2')
    const elsewhere = target({ server: 'server-2' })
    expect((await ask({ values: { prompt: 'a bad song' }, target: elsewhere })).kind).toBe('accepted')
  })

  test('of the operator is refused everywhere', async () => {
    const answer = await ask({ values: { prompt: 'a worse song' }, target: target({ server: 'server-2' }) }, [
      'worse',
    ])
    expect(answer.message.text).toContain('Prompt contains “worse”')
  })
})

test('a request is not searched for words in a server that may not spend', async () => {
  await world.close()
  world = openStoreWorld()
  await world.settings.refuseWords('discord:server-1', ['b?d'])
  await world.allowlist.remove('discord:server-1')
  const { message } = await ask({ values: { prompt: 'a bad song' } }, ['song'])
  expect(message.text).toContain("Credits aren't turned on here.")
})

test('a request without one is taken', async () => {
  expect((await ask({ values: { prompt: 'a good song' } })).kind).toBe('accepted')
})
