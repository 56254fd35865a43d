import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { music } from '../../../src/commands/features/music.ts'
import { remix } from '../../../src/commands/features/remix.ts'
import { tts } from '../../../src/commands/features/tts.ts'
import { voice } from '../../../src/commands/features/voice.ts'
import type { Answer } from '../../../src/core/command/answer.ts'
import type { Feature } from '../../../src/core/command/feature.ts'
import { defaultsIn, noSettings, type SettingsHere } from '../../../src/core/command/settings.ts'
import type { Lists } from '../../../src/core/command/suggest.ts'
import type { Choice, RawValues } from '../../../src/core/fields/field.ts'
import { fillIn, leftOutTexts, shownDefaults, takenFromForm } from '../../../src/jobs/request/defaults.ts'
import { type RequestDeps, requestFeature } from '../../../src/jobs/request/request.ts'
import { invocation, target } from '../../support/commands/invocation.ts'
import { listsWith } from '../../support/commands/lists.ts'
import { type JobWorld, openJobWorld } from '../../support/jobs/job-world.ts'

const voices = [
  { value: 'voice-7', label: 'Grandma Ada' },
  { value: 'voice-8', label: 'Bob' },
]
const lists = listsWith({ voices: () => Promise.resolve(voices) })

type Set = Partial<SettingsHere['defaults']>

const filled = async (feature: Feature, given: RawValues, set: Set, known = lists) =>
  fillIn(feature, given, defaultsIn({ ...noSettings.defaults, ...set }), { lists: known, asker: target() })

describe('what a request leaves out is filled in', () => {
  test.each<[string, Feature, RawValues, Set, RawValues]>([
    [
      'from the nearest that says something',
      music,
      { prompt: 'x' },
      {
        member: { voice: 'voice-7' },
        channel: { voice: 'voice-8', model: 'v7' },
        server: { cover: true, model: 'v6', voice: 'voice-8' },
      },
      { prompt: 'x', voice: 'voice-7', model: 'v7', cover: true },
    ],
    [
      'never over what was given, also where that is no',
      music,
      { prompt: 'x', cover: false, voice: 'voice-8' },
      { member: { voice: 'voice-7', cover: true } },
      { prompt: 'x', cover: false, voice: 'voice-8' },
    ],
    [
      'where an input was emptied',
      music,
      { prompt: 'x', voice: undefined },
      { member: { voice: 'voice-7' } },
      { prompt: 'x', voice: 'voice-7' },
    ],
    [
      'only where the feature has the field',
      remix,
      { clip: { kind: 'link', url: 'https://a.example/b.mp3' }, prompt: 'x' },
      { member: { voice: 'voice-7', model: 'v7', cover: true } },
      { clip: { kind: 'link', url: 'https://a.example/b.mp3' }, prompt: 'x', cover: true },
    ],
    [
      'not with a voice where nobody sings',
      music,
      { prompt: 'x', instrumental: true },
      { member: { voice: 'voice-7', cover: true } },
      { prompt: 'x', instrumental: true, cover: true },
    ],
    [
      'not with a voice beside the sample of one',
      tts,
      { text: 'x', sample: 'https://a.example/b.mp3' },
      { member: { voice: 'voice-7' } },
      { text: 'x', sample: 'https://a.example/b.mp3' },
    ],
    [
      'not with a voice where it is only said how one sounds',
      tts,
      { text: 'x', gender: 'male' },
      { server: { voice: 'voice-7' } },
      { text: 'x', gender: 'male' },
    ],
    [
      'from further away where the nearest is none of the choices any more',
      music,
      { prompt: 'x' },
      { member: { model: 'v1', voice: 'gone' }, server: { model: 'v6', voice: 'voice-8' } },
      { prompt: 'x', model: 'v6', voice: 'voice-8' },
    ],
    [
      'not at all where the request is refused anyway',
      music,
      { prompt: '' },
      { member: { voice: 'voice-7' } },
      { prompt: '' },
    ],
  ])('%s', async (_, feature, given, set, values) => {
    expect((await filled(feature, given, set)).values).toEqual(values)
  })
})

const uuid = '425af678-8475-4fe4-ae45-80211842cef4'
const [gone, unknown] = ["because it's no longer available", 'because the list is still loading']

