import { describe, expect, test } from 'vitest'
import { voicesCommand } from '../../../src/commands/voices/voices.ts'
import type { Answer, Asks } from '../../../src/core/command/answer.ts'
import { actionNamed, readyUtility } from '../../../src/core/command/command.ts'
import type { Invocation } from '../../../src/core/command/invocation.ts'
import { noSettings, type SettingsHere } from '../../../src/core/command/settings.ts'
import type { VoiceSample } from '../../../src/core/command/voice-samples.ts'
import { sampleText } from '../../../src/core/command/voice-samples.ts'
import type { KnownVoices } from '../../../src/core/command/voices.ts'
import type { Choice, RawValues } from '../../../src/core/fields/field.ts'
import { filePrices } from '../../support/commands/commands.ts'
import { invocation } from '../../support/commands/invocation.ts'
import { listsWith } from '../../support/commands/lists.ts'

const nowMs = Date.UTC(2026, 5, 1)
const voicesUpTo = (count: number): readonly Choice[] =>
  Array.from({ length: count }, (_, index) => ({ value: `id-${index + 1}`, label: `Voice ${index + 1}` }))

interface World {
  voices?: readonly Choice[] | undefined
  isOld?: boolean
  nextTryMs?: undefined
  isPart?: true
  /** What is known with what the service finds under a name. */
  found?: readonly Choice[]
  /** Whether a name cannot be looked up now. */
  isUnknown?: true
  defaults?: Partial<SettingsHere['defaults']>
  /** Samples that were paid for. */
  samples?: Readonly<Record<string, VoiceSample>>
}

const answerTo = async (values: RawValues, options: World = {}, press?: string): Promise<Answer | Asks> => {
  const { isOld = false, defaults = {}, samples = {} } = options
  const voices = 'voices' in options ? options.voices : voicesUpTo(23)
  const list: KnownVoices = {
    known: voices && {
      voices,
      atMs: nowMs - 3 * 60 * 60_000,
      ...(options.isPart && { isPart: true as const }),
    },
    isOld,
    nextTryMs: 'nextTryMs' in options ? options.nextTryMs : nowMs + 30_000,
  }
  const command = readyUtility(voicesCommand, {
    voiceList: { read: () => Promise.resolve(list) },
    lists: listsWith({
      voices: () =>
        Promise.resolve({ choices: options.found ?? voices ?? [], isPart: options.isUnknown === true }),
    }),
    settings: {
      read: () => Promise.resolve({ ...noSettings, defaults: { ...noSettings.defaults, ...defaults } }),
    },
    voiceSamples: {
      read: (voice) => Promise.resolve(samples[voice]),
      sampled: () => Promise.resolve(new Set(Object.keys(samples))),
    },
    prices: filePrices,
    now: () => nowMs,
  })
  const asked: Partial<Invocation> = {
    command: 'voices',
    action: undefined,
    values,
    ...(press !== undefined && { press }),
  }
  const answer = await actionNamed(command, undefined)?.run(invocation(asked))
  if (answer === undefined) throw new Error('no answer')
  return answer
}

const ask = async (...asked: Parameters<typeof answerTo>): Promise<Answer> => {
  const answer = await answerTo(...asked)
  if (answer.kind === 'asks') throw new Error('no answer')
  return answer
}

const seen = async (values: RawValues = {}, options: World = {}) => {
  const { message } = await ask(values, options)
  const groups = message.blocks.flatMap((block) => (block.kind === 'buttons' ? block : []))
  const buttons = groups.flatMap((group) => [...group.buttons, ...(group.more ?? [])])
  return {
    ...message,
    facts: message.blocks.flatMap((block) => (block.kind === 'facts' ? block.facts : [])),
    notes: message.blocks.flatMap((block) => (block.kind === 'note' ? [block.text] : [])),
    labels: buttons.map(({ label }) => label).filter((label) => !label.startsWith('Hear ')),
    heard: buttons.map(({ label }) => label).filter((label) => label.startsWith('Hear ')),
    commandLink: (wanted: string) => buttons.find(({ label }) => label === wanted)?.commandLink,
  }
}

