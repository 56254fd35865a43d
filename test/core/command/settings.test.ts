import { expect, test } from 'vitest'
import { defaultsIn } from '../../../src/core/command/settings.ts'

test('the values for a name are those of the member, of the channel and of the server, in that order', () => {
  const defaults = { server: { cover: true, voice: 'a' }, channel: { voice: 'b' }, member: { cover: false } }
  expect(defaultsIn(defaults, ['cover'])).toEqual([
    { name: 'cover', value: false, owner: 'member' },
    { name: 'cover', value: true, owner: 'server' },
  ])
  expect(defaultsIn(defaults, ['voice']).map(({ value }) => value)).toEqual(['b', 'a'])
  expect(defaultsIn(defaults, ['model'])).toEqual([])
})
