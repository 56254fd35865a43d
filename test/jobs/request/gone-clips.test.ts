import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { music } from '../../../src/commands/features/music.ts'
import { remix } from '../../../src/commands/features/remix.ts'
import { createHelpCommand } from '../../../src/commands/help/help.ts'
import type { Clip } from '../../../src/core/clip/clip.ts'
import { type Answer, type Asks, type Form, formButtonOf } from '../../../src/core/command/answer.ts'
import { defineAction, type ReadyCommand, readyUtility } from '../../../src/core/command/command.ts'
import type { Invocation } from '../../../src/core/command/invocation.ts'
import { microcredits } from '../../../src/core/credits.ts'
import type { RawValues } from '../../../src/core/fields/field.ts'
import { filePrices } from '../../support/commands/commands.ts'
import { invocation } from '../../support/commands/invocation.ts'
import { listsWith } from '../../support/commands/lists.ts'
import { dispatchOver } from '../../support/jobs/dispatch-over.ts'
import { type JobWorld, openJobWorld } from '../../support/jobs/job-world.ts'
import { giveBudget } from '../../support/redis/store-world.ts'

let world: JobWorld
beforeAll(async () => {
  world = await openJobWorld()
})
afterAll(() => world.close())

const voices = [
  { value: 'voice-1', label: 'Ada' },
  { value: 'voice-2', label: 'Bob' },
  { value: 'voice-3', label: 'bob' },
]

let events = 0

/** What a button leads to whose action asks for this. */
const press = (asks: Omit<Asks, 'kind'>, asked: Partial<Invocation> = {}): Promise<Answer> => {
  const button: ReadyCommand = {
    kind: 'utility',
    name: 'button',
    summary: 'Ask',
    topic: 'choices',
    audience: 'everyone',
    actions: defineAction({
      name: 'button',
      summary: 'Ask',
      fields: {},
      run: () => Promise.resolve({ kind: 'asks', ...asks }),
    }),
  }
  const { log, deps } = world
  const dispatch = dispatchOver(world, {
    ...world.requestDeps,
    log,
    isGone: deps.isGone,
    lists: listsWith({ voices: () => Promise.resolve(voices) }),
    commands: [music, remix, button, readyUtility(createHelpCommand([music]), { prices: filePrices })],
  })
  events += 1
  return dispatch.answer(invocation({ eventId: `press-${events}`, command: 'button', ...asked }))
}

const again = (values: RawValues, asked: Partial<Invocation> = {}, command = 'music') =>
  press({ asked: { command, values }, edit: false, withoutDefaults: true }, asked)
const edit = (values: RawValues, command = 'music') =>
  press({ asked: { command, values }, edit: true, withoutDefaults: true })

const textOf = async (answer: Promise<Answer>): Promise<string> => (await answer).message.text
const formOf = (answer: Answer): Form => {
  if (answer.kind !== 'form') throw new Error(answer.message.text)
  return answer.form
}
const heldFor = (prompt: string): RawValues => ({ prompt })

