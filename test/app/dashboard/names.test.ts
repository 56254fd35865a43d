import { describe, expect, test } from 'vitest'
import { readNames } from '../../../src/app/dashboard/open.ts'
import { AppError } from '../../../src/core/errors.ts'

const discord = { name: 'discord' } as const
const calledHere = (called: string) =>
  readNames([
    discord,
    {
      name: 'slack',
      serverNames: async () => (server) => (server === 'T1' ? called : undefined),
    },
  ])

describe('a server’s name', () => {
  test.each([
    ['is as its admins wrote it', 'Shanty Town ⚓', 'Shanty Town ⚓'],
    ['stands on one line', ' Shanty\r\n\tTown\u2028Two ', 'Shanty Town Two'],
    ['can’t reorder what stands beside it', 'Shanty\u202E Town\u2066', 'Shanty Town'],
    ['is none if nobody can see it', '\u200B \u{E0001}\n', undefined],
  ])('%s', async (_, called, name) => {
    expect((await calledHere(called))('slack:T1')).toBe(name)
  })

  test('isn’t known of other servers, or of a chat that knows none', async () => {
    const nameOf = await calledHere('Shanty Town')
    expect(['slack:T2', 'discord:T1', 'slack:@T1/U1', 'T1', ''].map(nameOf)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ])
  })

  test('isn’t known without Redis, and other chats’ names are', async () => {
    const away = new AppError('store_unavailable', 'away', { retryable: true })
    const nameOf = await readNames([
      { name: 'slack', serverNames: () => Promise.reject(away) },
      { name: 'discord', serverNames: async () => () => 'Shanty Town' },
    ])
    expect([nameOf('slack:T1'), nameOf('discord:1')]).toEqual([undefined, 'Shanty Town'])
  })
})
