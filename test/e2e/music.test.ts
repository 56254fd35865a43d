import { afterAll, beforeAll, expect, test } from 'vitest'
import type { World } from '../../sandbox/world/world.ts'
import { expectMarked } from '../support/sandbox/marked.ts'
import { createPeople, type People } from '../support/sandbox/people.ts'
import { expectRefusals } from '../support/sandbox/strict.ts'
import { startStrictWorld } from '../support/sandbox/strict-world.ts'
import { createStudioClient } from '../support/service/studio-client.ts'

let world: World
let people: People
let studio: ReturnType<typeof createStudioClient>
let admin: string
let member: string

beforeAll(async () => {
  // Long enough for both takes to reach their lyrics.
  world = await startStrictWorld({ bot: { platforms: ['discord'] }, musicSeconds: 8 })
  people = createPeople(world.addresses)
  studio = createStudioClient(world.addresses.studio)
  admin = world.addresses.discord.adminId
  member = world.addresses.discord.memberId
})

afterAll(() => world.stop())

const used = async (): Promise<number> => {
  const since = await people.latest(admin)
  await people.uses(admin, '/budget show')
  const { text } = await people.sees(admin, /credits left here/, since)
  expect(text).not.toContain('In progress')
  return Number(/Used: ([\d.]+)/.exec(text)?.[1])
}

test('a server without credits is told who can give it some', async () => {
  await people.uses(member, '/music', { prompt: 'a hymn to garbage collection' })
  const { text, seenBy } = await people.sees(member, 'No credits here yet')
  expect(text).toContain('/budget limit')
  expect(text).toContain('Nothing was charged')
  expect(seenBy).toBe(member)
})

test('a member who may not manage the server cannot see or set the budget', async () => {
  expect(await people.uses(member, '/budget limit', { credits: 100 })).toMatch(/offers no command/)
})

test('every option reaches the service, and both takes, the cover and the lyrics reach the channel', async () => {
  await people.allows(admin, 5)
  const [voice] = await voicesLike('a')
  await people.uses(member, '/music', {
    prompt: 'a waltz about two compilers in love',
    style: 'waltz',
    title: 'Two Passes',
    lyrics: 'First pass, second pass\nhold me in your tree',
    gender: 'female',
    voice,
    cover: true,
    timestamps: true,
    model: 'v7-pro',
  })
  const song = await people.sees(member, /Made with AI/)
  expect(song.seenBy).toBe('all')
  expect(song.text).toContain('Two Passes')
  const kinds = song.files.map(({ contentType }) => contentType.split(';')[0])
  const texts = ['text/plain', 'text/plain', 'text/plain']
  expect(kinds.sort()).toEqual(['audio/mpeg', 'audio/mpeg', ...texts])
  const forPlayers = song.files.filter(({ name }) => name.endsWith('.lrc'))
  expect(forPlayers.map(({ name }) => name)).toEqual(['lyrics-take-1.lrc', 'lyrics-take-2.lrc'])
  expect(await (await fetch(forPlayers[0]?.url ?? '')).text()).toMatch(/\[00:\d\d\.\d\d\] ?First pass/)
  expect(song.images).toHaveLength(1)
  expect(song.text).toContain('Made with AI')
  await expectMarked(song, { model: 'v7-pro' })
  const lyrics = song.files.find(({ name }) => name === 'lyrics.txt')
  expect(await (await fetch(lyrics?.url ?? '')).text()).toMatch(/\[0:\d\d\] First pass/)
})

test('styles, and what earlier songs are called, are suggested while somebody types', async () => {
  const suggested = async (option: string, typed: string) =>
    (await people.suggestions(member, '/music', option, typed)).map(({ value }) => value)
  expect(await suggested('style', 'bos')).toEqual(['bossa nova'])
  expect(await suggested('title', 'two')).toContain('Two Passes')
})

const voicesLike = async (typed: string): Promise<string[]> => {
  const choices = await people.suggestions(member, '/music', 'voice', typed)
  expect(choices.length).toBeGreaterThan(0)
  return choices.map(({ value }) => String(value))
}

