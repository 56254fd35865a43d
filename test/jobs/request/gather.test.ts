import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { limits as discord } from '../../../src/bots/discord/render/limits.ts'
import { limits as slack } from '../../../src/bots/slack/render/limits.ts'
import type { UploadedClip } from '../../../src/core/clip/clip.ts'
import type { KnownClip } from '../../../src/core/clip/clip-index.ts'
import type { Answer, Form } from '../../../src/core/command/answer.ts'
import type { Drafts } from '../../../src/core/command/draft.ts'
import type { Invocation } from '../../../src/core/command/invocation.ts'
import { writeMessageClips } from '../../../src/core/command/message-actions.ts'
import { jobName } from '../../../src/core/job-id.ts'
import { clipsOfferedMax } from '../../../src/jobs/request/resolve-clips.ts'
import { target } from '../../support/commands/invocation.ts'
import { type Asking, createAsking, formOf } from '../../support/jobs/asking.ts'
import { endedAs, jobIn } from '../../support/jobs/job-states.ts'
import { giveBudget, jobRequest, openStoreWorld, type StoreWorld } from '../../support/redis/store-world.ts'
import { twoTakes } from '../../support/service/outcome.ts'

let store: StoreWorld
let asking: Asking
let requested: Asking['requested']

beforeEach(() => {
  store = openStoreWorld()
  asking = createAsking(store)
  requested = asking.requested
})
afterEach(() => store.close())

const channel = { account: 'discord:server-1', channel: 'channel-1' } as const
const nowMs = (): number => store.clock.now()

const upload = (name: string, message?: string): UploadedClip => ({
  kind: 'upload',
  platform: 'discord',
  url: `https://cdn.example/${name}`,
  name,
  bytes: 10,
  message: message === undefined ? undefined : { platform: 'discord', channel: 'channel-1', message },
})
const seen = (name: string, ageMs: number): KnownClip => ({
  clip: upload(name, `by-${name}`),
  from: 'member',
  atMs: nowMs() - ageMs,
})
const take = (number: number): KnownClip => ({
  clip: { kind: 'result', url: `https://cdn.example/${number}`, name: `Take ${number}.mp3`, seconds: 20 },
  from: 'us',
  atMs: nowMs(),
})

const ask: Asking['ask'] = (...asked) => asking.ask(...asked)
const visible = (message: string, ...files: UploadedClip[]) => ({
  message,
  files,
  isVisible: true,
  atMs: nowMs() - 60_000,
})
const textOf = ({ message }: Answer): string => message.text

test('a form says beforehand what the plainest request costs', async () =>
  expect(formOf(await ask({ values: {} })).price?.whole).toBe('0.14 credits per take'))

test('a form says which option raises the price, and once that is filled in, the price with it', async () => {
  const { price } = formOf(await ask({ command: 'music' }))
  expect(price).toEqual({
    whole: '0.10 credits per take, 0.15 with Voice',
    short: 'up to 0.15 credits per take',
    isLearned: false,
  })
  await store.settings.change('discord:server-1', { kind: 'member', id: 'member-1' }, { voice: 'Ann' })
  const filledIn = formOf(await ask({ command: 'music' }))
  expect(filledIn.values).toMatchObject({ voice: 'Ann' })
  expect(filledIn.price).toEqual({
    whole: '0.15 credits per take',
    short: '0.15 credits per take',
    isLearned: false,
  })
})

describe('what may leave out each of its values, but not all of them', () => {
  const bare = [
    [{ command: 'result' }, ['job', 'take', 'wav']],
    [{ command: 'budget', action: 'member' }, ['member', 'credits']],
    [{ command: 'budget', action: 'channel' }, ['channel', 'credits']],
  ] as const

  test.each(bare)('%j is asked for in a form at once, the plain choice first', async (asked, askedFirst) => {
    const answer = await ask({ ...asked, isAdmin: true, values: {} })
    expect(answer).toMatchObject({ kind: 'form', form: { askedFirst, missing: [] } })
    expect(textOf(answer)).toContain('is almost ready. Nothing has been')
  })

  test.each(bare)('%j is told what is wrong where a form was sent with nothing in it', async (asked) => {
    const { draft } = formOf(await ask({ ...asked, isAdmin: true, values: {} }))
    const sent = { ...asked, isAdmin: true, values: {}, form: { draft, sent: true } }
    expect(await ask(sent)).toMatchObject({ kind: 'problems', problems: [{}] })
  })

  test('is refused with the reason where something was given, but not enough', async () => {
    const asked = { command: 'result', values: { take: 1 } }
    expect(await ask(asked)).toMatchObject({ kind: 'problems', problems: [{ field: 'job' }] })
  })
})