describe('the same once more', () => {
  test('is a request of the member who presses: held, recorded and charged to them', async () => {
    const before = await world.balances()
    const answer = await again(heldFor('again'), { target: { ...invocation().target, member: 'member-7' } })
    if (answer.kind !== 'accepted') throw new Error(answer.message.text)
    expect(await world.job(answer.jobId)).toMatchObject({
      feature: 'music',
      values: { prompt: 'again' },
      target: { member: 'member-7' },
      state: 'requested',
    })
    expect((await world.balances()).held).toBeGreaterThan(before.held)
  })

  test('is one job however often it is pressed, until that is over', async () => {
    const button = { press: 'message-1 again member-1' }
    const [first, second] = await Promise.all([again(heldFor('x'), button), again(heldFor('x'), button)])
    const kinds = [first.kind, second.kind].toSorted()
    expect(kinds).toEqual(['accepted', 'message'])
    const jobId =
      [first, second].flatMap((answer) => (answer.kind === 'accepted' ? [answer.jobId] : []))[0] ?? ''
    expect(await textOf(again(heldFor('x'), button))).toBe(
      'Your earlier request for your song is still running.',
    )
    await world.acknowledged(jobId, {
      kind: 'given',
      message: world.platform.answer({ text: '', tone: 'info', blocks: [] }),
    })
    await world.queue.run()
    expect(await world.job(jobId)).toMatchObject({ state: 'posted' })
    const next = await again(heldFor('x'), button)
    expect(next).toMatchObject({ kind: 'accepted' })
    expect(next.kind === 'accepted' && next.jobId).not.toBe(jobId)
    const others = await again(heldFor('x'), { press: 'message-1 again member-2' })
    expect(others).toMatchObject({ kind: 'accepted' })
  })

  test('can be asked for by a button whose earlier job is not kept any more', async () => {
    const button = { press: 'message-2 again member-1' }
    const first = await again(heldFor('x'), button)
    if (first.kind !== 'accepted') throw new Error(first.message.text)
    await world.acknowledged(first.jobId, { kind: 'too_late' })
    await world.queue.run()
    const times = { beforeMs: world.clock.now(), lateBeforeMs: world.clock.now() }
    expect(await world.records.forget({ jobId: first.jobId }, times)).toEqual({ status: 'forgotten' })
    expect(await again(heldFor('x'), button)).toMatchObject({ kind: 'accepted' })
  })

  test('costs no more than its button says, and has the notes of its button', async () => {
    const asks = { asked: { command: 'music', values: heldFor('x') }, edit: false, withoutDefaults: true }
    const { held } = await world.balances()
    expect(await textOf(press({ ...asks, boundMax: microcredits(199_999) }))).toBe(
      'The price has changed: this needs up to 0.20 credits now. Nothing was charged.',
    )
    expect(await world.balances()).toMatchObject({ held })
    const answer = await press({ ...asks, boundMax: microcredits(200_000), notes: { listed_voice: 'id-1' } })
    if (answer.kind !== 'accepted') throw new Error(answer.message.text)
    expect(await world.job(answer.jobId)).toMatchObject({ held: 200_000, notes: { listed_voice: 'id-1' } })
  })

  test('meets every check again', async () => {
    expect(await again({ prompt: '' })).toMatchObject({ kind: 'problems', problems: [{ field: 'prompt' }] })
    expect(await textOf(again(heldFor('x'), { cannotPost: 'I may not post here.' }))).toBe(
      'I may not post here. Nothing was charged.',
    )
    const broke = { target: { ...invocation().target, server: 'server-9' } }
    expect(await textOf(again(heldFor('x'), broke))).toContain('No credits here yet.')
  })

  test('that no budget covers is kept, in a form that has all of it', async () => {
    const broke = { target: { ...invocation().target, server: 'server-9' } }
    const answer = await again({ prompt: 'x', title: 'Ebb', lyrics: 'la la' }, broke)
    expect(answer).toMatchObject({
      kind: 'problems',
      retry: { command: 'music', values: { prompt: 'x', title: 'Ebb', lyrics: 'la la' }, missing: [] },
    })
    expect(formButtonOf(answer)?.label).toBe('Edit')
  })

  test('asks for what its record does not have any more', async () => {
    expect(formOf(await again({})).missing).toEqual(['prompt'])
  })

  test.each(['help', 'button', 'gone'])('is never another command than a feature: %s', async (command) => {
    expect(await textOf(again({}, {}, command))).toBe(
      `/${command} no longer exists, so it can't be run again. Nothing was charged.`,
    )
  })
})

describe('a form that is filled in', () => {
  test('has everything that was requested, voices by their names', async () => {
    const form = formOf(await edit({ prompt: 'a shanty', voice: 'voice-1', cover: true }))
    expect(form).toMatchObject({
      command: 'music',
      title: 'Make a song',
      missing: [],
      values: { prompt: 'a shanty', voice: 'Ada', cover: true },
    })
    const draft = await world.drafts.read('discord:server-1', form.draft)
    expect(draft?.values).toEqual({ prompt: 'a shanty', voice: 'Ada', cover: true })
  })

  test('leaves a voice as it is that shares its name with another, or that nobody knows', async () => {
    expect(formOf(await edit({ prompt: 'x', voice: 'voice-2' })).values.voice).toBe('voice-2')
    expect(formOf(await edit({ prompt: 'x', voice: 'voice-9' })).values.voice).toBe('voice-9')
  })

  test('has the clip of the request, named and picked', async () => {
    const clip: Clip = { kind: 'result', url: 'https://cdn.example/1.mp3', name: 'Shanty.mp3', seconds: 20 }
    const form = formOf(await edit({ clip, prompt: 'as jazz' }, 'remix'))
    expect(form).toMatchObject({ values: { clip: 'clip:0', prompt: 'as jazz' } })
    expect(form.clips.map(({ label }) => label)).toEqual(['Shanty (by Tunesmith, 0:20)'])
  })
})