describe('a default voice', () => {
  const viggo = { value: uuid, label: 'Viggo Hale 20' }
  const whole = lists
  const nothing = listsWith({})
  /** The first voices of a list; a search finds these, or cannot be made. */
  const partWith = (...found: readonly Choice[]) =>
    listsWith({
      voices: async (_, typed) => ({
        choices: typed === undefined ? voices : [...voices, ...found],
        isPart: typed === undefined,
      }),
    })
  const part = listsWith({ voices: async () => ({ choices: voices, isPart: true }) })

  test.each<[string, Lists, string, string | undefined, string | undefined]>([
    ['counts where the list has it', whole, 'voice-8', 'voice-8', undefined],
    ['counts while nothing is known of the list', nothing, 'voice-9', 'voice-9', undefined],
    ['counts while a part of the list does not have it', part, uuid, uuid, undefined],
    ['counts while a part of the list has it', part, 'voice-8', 'voice-8', undefined],
    ['counts by a short id that no search finds', partWith(), 'voice-9', 'voice-9', undefined],
    ['is found by a name that was kept for it', whole, 'grandma ada', 'voice-7', undefined],
    ['is searched for by a name that was kept for it', partWith(viggo), 'Viggo Hale 20', uuid, undefined],
    ['is left out and told of when the list has it no more', whole, uuid, undefined, gone],
    ['is left out and told of when the list has none of its name', whole, 'Vigo Hail', undefined, gone],
    ['is left out and told of when no search finds its name', partWith(), 'Vigo Hail', undefined, gone],
    ['is no other whose name begins so', whole, 'Grandma', undefined, gone],
    ['is left out and told of while its name cannot be looked up', part, 'Viggo Hale 20', undefined, unknown],
  ])('%s', async (_, known, kept, used, told) => {
    const result = await filled(tts, { text: 'x' }, { member: { voice: kept } }, known)
    expect(result.values).toEqual({ text: 'x', ...(used !== undefined && { voice: used }) })
    expect(result.used.map(({ value }) => value)).toEqual(used === undefined ? [] : [used])
    expect(leftOutTexts(tts, result)).toEqual(
      told === undefined ? [] : [expect.stringContaining(`"${kept}", ${told}`)],
    )
  })

  test.each([
    ['member', '/settings mine'],
    ['channel', '/settings channel'],
    ['server', '/settings server'],
  ] as const)(
    'of the %s that is gone can be changed with the command that is named',
    async (owner, command) => {
      const result = await filled(tts, { text: 'x' }, { [owner]: { voice: uuid } })
      expect(leftOutTexts(tts, result)).toEqual([
        expect.stringMatching(new RegExp(`[Cc]hange it with ${command}\\.$`)),
      ])
    },
  )

  test('that is gone gives way to that of others here, and is told of', async () => {
    const set = { member: { voice: uuid }, server: { voice: 'voice-8' } }
    const result = await filled(tts, { text: 'x' }, set)
    expect(result.values).toEqual({ text: 'x', voice: 'voice-8' })
    expect(leftOutTexts(tts, result)).toEqual([expect.stringContaining('I left out your default for Voice')])
  })

  test.each<[string, Feature, RawValues]>([
    ['is of no use here', remix, { clip: { kind: 'link', url: 'https://a.example/b.mp3' }, prompt: 'x' }],
    ['was not needed', tts, { text: 'x', voice: 'voice-8' }],
  ])('that is gone is not told of where it %s', async (_, feature, given) => {
    const result = await filled(feature, given, { member: { voice: uuid } })
    expect(leftOutTexts(feature, result)).toEqual([])
  })
})

describe('a form', () => {
  const set: SettingsHere['defaults'] = {
    member: { voice: 'voice-8' },
    channel: {},
    server: { voice: 'voice-7', cover: true, model: 'v7' },
  }
  const defaults = defaultsIn(set)

  test('shows the nearest defaults for what was left out, by their names', async () => {
    const shown = await shownDefaults(music.fields, { values: { model: 'v6' }, defaults }, lists, target())
    expect(shown).toEqual({ voice: 'Bob', cover: true })
  })

  test('shows none for what the feature does not have', async () => {
    expect(await shownDefaults(voice.fields, { values: {}, defaults }, lists, target())).toEqual({
      voice: 'Bob',
    })
  })

  const shown = { voice: 'Bob', cover: true, model: 'v7' }
  const left = (...names: string[]) => defaults.filter(({ name }) => names.includes(name))

  test.each<[string, Feature, RawValues, RawValues, readonly string[]]>([
    [
      'leaves a default that came back as it was a default',
      music,
      { prompt: 'x', voice: 'Bob', cover: true },
      { prompt: 'x' },
      ['voice', 'cover', 'model'],
    ],
    [
      'takes a switch that was turned off for a no',
      music,
      { cover: false },
      { cover: false },
      ['voice', 'model'],
    ],
    [
      'takes a switch that was not picked with others for a no',
      music,
      { cover: undefined },
      { cover: false },
      ['voice', 'model'],
    ],
    [
      'takes an emptied input for none',
      music,
      { voice: undefined },
      { voice: undefined },
      ['cover', 'model'],
    ],
    ['takes another value for that', music, { model: 'v6' }, { model: 'v6' }, ['voice', 'cover']],
    ['gives what is needed anyway', voice, { voice: 'Bob' }, { voice: 'Bob' }, ['cover', 'model']],
    ['leaves alone what it did not show', music, { title: 'y' }, { title: 'y' }, ['voice', 'cover', 'model']],
  ])('that is sent %s', (_, { fields }, brought, values, names) => {
    expect(takenFromForm(fields, { values: {}, defaults, shown }, brought)).toEqual({
      values,
      defaults: left(...names),
    })
  })
})