describe('the clip that is meant', () => {
  test('is the one given, whatever the message says', async () => {
    const clip = upload('mine.mp3')
    const pointedAt = [visible('message-1', upload('other.mp3', 'message-1'))]
    await ask({ values: { clip, prompt: 'x' }, pointedAt })
    expect(requested).toMatchObject([{ values: { clip } }])
  })

  test('is the only file of the message pointed at', async () => {
    const clip = upload('other.mp3', 'message-1')
    await ask({ values: { prompt: 'x' }, pointedAt: [visible('message-0'), visible('message-1', clip)] })
    expect(requested).toMatchObject([{ values: { clip } }])
  })

  test('is the service’s own file, where the message is one of ours', async () => {
    await store.clips.remember(channel, 'message-1', [take(1)])
    const pointedAt = [visible('message-1', upload('posted.mp3', 'message-1'))]
    await ask({ values: { prompt: 'x' }, pointedAt })
    expect(requested).toMatchObject([{ values: { clip: take(1).clip } }])
  })

  test('is asked for if the message has several, and the clips of earlier messages are offered too', async () => {
    await store.clips.remember(channel, 'message-1', [take(1), take(2)])
    await store.clips.remember(channel, 'message-0', [take(1), seen('root.mp3', 60_000)])
    const pointedAt = [visible('message-1'), visible('message-0')]
    const form = formOf(await ask({ values: { prompt: 'x' }, pointedAt }))
    expect(form).toMatchObject({ missing: ['clip'], values: { prompt: 'x' } })
    expect(form.clips.map(({ value }) => value)).toEqual(['clip:0', 'clip:1', 'clip:2'])
    expect(form.clips.map(({ label }) => label).join(' | ')).toBe(
      'Take 1 (by Tunesmith, just now, 0:20) | Take 2 (by Tunesmith, just now, 0:20) | root.mp3 (1 minute ago)',
    )
    expect(requested).toEqual([])
  })

  test('is asked for, with the channel’s latest by name, where nothing was pointed at', async () => {
    await store.clips.remember(channel, 'a', [seen('old.mp3', 90 * 60_000)])
    await store.clips.remember(channel, 'b', [seen('new.mp3', 2 * 60_000)])
    const form = formOf(await ask({ values: { prompt: 'x' } }))
    expect(form.clips.map(({ label }) => label)).toEqual(['new.mp3 (2 minutes ago)', 'old.mp3 (1 hour ago)'])
  })

  test('is offered, where a member brought it, after many results of ours, and none of those twice', async () => {
    await store.clips.remember(channel, 'tape', [seen('old tape.mp3', 90 * 60_000)])
    for (let number = 1; number <= 15; number += 1) {
      const takes = [take(2 * number), take(2 * number + 1)]
      await store.clips.remember(channel, `result-${number}`, takes)
      if (number > 13) await store.clips.remember(channel, `shown-again-${number}`, takes)
    }
    const { clips } = formOf(await ask({ values: { prompt: 'x' } }))
    const labels = clips.map(({ label }) => label)
    expect(labels.at(-1)).toBe('old tape.mp3 (1 hour ago)')
    expect(labels).toHaveLength(25)
    expect(new Set(labels).size).toBe(25)
    await ask({
      values: { prompt: 'x', clip: clips.at(-1)?.value },
      form: { draft: formOf(await ask({ values: { prompt: 'x' } })).draft, sent: true },
    })
    expect(requested.at(-1)?.values.clip).toMatchObject({ name: 'old tape.mp3' })
  })

  test('is offered to the member who handed it over, for nobody else saw it', async () => {
    const handed: KnownClip = { clip: upload('mine.mp3'), from: 'member', atMs: nowMs(), by: 'member-1' }
    await store.clips.remember(channel, 'job-1', [handed])
    await store.clips.remember(channel, 'message-9', [seen('shown.mp3', 0)])
    const offered = async (member: string) => {
      const { clips } = formOf(await ask({ values: { prompt: 'x' }, target: target({ member }) }))
      return clips.map(({ label }) => label.split(' ')[0])
    }
    expect(new Set(await offered('member-1'))).toEqual(new Set(['mine.mp3', 'shown.mp3']))
    expect(await offered('member-2')).toEqual(['shown.mp3'])
    const byItsName = async (member: string) => {
      const values = { prompt: 'x', clip: writeMessageClips('job-1') }
      return (await ask({ values, target: target({ member }) })).message.text
    }
    expect(await byItsName('member-2')).toMatch(/^I no longer remember that message's audio/)
    expect(await byItsName('member-1')).not.toMatch(/no longer remember/)
  })

  test('has as many beside it as the menus of the platform hold', () => {
    expect(clipsOfferedMax).toEqual({ discord: discord.selectOptions, slack: slack.selectOptions })
  })

  test('is never one of another channel', async () => {
    await store.clips.remember({ ...channel, channel: 'channel-2' }, 'a', [seen('secret.mp3', 0)])
    expect(formOf(await ask({ values: { prompt: 'x' } })).clips).toEqual([])
  })

  test('cannot be found in a message that the platform hides, and the member learns another way', async () => {
    const pointedAt = [visible('message-0'), { ...visible('message-1'), isVisible: false }]
    const text = textOf(await ask({ values: { prompt: 'x' }, pointedAt }))
    expect(text).toBe(
      'I can\'t see the files in the message you replied to. Pick "Remix this clip" in that message\'s own menu instead. Nothing was charged.',
    )
  })

  test('is never that of a message behind one whose files are hidden', async () => {
    const pointedAt = [
      visible('message-0'),
      { ...visible('message-1'), isVisible: false },
      visible('message-2', upload('old.mp3')),
    ]
    expect(textOf(await ask({ values: { prompt: 'x' }, pointedAt }))).toMatch(/^I can't see the files/)
    expect(requested).toEqual([])
  })

  test('is missing where the action is used on a message without audio', async () => {
    const answer = await ask({ command: 'Remix this clip', pointedAt: [visible('message-1')] })
    expect(textOf(answer)).toBe('That message has no audio file. Nothing was charged.')
    const hidden = [{ ...visible('message-1'), isVisible: false }]
    expect(textOf(await ask({ command: 'Remix this clip', pointedAt: hidden }))).toBe(
      "I can't see the files in that message. Upload the clip here instead. Nothing was charged.",
    )
  })
})

describe('a take of a result that was typed', () => {
  test('is that result’s file, named in the form that asks for the rest', async () => {
    await giveBudget(store, 1_000_000)
    const job = await jobIn(store, 'posted')
    await ask({ values: { clip: `${jobName(job.id)}.2`, prompt: 'x' } })
    const clip = { kind: 'result', url: twoTakes.outputs[1]?.audioUrl, seconds: 22 }
    expect(requested).toMatchObject([{ values: { clip } }])
    const form = formOf(await ask({ values: { clip: `${job.id}.2` } }))
    expect(form).toMatchObject({ missing: ['prompt'], values: { clip: 'clip:0' } })
    expect(form.clips.map(({ label }) => label)).toEqual(['Title 2 take 2 (by Tunesmith, just now, 0:22)'])
  })

  test('is refused where there is no such job, before anything is held', async () => {
    const text = textOf(await ask({ values: { clip: '22222222.1', prompt: 'x' } }))
    expect(text).toMatch(/^No job called "22222222" here.*Nothing was charged\.$/)
    expect(requested).toEqual([])
  })
})

describe('what is asked of a result that was for its requester alone', () => {
  const jobNamed = async (seenBy: string): Promise<string> => {
    await giveBudget(store, 1_000_000)
    const asked = jobRequest({ values: { prompt: 'a secret', seen_by: seenBy } })
    await store.store.request(asked)
    await endedAs(store, asked.id, 'posted')
    return asked.id
  }

  test.each([
    ['me', {}, 'me'],
    ['me', { seen_by: 'here' }, 'here'],
    ['here', {}, undefined],
  ])('and was seen by %s is seen as well, with %j, by %s', async (seenBy, said, expected) => {
    const id = await jobNamed(seenBy)
    await ask({ values: { clip: `${id}.1`, prompt: 'x', ...said } })
    await ask({ command: 'result', values: { job: id, ...said } })
    expect(requested.map(({ values }) => values.seen_by)).toEqual([expected, expected])
  })

  test('has that picked in its form', async () => {
    const form = formOf(await ask({ values: { clip: `${await jobNamed('me')}.1` } }))
    expect(form.values).toMatchObject({ seen_by: 'me' })
  })
})

describe('a message action', () => {
  test('asks for the rest, with the clip named and picked', async () => {
    const pointedAt = [visible('message-1', upload('shanty.mp3', 'message-1'))]
    const answer = await ask({ command: 'Remix this clip', pointedAt })
    expect(formOf(answer)).toMatchObject({
      command: 'remix',
      action: undefined,
      title: 'Remix this clip',
      missing: ['prompt'],
      values: { clip: 'clip:0' },
      clips: [{ value: 'clip:0', label: 'shanty.mp3 (1 minute ago)' }],
    })
  })
})

describe('a form', () => {
  const open = async (values: Invocation['values'] = {}, eventId = 'asked') => {
    const pointedAt = [visible('message-1', upload('shanty.mp3', 'message-1'))]
    return formOf(await ask({ command: 'Remix this clip', pointedAt, values, eventId }))
  }
  const send = (form: Form, values: Invocation['values'], changes: Partial<Invocation> = {}) =>
    ask({ eventId: 'sent', form: { draft: form.draft, sent: true }, values, ...changes })

  test('that was sent goes on with everything that was known before', async () => {
    await send(await open({ title: 'Heave' }), { prompt: 'as bossa nova' })
    expect(requested).toMatchObject([
      { values: { prompt: 'as bossa nova', title: 'Heave', clip: { name: 'shanty.mp3' } } },
    ])
  })

  test.each([
    ['a mistake', { title: 'a'.repeat(6_001) }, 'title', /^Title is 6,001 characters long/],
    ['another', { prompt: 'x', lyrics: 'a'.repeat(5_001) }, 'lyrics', /^Lyrics is 5,001/],
  ])('of which one part was sent says %s at once, and keeps it', async (_, values, field, text) => {
    const first = await open()
    const answer = await send(first, values, { form: { draft: first.draft, sent: false, isPart: true } })
    expect(answer).toMatchObject({
      kind: 'problems',
      problems: [{ field, text: expect.stringMatching(text) }],
    })
    expect(textOf(answer)).toContain('Nothing was charged.')
    expect(formOf(answer).values).toMatchObject(values)
    expect(requested).toEqual([])
  })

  test('of which one part was sent goes on to the next, whatever it lacks yet', async () => {
    const first = await open()
    const answer = await send(
      first,
      { title: 'x' },
      { form: { draft: first.draft, sent: false, isPart: true } },
    )
    expect(answer.kind).toBe('form')
    expect(formOf(answer)).toMatchObject({ missing: ['prompt'], values: { title: 'x' } })
  })

  test('may take back what was given before', async () => {
    await send(await open({ title: 'Heave' }), { prompt: 'x', title: undefined })
    expect(requested[0]?.values.title).toBeUndefined()
  })

  test('may pick another clip, or bring a new one', async () => {
    await store.clips.remember(channel, 'message-9', [take(1), take(2)])
    const pointedAt = [visible('message-9')]
    const form = formOf(await ask({ values: {}, pointedAt }))
    await send(form, { prompt: 'x', clip: 'clip:1' })
    await send(form, { prompt: 'x', clip: upload('new.mp3') }, { eventId: 'sent again' })
    expect(requested.map(({ values }) => values.clip)).toMatchObject([
      { name: 'Take 2.mp3' },
      { name: 'new.mp3' },
    ])
  })

  test('with two new clips is refused, and offers both when it is opened again', async () => {
    const clips = [upload('new.mp3'), upload('newer.mp3')]
    const answer = await send(await open(), { prompt: 'x', clip: ['clip:0', ...clips] })
    expect(textOf(answer)).toContain('You gave Clip more than once. Keep only one.')
    const again = formOf(answer)
    expect(again).toMatchObject({ values: { prompt: 'x' } })
    expect(again.clips.map(({ label }) => label)).toEqual([
      ...['newer.mp3', 'new.mp3', 'shanty.mp3 (1 minute ago)'],
    ])
  })

  test('from which the clip was taken is told that it is missing, and offers it again', async () => {
    const answer = await send(await open(), { prompt: 'x', clip: undefined })
    expect(textOf(answer)).toContain('Clip is missing.')
    expect(formOf(answer)).toMatchObject({ missing: ['clip'], clips: [{ value: 'clip:0' }] })
    expect(requested).toEqual([])
  })

  test('with a mistake can be opened again with what was in it', async () => {
    const first = await send(await open(), { prompt: 'a'.repeat(9_999) })
    expect(first.kind).toBe('problems')
    const again = await ask({ eventId: 'again', form: { draft: formOf(first).draft, sent: false } })
    expect(formOf(again)).toMatchObject({
      missing: [],
      values: { clip: 'clip:0', prompt: 'a'.repeat(9_999) },
    })
    await send(formOf(again), { prompt: 'shorter' }, { eventId: 'mended' })
    expect(requested.at(-1)).toMatchObject({ values: { prompt: 'shorter', clip: { name: 'shanty.mp3' } } })
  })

  test('with a mistake keeps the file that was brought, also where another of its name is on offer', async () => {
    const brought = { ...upload('shanty.mp3'), url: 'https://cdn.example/brought/shanty.mp3' }
    const again = formOf(await send(await open(), { prompt: ' ', clip: brought }))
    expect(again.clips).toHaveLength(2)
    await send(again, { prompt: 'x', clip: again.values.clip })
    expect(requested.at(-1)?.values.clip).toEqual(brought)
  })

  // Slack's form keeps its id, which is the event, however often it is sent.
  test('that is sent again and again means the clip that it showed last', async () => {
    await store.clips.remember(channel, 'message-9', [take(1), take(2)])
    const form = formOf(await ask({ values: { prompt: 'x' } }))
    await send(form, { prompt: ' ', clip: upload('removed.mp3') })
    const again = formOf(await send(form, { prompt: 'x', clip: undefined }))
    expect(again.clips[0]).toMatchObject({ value: 'clip:0', label: expect.stringContaining('Take 1') })
    await send(again, { prompt: 'x', clip: 'clip:0' })
    expect(requested.at(-1)?.values.clip).toMatchObject({ name: 'Take 1.mp3' })
  })

  test('that is sent without what is missing is told so, as of any mistake, and can be opened again', async () => {
    const answer = await send(await open(), {})
    expect(answer.kind).toBe('problems')
    expect(textOf(answer)).toContain('Prompt is missing.')
    expect(formOf(answer)).toMatchObject({ missing: ['prompt'] })
  })

  test.each([
    ['is somebody else’s', { target: target({ member: 'member-2' }) }, "This request is someone else's."],
    ['is of another server', { target: target({ server: 'server-2' }) }, 'This form has expired.'],
    ['is of another command', { command: 'music' }, 'This form has expired.'],
  ])('that %s is refused', async (_, changes, text) => {
    const answer = await send(await open(), { prompt: 'x' }, changes)
    expect(textOf(answer)).toContain(text)
    expect(requested).toEqual([])
  })

  test('that has lapsed keeps what was sent in it, and where nothing was sent only says so', async () => {
    const sent = await ask({ values: { prompt: 'x' }, form: { draft: 'draft-0', sent: true } })
    expect(sent).toMatchObject({ isPassing: true, message: { text: expect.stringContaining('Copy your') } })
    const pressed = await ask({ form: { draft: 'draft-0', sent: false } })
    expect(pressed).not.toHaveProperty('isPassing')
    expect(textOf(pressed)).toBe('This form has expired. Run the command again. Nothing was charged.')
    expect(requested).toEqual([])
  })

  test('asked for twice by one event is one draft', async () => {
    expect((await open()).draft).toBe((await open()).draft)
    expect((await open({}, 'another')).draft).not.toBe((await open()).draft)
  })
})

describe('a command of two clips', () => {
  const master = (asked: Partial<Invocation>) => ask({ command: 'master', ...asked })
  const pointedAt = () => [visible('message-1', upload('shanty.mp3', 'message-1'))]

  test('takes what was pointed at for the first, and asks for the other among the latest', async () => {
    await store.clips.remember(channel, 'a', [seen('finished.mp3', 60_000)])
    const form = formOf(await ask({ command: 'Master this clip', pointedAt: pointedAt() }))
    expect(form).toMatchObject({ command: 'master', missing: ['reference'], values: { clip: 'clip:0' } })
    expect(form.clips.map(({ label }) => label)).toEqual([
      'shanty.mp3 (1 minute ago)',
      'finished.mp3 (1 minute ago)',
    ])
    const sent = { draft: form.draft, sent: true }
    await ask({ command: 'master', eventId: 'sent', form: sent, values: { reference: 'clip:1' } })
    expect(requested).toMatchObject([
      { values: { clip: { name: 'shanty.mp3' }, reference: { name: 'finished.mp3' } } },
    ])
  })

  test('takes what was pointed at for the second, where the first is given', async () => {
    const clip = upload('mine.mp3')
    await master({ values: { clip }, pointedAt: pointedAt() })
    expect(requested).toMatchObject([{ values: { clip, reference: { name: 'shanty.mp3' } } }])
  })

  test('offers each clip that is certain once, the first of them first', async () => {
    const clip = upload('mine.mp3')
    await store.clips.remember(channel, 'a', [seen('finished.mp3', 60_000)])
    const form = formOf(await master({ values: { clip } }))
    expect(form.clips.map(({ label }) => label)).toEqual(['mine.mp3', 'finished.mp3 (1 minute ago)'])
    const again = formOf(
      await master({
        eventId: 'sent',
        form: { draft: form.draft, sent: true },
        values: { reference: clip },
      }),
    )
    expect(again).toMatchObject({ values: { clip: 'clip:0', reference: 'clip:0' } })
    expect(again.clips).toHaveLength(2)
  })

  test('asks for both where nothing is known', async () => {
    expect(formOf(await master({}))).toMatchObject({ missing: ['clip', 'reference'], clips: [] })
  })
})

test('where no form can open, a message says what is missing', async () => {
  const answer = await ask({})
  expect(textOf(answer)).toBe('/remix still needs: Clip, Prompt. Nothing has been charged yet.')
})

test('of a command that costs nothing it says that nothing is changed', async () => {
  const answer = await ask({ command: 'budget', action: 'give', isAdmin: true })
  expect(textOf(answer)).toBe('/budget give still needs: Credits. Nothing has been changed yet.')
})

test('a command without a clip asks for what it lacks, too', async () => {
  expect(formOf(await ask({ command: 'music' }))).toMatchObject({
    command: 'music',
    missing: ['prompt'],
    clips: [],
    title: 'Make a song',
  })
})

test('a command with a mistake can be mended in a form, without typing it all again', async () => {
  const answer = await ask({ command: 'music', values: { prompt: 'x', title: 'a'.repeat(6_001) } })
  expect(answer.kind).toBe('problems')
  expect(formOf(answer)).toMatchObject({ missing: [], values: { prompt: 'x', title: 'a'.repeat(6_001) } })
})

test('a mistake is told also while no form can be kept', async () => {
  const away: Drafts = { ...store.drafts, keep: () => Promise.reject(new Error('down')) }
  const answer = await ask({ command: 'music', values: { prompt: 'x', title: 'a'.repeat(6_001) } }, away)
  expect(answer).toMatchObject({ kind: 'problems', retry: undefined })
})

test('where the bot may not post, nothing is asked for', async () => {
  const answer = await ask({ cannotPost: 'I may not post here.' })
  expect(textOf(answer)).toBe('I may not post here. Nothing was charged.')
})
