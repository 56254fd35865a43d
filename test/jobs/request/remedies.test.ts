import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { cut } from '../../../src/commands/features/cut.ts'
import { inpaint } from '../../../src/commands/features/inpaint.ts'
import { music } from '../../../src/commands/features/music.ts'
import { tts } from '../../../src/commands/features/tts.ts'
import { type Answer, formButtonOf, type Remedy, remedyText } from '../../../src/core/command/answer.ts'
import type { Invocation } from '../../../src/core/command/invocation.ts'
import { noSettings } from '../../../src/core/command/settings.ts'
import type { DispatchOptions } from '../../../src/jobs/request/dispatch.ts'
import { invocation, target } from '../../support/commands/invocation.ts'
import { listsWith } from '../../support/commands/lists.ts'
import { dispatchOver } from '../../support/jobs/dispatch-over.ts'
import { type JobWorld, openJobWorld } from '../../support/jobs/job-world.ts'
import { giveBudget } from '../../support/redis/store-world.ts'

let world: JobWorld

beforeEach(async () => {
  world = await openJobWorld()
})
afterEach(() => world.close())

const voices = [
  { value: 'id-ada', label: 'Ada' },
  { value: 'id-adam', label: 'Adam' },
  { value: 'id-bob', label: 'Bob' },
]
const lists = listsWith({ voices: () => Promise.resolve(voices) })

/** Each call is a process of its own, on the same Redis. */
const ask = (asked: Partial<Invocation>, overrides: Partial<DispatchOptions> = {}): Promise<Answer> => {
  const commands = [music, cut, inpaint, tts]
  const dispatch = dispatchOver(world, { ...world.requestDeps, lists, commands, ...overrides })
  return dispatch.answer(invocation({ command: 'music', ...asked }))
}

const remediesOf = (answer: Answer): readonly Remedy[] =>
  answer.kind === 'problems' ? (answer.remedies ?? []) : []

const labelsOf = (answer: Answer): readonly string[] =>
  remediesOf(answer).map((remedy) => remedyText(remedy, 80))

const remedy = (answer: Answer, label: string): Remedy => {
  const found = remediesOf(answer).find((one) => one.label === label)
  if (found === undefined) throw new Error(`no "${label}" among ${labelsOf(answer).join(', ')}`)
  return found
}

let presses = 0

/** A click on a remedy; each is an event of its own. */
const press = (
  { command, draft }: Remedy,
  more: Partial<Invocation> = {},
  overrides: Partial<DispatchOptions> = {},
): Promise<Answer> => {
  presses += 1
  const eventId = `press-${presses}`
  const sent = { command, eventId, press: 'message-1 button member-1', form: { draft, sent: true } }
  return ask({ ...sent, ...more }, overrides)
}

const jobOf = async (answer: Answer) => {
  if (answer.kind !== 'accepted') throw new Error(answer.message.text)
  return world.job(answer.jobId)
}

const asks = 'Ask an admin'

const prompt = 'a sea shanty'
const tune = {
  kind: 'result',
  url: 'https://audio.example/tune.mp3',
  seconds: 20.06,
  name: 'tune.mp3',
} as const

