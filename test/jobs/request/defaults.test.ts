import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { music } from '../../../src/commands/features/music.ts'
import { remix } from '../../../src/commands/features/remix.ts'
import { tts } from '../../../src/commands/features/tts.ts'
import { voice } from '../../../src/commands/features/voice.ts'
import type { Answer } from '../../../src/core/command/answer.ts'
import type { Feature } from '../../../src/core/command/feature.ts'
import { defaultsIn, noSettings, type SettingsHere } from '../../../src/core/command/settings.ts'
import type { RawValues } from '../../../src/core/fields/field.ts'
import { fillIn, shownDefaults, takenFromForm } from '../../../src/jobs/request/defaults.ts'
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

  test('with a voice while nobody knows which there are', async () => {
    const { values } = await filled(music, { prompt: 'x' }, { member: { voice: 'gone' } }, listsWith({}))
    expect(values).toEqual({ prompt: 'x', voice: 'gone' })
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
      kind: 'facts',
      facts: [
        { label: 'Voice', value: 'Grandma Ada (your default)' },
        { label: 'Model', value: 'v7 (the default of all here)' },
        { label: 'Cover', value: 'yes (the default of this channel)' },
        { label: 'Held', value: expect.stringMatching(/^at most /) },
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
    expect(other.message.text).toContain('You asked for this before with other contents')
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

test('whoever asks is told of a default that is left out', async () => {
  const world = await openJobWorld()
  const asked = invocation({ command: 'music', values: { prompt: 'x', takes: '1' } })
  const deps = withDefaults(world, { ...noSettings.defaults, member: { model: 'v7' } })
  const { message } = await requestFeature(deps, music, asked)
  expect(message.blocks).toContainEqual({
    kind: 'note',
    text: 'The default for Model does not go with the rest of this request, so it is left out.',
  })
  world.close()
})