const named = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => `Use Voice ${first + index}`)

const labelsOf = (first: number, last: number) => named(first, last).map((label) => label.replace('Use ', ''))

describe('/voices', () => {
  test('shows ten voices, only to the member who asks', async () => {
    const { text, facts, labels, notes } = await seen()
    expect(text).toMatch(/^23 voices, page 1 of 3\.(\n|$)/)
    expect(facts).toEqual([])
    expect(labels).toEqual([...named(1, 10), 'Next'])
    expect(notes).toEqual([labelsOf(1, 10).join(' · ')])
    expect(await ask({})).toMatchObject({ seenBy: 'member' })
  })

  test('says while a long list is read that there is more to come', async () => {
    const { text, labels } = await seen({}, { isPart: true })
    expect(text).toMatch(/^23 voices so far, page 1 of 3\. Still loading\.(\n|$)/)
    expect(labels).toEqual([...named(1, 10), 'Next'])
  })

  test('has the voices that the service finds by a name, while the list is read', async () => {
    const found = [...voicesUpTo(23), { value: 'id-elvis', label: 'Elvis' }]
    const { text, labels } = await seen({ name: 'elv' }, { isPart: true, found })
    expect(text).toMatch(/^1 matching voice, page 1 of 1\.(\n|$)/)
    expect(labels).toEqual(['Use Elvis'])
  })

  test('has buttons for a single voice, and two menus for several', async () => {
    const elvis = { value: 'id-elvis', label: 'Elvis' }
    const inMenus = async (values: RawValues) => {
      const { blocks } = await seen(values, { voices: [...voicesUpTo(3), elvis] })
      return blocks.flatMap((block) => (block.kind === 'buttons' ? [block.more ?? []] : []))
    }
    expect(await inMenus({ name: 'elvis' })).toEqual([[]])
    const [toHear, toUse] = await inMenus({ name: 'voice' })
    expect(toHear?.map(({ label }) => label)).toEqual(expect.arrayContaining(['Hear Voice 2 (0.07 credits)']))
    expect(toUse?.map(({ label }) => label)).toEqual(['Use Voice 1', 'Use Voice 2', 'Use Voice 3'])
    const { commandLink } = await seen({ name: 'elvis' }, { voices: [...voicesUpTo(3), elvis] })
    expect(commandLink('Use Elvis')).toMatchObject({ action: 'mine', values: { voice: 'id-elvis' } })
  })

  test('has the one voice that was picked among the suggestions, also where others share its name', async () => {
    const twin = { value: 'id-twin', label: 'Voice 2' }
    const { text, labels } = await seen({ name: 'id-twin' }, { voices: [...voicesUpTo(3), twin] })
    expect(text).toMatch(/^1 matching voice, page 1 of 1\.(\n|$)/)
    expect(labels).toEqual(['Use Voice 2'])
  })

  test('counts no more than it found of a name that cannot be looked up now', async () => {
    const options = { isPart: true, isUnknown: true } as const
    expect((await seen({ name: 'voice 2' }, options)).text).toMatch(
      /^5 matching voices so far, page 1 of 1\. Still loading\.(\n|$)/,
    )
    expect(await seen({ name: 'elv' }, options)).toMatchObject({
      tone: 'failed',
      text: 'The list of voices is still loading. Try again in a minute.',
    })
  })

  test.each([
    ['1', [...named(1, 10), 'Next']],
    [' 2 ', [...named(11, 20), 'Previous', 'Next']],
    ['3', [...named(21, 23), 'Previous']],
  ])('has on page %s the buttons that lead on', async (page, labels) => {
    expect((await seen({ page })).labels).toEqual(labels)
  })

  test('tells voices of one name apart by their ids', async () => {
    const voices = [...voicesUpTo(12), { value: 'id-two', label: 'Voice 2' }]
    const shared = { label: 'Voice 2' }
    expect((await seen({}, { voices })).facts).toEqual([{ ...shared, value: 'id-2' }])
    expect((await seen({ page: '2' }, { voices })).facts).toEqual([{ ...shared, value: 'id-two' }])
  })

  test('finds voices by a part of their name, those that begin so first, and keeps to it on the next page', async () => {
    const voices = [...voicesUpTo(11), { value: 'x', label: 'The voice' }, { value: 'y', label: 'Bob' }]
    const first = await seen({ name: ' VOICE ' }, { voices })
    expect(first.text).toMatch(/^12 matching voices, page 1 of 2\.(\n|$)/)
    expect(first.commandLink('Next')).toEqual({
      command: 'voices',
      action: undefined,
      values: { name: 'VOICE', page: '2' },
    })
    expect((await seen({ name: 'VOICE', page: '2' }, { voices })).labels).toEqual([
      ...['Use Voice 11', 'Use The voice', 'Previous'],
    ])
  })

  test.each([
    ['page 2, by a button of page 1', { page: '2' }, 'a press', true],
    ['page 1, by a button of page 2', { page: '1' }, 'a press', true],
    ['page 2, typed', { page: '2' }, undefined, undefined],
    ['the first page, by a button of something else', {}, 'a press', undefined],
    ['a page that is not there any more, by a button', { page: '4' }, 'a press', undefined],
  ])('asked for %s, takes the place of the other page only where there is one', async (...row) => {
    const [, values, press, turnsPage] = row
    const answer = await ask(values, {}, press)
    expect('turnsPage' in answer ? answer.turnsPage : undefined).toBe(turnsPage)
  })

  test('that is not known takes the place of no page', async () => {
    expect(await ask({ page: '2' }, { voices: undefined }, 'a press')).not.toHaveProperty('turnsPage')
  })

  test('has a button for each voice that makes it the default of the member who presses', async () => {
    expect((await seen()).commandLink('Use Voice 7')).toEqual({
      command: 'settings',
      action: 'mine',
      values: { voice: 'id-7' },
    })
  })

  test.each([
    [{}, undefined],
    [{ member: { voice: 'id-21' } }, 'Your default voice here is Voice 21.'],
    [{ server: { voice: 'gone' } }, "Everyone's default voice here is gone."],
  ])('says what the default is now: %j', async (defaults, sentence) => {
    const price = "A voice's first sample costs up to 0.07 credits. After that it's free for everyone."
    const [, ...lines] = (await seen({}, { defaults })).text.split('\n')
    expect(lines).toEqual([...(sentence === undefined ? [] : [sentence]), price])
  })

  test('says how old the list is while the service is down', async () => {
    expect((await seen({}, { isOld: true })).notes.slice(1)).toEqual([
      "The audio service isn't answering. This is its list from 3 hours ago.",
    ])
  })

  test('says so where the list was never known, and when it is asked for again', async () => {
    const { text, facts, tone } = await seen({}, { voices: undefined, isOld: true })
    expect(text).toBe(
      "I don't have the list of voices yet: the audio service hasn't answered. Try again in a minute.",
    )
    expect(facts).toEqual([{ label: 'Next try', value: { atMs: nowMs + 30_000 } }])
    expect(tone).toBe('failed')
    expect((await seen({}, { voices: undefined, nextTryMs: undefined })).facts).toEqual([])
  })

  test.each([
    [{ name: 'qqq' }, 'No voice called "qqq". Browse with /voices.'],
    [{ page: '4' }, 'No more voices. Start again with /voices.'],
    [{ page: '0' }, 'Page must be a whole number from 1 to 999.\nNothing was changed.'],
    [{ page: 'two' }, 'Page must be a whole number from 1 to 999.\nNothing was changed.'],
  ])('%j finds none, and says what to do', async (values, text) => {
    expect((await seen(values)).text).toBe(text)
  })

  test('says so where the service has no voices', async () => {
    expect((await seen({}, { voices: [] })).text).toBe('The audio service has no voices to choose from.')
  })
})