describe('a request that a budget does not cover', () => {
  test.each([
    ['fits with one take', 100_000, {}, ['One take (0.10 credits)', asks]],
    ['fits with nothing', 99_999, {}, [asks]],
    [
      'fits without its voice',
      200_000,
      { voice: 'Bob' },
      ['One take (0.15 credits)', 'Without Voice (0.20 credits)', asks],
    ],
    ['fits with one take alone', 150_000, { voice: 'Bob' }, ['One take (0.15 credits)', asks]],
    [
      'would need one take without its model',
      100_000,
      { model: 'v7' },
      ['One take without Model (0.10 credits)', asks],
    ],
    ['has one take', 99_999, { takes: 1 }, [asks]],
  ])('%s: the buttons say so, with the price', async (_, left, more, labels) => {
    await giveBudget(world, left)
    const answer = await ask({ values: { prompt, ...more } })
    expect(labelsOf(answer)).toEqual(labels)
    expect(formButtonOf(answer)?.label).toBe('Edit')
  })

  const words = (count: number) => Array.from({ length: count }, (_, index) => `word-${index}`).join('\n ')
  test.each<[number, string, readonly string[]]>([
    [210_000, words(350), ['First 300 words (0.21 credits)', asks]],
    [209_999, words(350), ['First 200 words (0.14 credits)', asks]],
    [279_999, words(301), ['First 300 words (0.21 credits)', asks]],
    [69_999, words(350), [asks]],
    [60_000, words(50), [asks]],
    [210_000, '歌'.repeat(350), [asks]],
  ])('of speech with %i left is shortened to the words that fit', async (left, text, labels) => {
    await giveBudget(world, left)
    const answer = await ask({ command: 'tts', values: { text } })
    expect(labelsOf(answer)).toEqual(labels)
  })

  test('of speech is shortened after its last whole word', async () => {
    await giveBudget(world, 70_000)
    const text = words(150)
    const job = await jobOf(
      await press(remedy(await ask({ command: 'tts', values: { text } }), 'First 100 words')),
    )
    expect(job).toMatchObject({ feature: 'tts', values: { text: words(100) }, held: 70_000 })
  })

  test('is made with one take after a click, in another process, and for no more than the button says', async () => {
    await giveBudget(world, 100_000)
    const one = remedy(await ask({ values: { prompt } }), 'One take')
    const job = await jobOf(await press(one))
    expect(job).toMatchObject({ feature: 'music', values: { prompt, takes: 1 }, held: 100_000 })
    expect(await world.balances()).toMatchObject({ held: 100_000 })
  })

  test('is one job however often, and whichever of its buttons is pressed', async () => {
    await giveBudget(world, 350_000)
    await ask({ eventId: 'first', values: { prompt, takes: 1, voice: 'Bob' } })
    const refused = await ask({ values: { prompt, voice: 'Bob' } })
    const accepted = await press(remedy(refused, 'One take'))
    await jobOf(accepted)
    const again = await press(remedy(refused, 'One take'))
    expect(again).toMatchObject({ kind: 'message', seenBy: 'member', isRepeat: true })
    expect(again.message.text).toContain('Your earlier request for your song')
    const other = await press(remedy(refused, 'Without Voice'))
    expect(other.message.text).toContain('You already sent this with different values')
    expect(await world.balances()).toMatchObject({ held: 300_000 })
  })

  test('is one job for clicks at the same time', async () => {
    await giveBudget(world, 100_000)
    const one = remedy(await ask({ values: { prompt } }), 'One take')
    await Promise.all([press(one), press(one), press(one)])
    expect(await world.balances()).toMatchObject({ held: 100_000 })
  })

  test('is not made by somebody else’s click', async () => {
    await giveBudget(world, 100_000)
    const one = remedy(await ask({ values: { prompt } }), 'One take')
    const answer = await press(one, { target: target({ member: 'member-2' }) })
    expect(answer).toMatchObject({ kind: 'message', isDenied: true })
    expect(await world.balances()).toMatchObject({ held: 0 })
  })

  test('is refused again where there are too few credits by then', async () => {
    await giveBudget(world, 100_000)
    const one = remedy(await ask({ values: { prompt } }), 'One take')
    await jobOf(await ask({ eventId: 'event-2', values: { prompt, takes: 1 } }))
    expect((await press(one)).message.text).toContain('Not enough credits')
  })

  test('is not made at a higher price than the button says, which then has the new one', async () => {
    await giveBudget(world, 150_000)
    const one = remedy(await ask({ values: { prompt } }), 'One take')
    const dear = {
      prices: { quote: () => Promise.resolve({ most: 120_000 }) },
    } as unknown as Partial<DispatchOptions>
    const answer = await press(one, {}, dear)
    expect(answer.message.text).toBe(
      'The price has changed: this needs up to 0.12 credits now. Nothing was charged.',
    )
    expect(await world.balances()).toMatchObject({ held: 0 })
    const [again] = remediesOf(answer)
    expect(again && remedyText(again, 80)).toBe('Try again (0.12 credits)')
    await jobOf(await press(remedy(answer, 'Try again'), {}, dear))
    expect(await world.balances()).toMatchObject({ held: 120_000 })
  })

  test('says that its button has expired after a day', async () => {
    await giveBudget(world, 100_000)
    const one = remedy(await ask({ values: { prompt } }), 'One take')
    const answer = await press({ ...one, draft: 'gone' })
    expect(answer.message.text).toBe('This button has expired. Run the command again. Nothing was charged.')
  })
})

