import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { remix } from '../../../src/commands/features/remix.ts'
import type { Invocation } from '../../../src/core/command/invocation.ts'
import { formLink, sentFormText } from '../../../src/core/command/typed-form.ts'
import { type Asking, createAsking } from '../../support/jobs/asking.ts'
import { openStoreWorld, type StoreWorld } from '../../support/redis/store-world.ts'

const band = {
  kind: 'upload',
  platform: 'discord',
  url: 'https://cdn.example/band.mp3',
  name: 'band.mp3',
  bytes: 10,
  message: undefined,
} as const

describe('a form that is answered in words', () => {
  let store: StoreWorld
  let asking: Asking
  beforeEach(() => {
    store = openStoreWorld()
    asking = createAsking(store)
  })
  afterEach(() => store.close())

  const reply = async (words: string, more: Partial<Invocation> = {}) => {
    const form = formLink(await asking.ask({ values: { prompt: 'slow jazz' } }))
    if (form === undefined) throw new Error('no form')
    return asking.ask({ eventId: 'event-2', ...sentFormText([remix], form, words), ...more })
  }

  test.each<[string, string, Partial<Invocation>, object]>([
    [
      'an address',
      'https://music.example/a.mp3',
      {},
      { prompt: 'slow jazz', clip: 'https://music.example/a.mp3' },
    ],
    [
      'a file',
      '',
      { pointedAt: [{ message: 'message-2', files: [band], isVisible: true, isRequest: true, atMs: 0 }] },
      { prompt: 'slow jazz', clip: { name: 'band.mp3' } },
    ],
    [
      'an address and other words',
      'brisk swing https://music.example/a.mp3',
      {},
      { prompt: 'brisk swing', clip: 'https://music.example/a.mp3' },
    ],
  ])('goes on with %s and with what was known before', async (_, words, more, values) => {
    expect(await reply(words, more)).toMatchObject({ kind: 'accepted' })
    expect(asking.requested).toMatchObject([{ values }])
  })

  test('lacks the same still where a reply leaves it out', async () => {
    const answer = await reply('brisk swing')
    expect(answer).toMatchObject({
      kind: 'problems',
      problems: [{ field: 'clip' }],
      retry: { command: 'remix' },
    })
    expect(asking.requested).toEqual([])
  })
})