describe('defaults that were set since', () => {
  const target = { ...invocation().target, server: 'server-5', member: 'member-5' }
  const set = async () => {
    await giveBudget(world, 5_000_000, 'discord:server-5')
    await world.settings.change('discord:server-5', { kind: 'member', id: 'member-5' }, { cover: true })
  }
  const valuesOf = async (answer: Answer): Promise<RawValues> => {
    if (answer.kind !== 'accepted') throw new Error(answer.message.text)
    return (await world.job(answer.jobId)).values
  }
  /** Sends a form off as it was opened. */
  const send = ({ draft }: Form, values: RawValues = {}) =>
    press(
      { asked: { command: 'music', values: {} }, edit: false, withoutDefaults: false },
      { command: 'music', target, form: { draft, sent: true }, values },
    )

  test('are not added to an earlier request, neither as it is nor changed', async () => {
    await set()
    expect(await valuesOf(await again(heldFor('as it was'), { target }))).toEqual({ prompt: 'as it was' })
    const asks = { asked: { command: 'music', values: heldFor('x') }, edit: true, withoutDefaults: true }
    const form = formOf(await press(asks, { target }))
    const wrong = await send(form, { title: 'a'.repeat(6_001) })
    expect(wrong.kind).toBe('problems')
    expect(await valuesOf(await send(form, { prompt: 'changed' }))).toEqual({ prompt: 'changed' })
  })

  test('are added to a request of its own that only begins with something of another', async () => {
    await set()
    const asks = { asked: { command: 'music', values: { lyrics: 'la' } }, edit: true, withoutDefaults: false }
    const form = formOf(await press(asks, { target }))
    const values = { prompt: 'y', lyrics: 'la', cover: true }
    expect(await valuesOf(await send(form, { prompt: 'y' }))).toEqual(values)
  })

  test('are shown as chosen in the form of a new request, and a no to them counts, also after a mistake', async () => {
    await set()
    const asks = { asked: { command: 'music', values: {} }, edit: true, withoutDefaults: false }
    const form = formOf(await press(asks, { target }))
    expect(form.values).toEqual({ cover: true })
    const wrong = await send(form, { prompt: 'z', cover: false, title: 'a'.repeat(6_001) })
    const retry = wrong.kind === 'problems' ? wrong.retry : undefined
    expect(retry?.values).toMatchObject({ prompt: 'z', cover: false })
    expect(await valuesOf(await send(form, { prompt: 'z', cover: undefined }))).toEqual({
      prompt: 'z',
      cover: false,
    })
  })

  test('are those that the form showed, whatever is set before it is sent', async () => {
    await set()
    const asks = { asked: { command: 'music', values: {} }, edit: true, withoutDefaults: false }
    const form = formOf(await press(asks, { target }))
    await world.settings.change('discord:server-5', { kind: 'member', id: 'member-5' }, { cover: false })
    expect(await valuesOf(await send(form, { prompt: 'w', cover: true }))).toEqual({
      prompt: 'w',
      cover: true,
    })
  })

  test('are refused with everything else where members may not ask, before any form', async () => {
    await world.settings.rule('discord:server-6', { channel: 'another' }, 'allow')
    const elsewhere = { target: { ...target, server: 'server-6' } }
    for (const isEdit of [true, false]) {
      const asks = { asked: { command: 'music', values: {} }, edit: isEdit, withoutDefaults: true }
      expect(await textOf(press(asks, elsewhere))).toMatch(/^Tunesmith isn't allowed in this channel\./)
    }
  })
})

describe('a clip of the earlier request that is gone', () => {
  const gone: Clip = { kind: 'result', url: 'https://cdn.example/gone.mp3', name: 'Gone.mp3', seconds: 20 }
  const lapsed: Clip = {
    kind: 'upload',
    platform: 'discord',
    name: 'mine.mp3',
    bytes: 5,
    message: undefined,
    url: 'https://cdn.discordapp.com/attachments/1/2/mine.mp3?ex=1',
  }

  test('is taken where it is a take, since its address is looked up when the request leaves', async () => {
    world.gone.add(gone.url)
    const clip = { ...gone, take: `b00x${'a'.repeat(25)}.1` }
    expect(await again({ clip, prompt: 'x' }, {}, 'remix')).toMatchObject({ kind: 'accepted' })
  })

  test.each([
    [gone, 'Clip: the audio service no longer has "Gone.mp3". Choose another. Nothing was charged.'],
    [lapsed, 'Clip: "mine.mp3" is no longer available. Upload it again. Nothing was charged.'],
  ])('is said by name, with a form for the rest: $name', async (clip, text) => {
    world.gone.add(gone.url)
    for (const answer of [
      await again({ clip, prompt: 'x' }, {}, 'remix'),
      await edit({ clip, prompt: 'x' }, 'remix'),
    ]) {
      expect(answer).toMatchObject({
        kind: 'problems',
        problems: [{ field: 'clip' }],
        retry: { missing: ['clip'], values: { prompt: 'x' } },
      })
      expect(answer.message.text.replaceAll('\n', ' ')).toBe(text)
    }
  })
})