describe('what is kept of a refused request', () => {
  const style = '歌'.repeat(900)
  const keptTexts = async () => {
    const kept = await world.redis.keys(`${world.prefix}*:draft:*`)
    return Promise.all(kept.map((key) => world.redis.get(key)))
  }

  test('is each text once, whatever its buttons change, and every button has the whole', async () => {
    await giveBudget(world, 200_000)
    const refused = await ask({ values: { prompt: style, voice: 'Bob' } })
    expect(labelsOf(refused)).toHaveLength(3)
    const texts = await keptTexts()
    expect(texts).toHaveLength(4)
    expect(texts.filter((text) => text?.includes(style))).toHaveLength(1)
    const job = await jobOf(await press(remedy(refused, 'Without Voice')))
    expect(job.values).toEqual({ prompt: style })
    expect(job.held).toBe(200_000)
  })

  test('is as much where nothing can be filled in', async () => {
    const lookAtSettings = () => Promise.resolve({ ...noSettings, defaults: undefined })
    const refused = await ask({ values: { prompt: style } }, { lookAtSettings })
    expect(remediesOf(refused).length).toBeGreaterThan(1)
    expect((await keptTexts()).filter((text) => text?.includes(style))).toHaveLength(1)
  })

  test('is dropped after many later ones, whose buttons then say so', async () => {
    await giveBudget(world, 100_000)
    const one = remedy(await ask({ values: { prompt } }), 'One take')
    for (let count = 0; count < 30; count += 1) {
      world.clock.advance(1)
      await ask({ eventId: `later-${count}`, values: { prompt: `${prompt} ${count}` } })
    }
    expect((await press(one)).message.text).toBe(
      'This button has expired. Run the command again. Nothing was charged.',
    )
  })
})

