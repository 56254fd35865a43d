import { expect, test } from 'vitest'
import {
  type ChannelKind,
  defaultsIn,
  hasChannelRules,
  verdictOn,
  type Whereabouts,
} from '../../../src/core/command/settings.ts'

test.each([
  ['everywhere, where nothing is said', [], [], 'allowed'],
  ['where it is allowed', ['here', 'there'], [], 'allowed'],
  ['not where others are allowed', ['there'], [], 'not_listed'],
  ['not where it is refused', [], ['here'], 'refused'],
  ['where others are refused', [], ['there'], 'allowed'],
  ['not where others are allowed and others refused', ['there'], ['elsewhere'], 'not_listed'],
])('members may ask %s', (_, allowed, refused, status) => {
  for (const kinds of [undefined, [], ['age_restricted'], ['announcement']] as const)
    expect(verdictOn({ allowed, refused, kinds: {} }, 'here', kinds)).toEqual({ status })
})

const adult: readonly ChannelKind[] = ['age_restricted']
const news: readonly ChannelKind[] = ['announcement']
const both: readonly ChannelKind[] = ['age_restricted', 'announcement']

interface KindRow {
  what: string
  where: Partial<Whereabouts>
  /** The kinds of the channel "here". */
  own: readonly ChannelKind[] | undefined
  verdict: ReturnType<typeof verdictOn>
}

test.each<KindRow>([
  {
    what: 'a refused kind is refused by its name',
    where: { kinds: { age_restricted: 'refuse' } },
    own: adult,
    verdict: { status: 'kind_refused', kind: 'age_restricted' },
  },
  {
    what: 'another kind is not refused with it',
    where: { kinds: { age_restricted: 'refuse' } },
    own: news,
    verdict: { status: 'allowed' },
  },
  {
    what: 'a channel of no kind is not refused with it',
    where: { kinds: { age_restricted: 'refuse', announcement: 'refuse' } },
    own: [],
    verdict: { status: 'allowed' },
  },
  {
    what: 'one refused kind is enough',
    where: { kinds: { age_restricted: 'allow', announcement: 'refuse' } },
    own: both,
    verdict: { status: 'kind_refused', kind: 'announcement' },
  },
  {
    what: 'an allowed kind is allowed',
    where: { kinds: { announcement: 'allow' } },
    own: news,
    verdict: { status: 'allowed' },
  },
  {
    what: 'an allowed kind leaves out the others',
    where: { kinds: { announcement: 'allow' } },
    own: [],
    verdict: { status: 'not_listed' },
  },
  {
    what: 'an allowed kind is allowed beside allowed channels',
    where: { allowed: ['there'], kinds: { announcement: 'allow' } },
    own: news,
    verdict: { status: 'allowed' },
  },
  {
    what: 'a channel allowed by name is allowed although its kind is refused',
    where: { allowed: ['here'], kinds: { age_restricted: 'refuse' } },
    own: adult,
    verdict: { status: 'allowed' },
  },
  {
    what: 'a channel refused by name is refused although its kind is allowed',
    where: { refused: ['here'], kinds: { announcement: 'allow' } },
    own: news,
    verdict: { status: 'refused' },
  },
  {
    what: 'unknown kinds are as good as refused',
    where: { kinds: { announcement: 'refuse' } },
    own: undefined,
    verdict: { status: 'unknown' },
  },
  {
    what: 'unknown kinds do not matter to a channel that is allowed by name',
    where: { allowed: ['here'], kinds: { announcement: 'refuse' } },
    own: undefined,
    verdict: { status: 'allowed' },
  },
])('$what', ({ where, own, verdict }) => {
  expect(verdictOn({ allowed: [], refused: [], kinds: {}, ...where }, 'here', own)).toEqual(verdict)
})

test.each([
  [{ allowed: [], refused: [], kinds: {} }, false],
  [{ allowed: ['here'], refused: [], kinds: {} }, true],
  [{ allowed: [], refused: ['here'], kinds: {} }, true],
  [{ allowed: [], refused: [], kinds: { announcement: 'refuse' } }, true],
] as const)('whether %j has rules is %s', (where, has) => {
  expect(hasChannelRules(where)).toBe(has)
})

test.each<
  [
    string,
    Record<'member' | 'channel' | 'server', boolean | undefined>,
    readonly (readonly [boolean, string])[],
  ]
>([
  ['of nobody', { member: undefined, channel: undefined, server: undefined }, []],
  ['of a member', { member: true, channel: undefined, server: undefined }, [[true, 'member']]],
  [
    'of a member where the server has none',
    { member: true, channel: undefined, server: false },
    [
      [true, 'member'],
      [false, 'server'],
    ],
  ],
  [
    'of a server, which a member wants to lift',
    { member: false, channel: undefined, server: true },
    [[true, 'server']],
  ],
  [
    'of a channel, which a member wants to lift',
    { member: false, channel: true, server: undefined },
    [[true, 'channel']],
  ],
  [
    'of a server, which a channel lifts',
    { member: undefined, channel: false, server: true },
    [
      [false, 'channel'],
      [true, 'server'],
    ],
  ],
])('the spoiler %s: admins’ binds members', (_, values, expected) => {
  const ofOwner = (value: boolean | undefined) => (value === undefined ? {} : { spoiler: value })
  const { member, channel, server } = values
  const defaults = { member: ofOwner(member), channel: ofOwner(channel), server: ofOwner(server) }
  expect(defaultsIn(defaults, ['spoiler']).map(({ value, owner }) => [value, owner])).toEqual(expected)
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