const withDefaults = ({ requestDeps }: JobWorld, defaults: SettingsHere['defaults']): RequestDeps => ({
  ...requestDeps,
  lookAtSettings: () => Promise.resolve({ ...noSettings, defaults }),
})

describe('a request with defaults', () => {
  let world: JobWorld
  beforeEach(async () => {
    world = await openJobWorld()
  })
  afterEach(() => world.close())

  const defaults: SettingsHere['defaults'] = {
    member: { voice: 'voice-7' },
    channel: { cover: true },
    server: { model: 'v7' },
  }
  const ask = (values: RawValues = { prompt: 'x' }, set = defaults, eventId = 'event-1'): Promise<Answer> => {
    world.service.sing(voices)
    return requestFeature(withDefaults(world, set), music, invocation({ values, eventId }))
  }
  const jobOf = (answer: Answer) => {
    if (answer.kind !== 'accepted') throw new Error(answer.message.text)
    return world.job(answer.jobId)
  }

  test('says which were used and whose they are, holds for them, and keeps them in its record', async () => {
    const answer = await ask()
    expect(answer.message.blocks[0]).toEqual({
      kind: 'line',
      facts: [
        { label: '', value: '“x”' },
        { label: 'Voice', value: 'Grandma Ada (your default)' },
        { label: 'Model', value: "v7 (everyone's default)" },
        { label: 'Cover', value: "yes (this channel's default)" },
        { label: 'Reserved', value: expect.stringMatching(/^up to /) },
        { label: 'Left', value: expect.any(String) },
      ],
    })
    const job = await jobOf(answer)
    const values = { prompt: 'x', voice: 'voice-7', model: 'v7', cover: true }
    expect(job.values).toEqual(values)
    const given = await jobOf(await ask(values, noSettings.defaults, 'event-2'))
    const plain = await jobOf(await ask({ prompt: 'x' }, noSettings.defaults, 'event-3'))
    expect(job.held).toBe(given.held)
    expect(job.held).not.toBe(plain.held)
  })

  test('that comes twice is one, also when other defaults were set meanwhile', async () => {
    const first = await ask()
    const again = await ask({ prompt: 'x' }, { ...defaults, member: { voice: 'voice-8' } })
    expect(again).toMatchObject({ isRepeat: true, jobId: first.kind === 'accepted' && first.jobId })
    const other = await ask({ prompt: 'y' })
    expect(other.message.text).toContain('You already sent this with different values')
  })
})

test('a default that does not go with the rest is left out by name, one that is of no use here in silence', async () => {
  const set = { member: { model: 'v7', voice: 'voice-7' } } as const
  const { leftOut, values } = await filled(music, { prompt: 'x', takes: '1' }, set)
  expect({ leftOut, values }).toEqual({
    leftOut: ['model'],
    values: { prompt: 'x', takes: '1', voice: 'voice-7' },
  })
  const near = { member: { model: 'v7' }, server: { model: 'v6' } } as const
  expect((await filled(music, { prompt: 'x' }, near)).leftOut).toEqual([])
  expect((await filled(tts, { text: 'x' }, { member: { model: 'v7' } })).leftOut).toEqual([])
})

test('the member who asks is told of a default that is left out', async () => {
  const world = await openJobWorld()
  const asked = invocation({ command: 'music', values: { prompt: 'x', takes: '1' } })
  const deps = withDefaults(world, { ...noSettings.defaults, member: { model: 'v7' } })
  const { message } = await requestFeature(deps, music, asked)
  expect(message.blocks).toContainEqual({
    kind: 'note',
    text: "I left out the default for Model, because it doesn't fit this request.",
  })
  world.close()
})