test('a text is read aloud, for a price of its own', async () => {
  const before = await used()
  await people.uses(member, '/tts', { text: 'The linker sails at dawn.', gender: 'female' })
  const reading = await people.sees(member, /The linker sails at dawn\.[\s\S]*Made with AI/)
  expect(reading.text).toContain('The linker sails at dawn.')
  expect(reading.files.map(({ name, contentType }) => [name, contentType])).toEqual([
    ['The-linker-sails-at-dawn.mp3', 'audio/mpeg'],
  ])
  expect((await used()) - before).toBeCloseTo(0.01, 6) // what the studio bills for every hundred words begun
})

test('a voice that nobody has is refused by name before anything is spent', async () => {
  const before = await used()
  await people.uses(member, '/music', { prompt: 'a round', voice: 'Nobody In Particular' })
  expect((await people.sees(member, /^Voice:/)).text).toContain('no match')
  expect(await used()).toBe(before)
})

test('options that exclude each other are named', async () => {
  await people.uses(member, '/music', { prompt: 'a march', instrumental: true, vocals_only: true })
  expect((await people.sees(member, 'Instrumental songs have no singing')).text).toContain('Vocals only')
})

test.each([
  {
    what: 'fails in the end',
    plan: { fail: 'The choir went on strike' },
    says: 'The choir went on strike',
    refused: [],
  },
  {
    what: 'refuses the request',
    plan: { refuse: 422 },
    says: 'refused the request',
    refused: [/^refused .*: 422 /],
  },
])('when the service $what, the hold is released and the member is told', async ({ plan, says, refused }) => {
  expectRefusals(...refused)
  const before = await used()
  await studio.plan(plan)
  await people.uses(member, '/music', { prompt: 'a dirge for nobody' })
  const { text } = await people.sees(member, says)
  expect(text).toContain('Nothing was charged')
  expect(await used()).toBe(before)
})

test('where the bot may not post, the member is told what is missing, and nothing is held', async () => {
  const before = await used()
  const { channelIds } = world.addresses.discord
  await people.uses(member, '/music', { prompt: 'a whisper' }, channelIds.at(-1))
  expect((await people.sees(member, "I can't post results here")).text).toMatch(/Send Messages|Attach Files/)
  expect(await used()).toBe(before)
})

test('a request over the budget is refused with the credits left and the reset date', async () => {
  await people.allows(admin, Number(((await used()) + 0.05).toFixed(6)))
  await people.uses(member, '/music', { prompt: 'an opera' })
  const { text } = await people.sees(member, 'Not enough credits')
  expect(text).toContain('0.05 left here')
  expect(text).toMatch(/Resets: /)
  expect(text).toContain('Nothing was charged')
})

test('help names every command that the asker may use', async () => {
  await people.uses(member, '/help')
  const forMember = (await people.sees(member, 'I make songs')).text
  expect(forMember).toContain('/music')
  expect(forMember).not.toContain('/budget')
  await people.uses(admin, '/help')
  expect((await people.sees(admin, 'I make songs')).text).toContain('/budget')
})

test('when the operator has no credits left at the service, nothing is charged, and the next member and the operator are told at once', async () => {
  expectRefusals(/^refused .*: 402 /)
  await people.allows(admin, 100)
  const before = await used()
  await studio.plan({ refuse: 402 })
  await people.uses(member, '/music', { prompt: 'a dirge for an empty purse' })
  const first = await people.sees(member, 'is out of credit')
  await people.uses(member, '/music', { prompt: 'a second dirge' })
  const second = await people.sees(member, 'is out of credit', first.id)
  for (const { text } of [first, second]) expect(text).toContain('Nothing was charged')
  expect(await used()).toBe(before)
  const health = await fetch(`${world.addresses.bot?.httpUrl}/health/ready`)
  expect(await health.json()).toMatchObject({
    status: 'ready',
    problems: [{ name: 'audio service', problem: expect.stringContaining('needs a top-up') }],
  })
})