describe('a voice is heard', () => {
  const ada = { extension: 'mp3', data: Uint8Array.from([1, 2, 3]) }

  test('by a button that says what its sample costs, or nothing once somebody has paid for it', async () => {
    const { heard, commandLink } = await seen({}, { voices: voicesUpTo(3), samples: { 'id-2': ada } })
    expect(heard).toEqual(['Hear Voice 1 (0.07 credits)', 'Hear Voice 2', 'Hear Voice 3 (0.07 credits)'])
    expect(commandLink('Hear Voice 2')).toEqual({
      command: 'voices',
      action: undefined,
      values: { hear: 'id-2' },
    })
  })

  test('with its price behind a name of any length', async () => {
    const { heard } = await seen({}, { voices: [{ value: 'id', label: 'x'.repeat(300) }] })
    expect(heard).toEqual([`Hear ${'x'.repeat(39)}… (0.07 credits)`])
  })

  test('for what its sample costs, by a request like any other, for the member alone', async () => {
    const { commandLink } = await seen()
    const { values = {} } = commandLink('Hear Voice 2 (0.07 credits)') ?? {}
    expect(values).toEqual({ hear: 'id-2', pay: '0.07' })
    expect(await answerTo(values)).toEqual({
      kind: 'asks',
      asked: { command: 'tts', values: { text: sampleText, voice: 'id-2', seen_by: 'me' } },
      edit: false,
      withoutDefaults: true,
      boundMax: 70_000,
      notes: { listed_voice: 'id-2' },
    })
  })

  test.each<[string, RawValues]>([
    ['no price was named', { hear: 'id-2' }],
    ['it costs more than was accepted', { hear: 'id-2', pay: '0.001' }],
  ])('only after the price was shown: %s', async (_, values) => {
    const { text, heard, commandLink } = await seen(values)
    expect(text).toBe('Nobody has paid for a sample of Voice 2 yet. It costs up to 0.07 credits.')
    expect(heard).toEqual(['Hear Voice 2 (0.07 credits)'])
    expect(commandLink('Hear Voice 2 (0.07 credits)')?.values).toEqual({ hear: 'id-2', pay: '0.07' })
  })

  test.each(['id-2', 'Voice 2', 'voice 2'])('for nothing, if it has a sample: %s', async (hear) => {
    const { text, blocks } = await seen({ hear }, { samples: { 'id-2': ada } })
    expect(text).toBe('This is Voice 2. Made with AI. Nothing was charged.')
    expect(blocks).toEqual([
      { kind: 'sound', name: 'Voice 2.mp3', title: 'Sample of Voice 2', data: ada.data },
    ])
  })

  test.each(['Elvis', 'id-99', '3f2c9a1e-5b7d-4a6f-9c8e-1d2b3a4f5e6d'])(
    'only if the service lists it, so that nobody hears one made of a clip: %s',
    async (hear) => {
      expect(await seen({ hear })).toMatchObject({
        tone: 'failed',
        text: `No voice called "${hear}". Browse with /voices.`,
      })
    },
  )

  test('later, if the list is still loading and lacks it', async () => {
    const options = { isPart: true, isUnknown: true } as const
    expect((await seen({ hear: 'Elvis' }, options)).text).toBe(
      'The list of voices is still loading. Try again in a minute.',
    )
  })

  test('by its id alone, if several share its name', async () => {
    const voices = [...voicesUpTo(2), { value: 'id-twin', label: 'Voice 2' }]
    expect((await seen({ hear: 'Voice 2' }, { voices })).tone).toBe('failed')
    expect(await answerTo({ hear: 'id-twin', pay: '1' }, { voices })).toMatchObject({ kind: 'asks' })
  })
})
