import { expect, test } from 'vitest'
import { defaultsIn, mayAskIn } from '../../../src/core/command/settings.ts'

test.each([
  ['everywhere, where nothing is said', [], [], true],
  ['where it is allowed', ['here', 'there'], [], true],
  ['not where others are allowed', ['there'], [], false],
  ['not where it is refused', [], ['here'], false],
  ['where others are refused', [], ['there'], true],
  ['not where others are allowed and others refused', ['there'], ['elsewhere'], false],
])('members may ask %s', (_, allowed, refused, may) => {
  expect(mayAskIn({ allowed, refused }, 'here')).toBe(may)
})

test('the values for a name are those of the member, of the channel and of the server, in that order', () => {
  const defaults = { server: { cover: true, voice: 'a' }, channel: { voice: 'b' }, member: { cover: false } }
  expect(defaultsIn(defaults, ['cover'])).toEqual([
    { name: 'cover', value: false, owner: 'member' },
    { name: 'cover', value: true, owner: 'server' },
  ])
  expect(defaultsIn(defaults, ['voice']).map(({ value }) => value)).toEqual(['b', 'a'])
  expect(defaultsIn(defaults, ['model'])).toEqual([])
})