describe('a request with a mistake', () => {
  const longLyrics = `${'la '.repeat(2_500)}end`
  test.each([
    [
      'an option that goes with no other',
      { instrumental: true, lyrics: 'la' },
      ['Without Lyrics (0.20 credits)', 'Without Instrumental (0.20 credits)'],
    ],
    ['a number out of range', { takes: 9 }, ['Takes: 2 (0.20 credits)', 'Without Takes (0.20 credits)']],
    [
      'a choice misspelled',
      { gender: 'femal' },
      ['Gender: Female (0.20 credits)', 'Without Gender (0.20 credits)'],
    ],
    [
      'an option misspelled',
      { tittle: 'Ahoy' },
      ['Title: Ahoy (0.20 credits)', 'Without “tittle” (0.20 credits)'],
    ],
    [
      'a text that is too long',
      { lyrics: longLyrics },
      ['Use the first 6,000 characters (0.20 credits)', 'Without Lyrics (0.20 credits)'],
    ],
    ['a voice that nobody has', { voice: 'Zoe' }, ['Without Voice (0.20 credits)']],
    [
      'a voice that may be one of two',
      { voice: 'A' },
      ['Ada (0.30 credits)', 'Adam (0.30 credits)', 'Without Voice (0.20 credits)'],
    ],
    ['no length', { length: '0' }, ['Without Length (0.20 credits)']],
    ['nothing to sing', { prompt: ' ' }, []],
  ])('%s: the buttons fix it', async (_, more, labels) => {
    expect(labelsOf(await ask({ values: { prompt, ...more } }))).toEqual(labels)
  })

  test('that is cut keeps whole words', async () => {
    const refused = await ask({ values: { prompt, lyrics: longLyrics } })
    const { values } = await jobOf(await press(remedy(refused, 'Use the first 6,000 characters')))
    expect(values.lyrics).toMatch(/^(?:la )+la$/)
    expect(String(values.lyrics).length).toBeGreaterThan(5_900)
  })

  test.each([
    ['that ends after its clip', { start: '0:05', end: '0:40' }, 'End at 0:20', { start: 5, end: 20 }],
    [
      'that ends before it starts',
      { start: '0:12', end: '0:05' },
      'Swap Start and End',
      { start: 5, end: 12 },
    ],
  ])('of a part %s is fixed by a click', async (_, part, label, wanted) => {
    const refused = await ask({ command: 'cut', values: { clip: tune, ...part } })
    const { values } = await jobOf(await press(remedy(refused, label)))
    const read = cut.prepare(values)
    expect(read.ok && read.prepared).toMatchObject({ request: { body: expect.anything() } })
    expect(cut.fields.start?.schema.parse(values.start)).toBe(wanted.start)
    expect(cut.fields.end?.schema.parse(values.end)).toBe(wanted.end)
  })

  test('never drops who sees the result', async () => {
    const answer = await ask({ values: { prompt, seen_by: 'nobody' } })
    expect(labelsOf(answer).join()).not.toContain('Without')
  })

  test('leaves out a default with the option that is left out', async () => {
    const defaults = { server: { voice: 'id-bob' }, channel: {}, member: {} }
    const lookAtSettings = () => Promise.resolve({ ...noSettings, defaults })
    const refused = await ask({ values: { prompt, voice: 'Zoe' } }, {
      lookAtSettings,
    } as Partial<DispatchOptions>)
    const { values } = await jobOf(await press(remedy(refused, 'Without Voice')))
    expect(values).not.toHaveProperty('voice')
  })

  test('that names a clip twice can keep either', async () => {
    const other = { ...tune, url: 'https://audio.example/other.mp3', name: 'other.mp3' }
    const refused = await ask({ command: 'cut', values: { clip: [tune, other], start: '0:01', end: '0:05' } })
    expect(remediesOf(refused).map(({ label }) => label)).toEqual(['Use tune.mp3', 'Use other.mp3'])
  })

  test('that may have to be private asks for that alone', async () => {
    const lookAtSettings = () => Promise.resolve({ ...noSettings, defaults: undefined })
    const unread = { lookAtSettings }
    const refused = await ask({ values: { prompt } }, unread)
    expect(refused.message.text).toContain('whether this should be private')
    expect(labelsOf(refused)).toEqual(['Only me (0.20 credits)', 'Everyone here (0.20 credits)'])
    const { values } = await jobOf(await press(remedy(refused, 'Only me'), {}, unread))
    expect(values.seen_by).toBe('me')
  })
})

describe('a request that has to wait', () => {
  test('has the same again as a button', async () => {
    const tooMany = { request: () => Promise.resolve({ status: 'too_many_waiting', of: 'member', limit: 3 }) }
    const store = { ...world.requestDeps.store, ...tooMany } as DispatchOptions['store']
    const refused = await ask({ values: { prompt } }, { store })
    expect(labelsOf(refused)).toEqual(['Try again (0.20 credits)'])
    expect(remediesOf(refused)[0]?.isSame).toBe(true)
    await jobOf(await press(remedy(refused, 'Try again')))
  })

  test('has none where only others can help', async () => {
    const places = { pausedFor: () => Promise.resolve('balance' as const) }
    expect(labelsOf(await ask({ values: { prompt } }, { places }))).toEqual([])
  })
})

test('where buttons cannot be kept, the refusal is the same without them', async () => {
  await giveBudget(world, 100_000)
  const drafts = { ...world.drafts, keep: () => Promise.reject(new Error('away')) }
  const answer = await ask({ values: { prompt } }, { drafts })
  expect(answer.message.text).toContain('Not enough credits')
  expect(labelsOf(answer)).toEqual([])
})
