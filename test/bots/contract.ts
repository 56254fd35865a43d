import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Deed } from '../../sandbox/control/people.ts'
import type { Answer } from '../../src/core/command/answer.ts'
import { actionsOf, type Command, fieldsOf } from '../../src/core/command/command.ts'
import { readValues } from '../../src/core/fields/read-values.ts'
import { type Block, plainMessage } from '../../src/core/message/message.ts'
import type { MessageRef } from '../../src/core/target.ts'
import { everyCommand } from '../support/commands/commands.ts'
import { expectRefusals } from '../support/sandbox/strict.ts'
import { describeAccess } from './access-contract.ts'
import {
  audioUrl,
  files,
  message,
  midiUrl,
  mp3,
  png,
  readsClip,
  samplesFor,
  song,
  upload,
} from './contract-samples.ts'
import { createStage, type Harness, type Stage } from './contract-stage.ts'
import { describeIncompleteRequests } from './incomplete-requests-contract.ts'

/** Every command, and every action of those that have several. */
const requests = everyCommand.flatMap((command): [string, Command, string | undefined][] =>
  command.kind === 'feature' || actionsOf(command).length === 1
    ? [[command.name, command, undefined]]
    : actionsOf(command).map(({ name }) => [`${command.name} ${name}`, command, name]),
)

const accepted = (jobId: string): Answer => ({
  kind: 'accepted',
  jobId,
  message: plainMessage(`queued ${jobId}`, 'working'),
})

/**
 * What every platform does alike: run against a stand-in that refuses what the
 * platform refuses, with the real library.
 */
export const describePlatformContract = (harness: Harness): void => {
  let stage: Stage
  let jobs = 0

  beforeAll(async () => {
    stage = await createStage(harness, files)
  })
  afterAll(() => stage.close())

  const use = (name: string, values: Readonly<Record<string, unknown>> = {}, as?: string) =>
    stage.asked(stage.act(harness.command(name, undefined, values), as))

  /** A job's first message, as the platform told it. */
  const accept = async (ask: () => Promise<unknown>): Promise<MessageRef> => {
    jobs += 1
    const jobId = `b07x${'0'.repeat(20)}${10_000 + jobs}`
    stage.answerWith(() => accepted(jobId))
    await ask()
    const acknowledgement = await stage.acknowledged(jobId)
    if (acknowledgement.kind === 'given' && acknowledgement.message !== undefined)
      return acknowledgement.message
    throw new Error(`no message, but ${acknowledgement.kind}`)
  }

  const says = async (say: string, more: { files?: readonly (typeof upload)[]; replyTo?: string } = {}) =>
    (await stage.act({ say, ...more })).event

  describeAccess(harness, () => stage)

  describe('a request', () => {
    test.each(requests)('to /%s arrives with its values', async (_, command, action) => {
      const fields = fieldsOf(command, action)
      const values = samplesFor(fields, stage.places)
      const deed = harness.command(command.name, action, values)
      const { invocation } = await stage.asked(stage.act(deed, stage.places.admin))
      expect(invocation).toMatchObject({
        command: command.name,
        action,
        form: undefined,
        isAdmin: true,
        cannotPost: undefined,
        target: { ...stage.target(), member: stage.places.admin },
      })
      const wanted = readValues(fields, values)
      expect(wanted.ok).toBe(true)
      expect(readValues(fields, invocation.values)).toEqual(wanted)
    })

    test('of somebody who is no admin says so', async () => {
      const { invocation } = await use('music', { prompt: 'sea' })
      expect(invocation).toMatchObject({ isAdmin: false, target: stage.target() })
    })

    test('has an id of its own', async () => {
      const one = await use('music', { prompt: 'sea' })
      const other = await use('music', { prompt: 'sea' })
      expect(one.invocation.eventId).not.toBe(other.invocation.eventId)
    })

    test('by a button or an entry of a menu is the command behind it', async () => {
      const commandLink = (take: string) => ({ command: 'remix', action: undefined, values: { clip: take } })
      const remixOf = (take: string) =>
        ({ label: `Remix ${take}`, style: 'plain', commandLink: commandLink(take) }) as const
      const { message: posted } = await stage.platform.post(
        stage.target(),
        message('ready', [{ kind: 'buttons', buttons: [remixOf('1')], more: [remixOf('2'), remixOf('3')] }]),
        stage.attempt(),
      )
      for (const take of ['1', '3', '3']) {
        const press = stage.act({ press: { message: posted, button: `Remix ${take}` } })
        const { invocation } = await stage.asked(press)
        expect(invocation).toMatchObject({ ...commandLink(take), target: stage.target() })
        expect(invocation.press).toContain(posted)
      }
    })

    test('by admins can be answered with what the bot can do in a channel, and what it lacks', async () => {
      const asker = { ...stage.target(), member: stage.places.admin }
      const look = (channel: string) => stage.platform.lookAtChannel(asker, { channel })
      expect(await look(stage.places.channel)).toEqual({ status: 'looked', lacks: [] })
      for (const channel of stage.places.silent) {
        const found = await look(channel)
        expect(found).toEqual({ status: 'looked', lacks: expect.arrayContaining([expect.anything()]) })
      }
    })

    test('where the bot may not post says why, before anything is bought', async () => {
      const [silent] = stage.places.silent
      const deed = harness.command('music', undefined, { prompt: 'sea' })
      const { invocation } = await stage.asked(stage.act(deed, stage.places.member, silent))
      expect(invocation.cannotPost).toMatch(/\w+.*\.$/s)
    })

    describeIncompleteRequests(harness, () => stage)

    test('tells the roles or user groups of who asks, if there are any', async () => {
      const one = await stage.asked(stage.act({ say: '@Tunesmith help' }))
      expect(one.invocation.groups).toEqual([])
      const other = await stage.asked(stage.act({ say: '@Tunesmith help' }, stage.places.grouped))
      expect(other.invocation.groups).toEqual([stage.places.group])
      const command = await use('help', {}, stage.places.grouped)
      expect(command.invocation.groups).toEqual([stage.places.group])
    })

    test('by mention reads what it refers to', async () => {
      const { channel, group, other } = stage.places
      const { called } = harness
      const say = `@Tunesmith point ${called.channel} role:${called.group} ${called.other}`
      const { invocation } = await stage.asked(stage.act({ say }, stage.places.admin))
      expect(invocation).toMatchObject({
        command: 'point',
        values: { who: other, where: channel, role: group },
      })
    })

    test('by mention has names for the people in its texts', async () => {
      const say = `@Tunesmith music a song for ${harness.called.other}`
      const { invocation } = await stage.asked(stage.act({ say }))
      expect(invocation.values).toEqual({ prompt: 'a song for Mia' })
    })

    test('through a message’s own menu, or below it, hands over its clip, which can be read', async () => {
      stage.answerWith(() => ({ kind: 'message', message: plainMessage('heard'), seenBy: 'member' }))
      const id = await says('listen', { files: [upload] })
      const { deed, command } = harness.remixOf(id)
      const { invocation } = await stage.asked(stage.act(deed))
      expect(invocation).toMatchObject({ command, values: {} })
      const [pointed] = invocation.pointedAt
      expect(pointed).toMatchObject({ message: id, isVisible: true, files: [{ name: 'clip.mp3' }] })
      await readsClip(stage, pointed?.files[0])
    })

    test('by mention arrives, with the clip that came along', async () => {
      const say = stage.act({ say: '@Tunesmith remix slow jazz', files: [upload] })
      const { invocation } = await stage.asked(say)
      expect(invocation).toMatchObject({
        command: 'remix',
        values: { prompt: 'slow jazz' },
        target: stage.target(),
        pointedAt: [{ files: [{ name: 'clip.mp3' }] }],
      })
    })

    test('by mention says which files it brings, whatever they are', async () => {
      const notes = { name: 'notes.txt', contentType: 'text/plain', base64: 'bGEgbGEgbGE=' }
      const say = stage.act({ say: '@Tunesmith remix slow jazz', files: [notes] })
      const { invocation } = await stage.asked(say)
      expect(invocation.pointedAt).toMatchObject([{ isRequest: true, files: [], others: ['notes.txt'] }])
    })

    test('by mention under a message of somebody else’s points at it', async () => {
      const id = await says('listen', { files: [upload] })
      const { invocation } = await stage.asked(
        stage.act({ say: '@Tunesmith remix slow jazz', replyTo: id }, stage.places.other),
      )
      const withFiles = invocation.pointedAt.find((pointed) => pointed.files.length > 0)
      expect(withFiles).toMatchObject({ message: id, files: [{ name: 'clip.mp3' }] })
      if (harness.hasThreads) expect(invocation.target.thread).toBe(id)
    })
  })

  test('a file that a member uploads is told of, and that it is gone', async () => {
    const before = stage.heard.sightings.length
    const id = await says('for later', { files: [upload] })
    await stage.until(() => stage.heard.sightings.length > before)
    const { server, channel } = stage.places
    expect(stage.heard.sightings.at(-1)).toMatchObject({
      target: { platform: harness.name, server, channel },
      message: id,
      clips: [{ kind: 'upload', platform: harness.name, name: 'clip.mp3' }],
    })
    await stage.act({ delete: { message: id } })
    await stage.until(() => stage.heard.losses.length > 0)
    expect(stage.heard.losses).toEqual([{ account: `${harness.name}:${server}`, channel, messages: [id] }])
  })

  test('what a member types is met with suggestions', async () => {
    if (harness.suggestVoices === undefined) {
      expect(stage.heard.suggestions).toEqual([])
      return
    }
    stage.suggestWith([{ value: 'Anna', label: 'Anna (soft)' }])
    const { choices } = await harness.suggestVoices(stage, 'an')
    expect(choices).toEqual([{ name: 'Anna (soft)', value: 'Anna' }])
    expect(stage.heard.suggestions.at(-1)).toEqual({
      command: 'music',
      action: undefined,
      field: 'voice',
      typed: 'an',
      asker: { platform: harness.name, server: stage.places.server, member: stage.places.member },
    })
  })

  describe('an answer', () => {
    const answer = async (text: string, seenBy: 'all' | 'member') => {
      stage.answerWith(() => ({ kind: 'message', message: plainMessage(text), seenBy }))
      await use('help')
      const isThere = (viewer: string) => stage.seenBy(viewer).some((seen) => seen.text.includes(text))
      await stage.until(() => isThere(stage.places.member))
      return isThere(stage.places.other)
    }

    test('for one member is seen by nobody else, unless all see everything', async () => {
      expect(await answer('between us', 'member')).toBe(harness.isOpen)
    })

    test('for all is seen by all', async () => {
      expect(await answer('for everybody', 'all')).toBe(true)
    })

    test('to a request with problems says them all to the one who asked', async () => {
      const text = 'Prompt is empty.\nNothing was charged.'
      const problems = [{ field: 'prompt', text: 'Prompt is empty.' }]
      stage.answerWith(() => ({ kind: 'problems', problems, message: plainMessage(text), retry: undefined }))
      await use('music', { prompt: 'sea' })
      const isThere = (viewer: string) =>
        stage.seenBy(viewer).some((seen) => seen.text.includes('Nothing was charged.'))
      await stage.until(() => isThere(stage.places.member))
      expect(isThere(stage.places.other)).toBe(harness.isOpen)
    })
  })

  describe('a request that was accepted', () => {
    test('has a message that all see and that can be edited', async () => {
      const ref = await accept(() => use('music', { prompt: 'sea' }))
      expect(stage.seen(ref.message)).toMatchObject({
        seenBy: 'all',
        text: expect.stringContaining('queued'),
      })
      await stage.platform.edit(ref, message('ready now'), stage.attempt())
      expect(stage.seen(ref.message)?.text).toContain('ready now')
      expect(stage.seen(ref.message)?.text).not.toContain('queued')
    })

    test('by mention has one too, where it was asked', async () => {
      const saying = (deed: Deed) => stage.act(deed, undefined, stage.places.aside)
      const { event: id } = await saying({ say: 'a thread' })
      const ref = await accept(() =>
        stage.asked(saying({ say: '@Tunesmith music a sea shanty', replyTo: id })),
      )
      const shown = (await stage.platform.edit(ref, message('ready', song), stage.attempt())) ?? ref
      expect(stage.seen(shown.message)?.text).toContain('ready')
      if (!harness.hasThreads) return
      expect([ref.thread, shown.thread]).toEqual([id, id])
      expect(stage.seen(shown.message)?.replyTo).toBe(id)
      const sharing = stage.all().filter((seen) => seen.files.some(({ name }) => name === 'Tide.mp3'))
      expect(sharing.at(-1)?.replyTo).toBe(id)
    })
  })

  describe('a result', () => {
    beforeAll(() => stage.world.clock.advance(harness.untilDeliveryMs))

    /** What has been said since, wherever that was. */
    const watch = () => {
      const before = new Set(stage.all().map(({ id }) => id))
      return () => stage.all().filter(({ id }) => !before.has(id))
    }
    const audioFiles = (news: ReturnType<typeof watch>) =>
      news().flatMap((seen) => seen.files.filter(({ name }) => name === 'Tide.mp3'))

    test('is heard under its name, its sound byte for byte and marked as made with AI, and its cover is seen', async () => {
      const news = watch()
      const ref = await stage.platform.post(
        stage.target(),
        message('Your song is ready.', song),
        stage.attempt(),
      )
      expect(stage.seen(ref.message)?.text).toContain('Your song is ready.')
      expect(stage.seen(ref.message)?.text).toContain('a sea shanty')
      const [audio] = audioFiles(news)
      expect(audio).toMatchObject({ contentType: 'audio/mpeg' })
      const heard = Buffer.from(await (await fetch(audio?.url ?? '')).arrayBuffer())
      expect(heard.includes(mp3)).toBe(true)
      expect(heard.toString('latin1')).toContain('Made with AI (Tunesmith job 3f2akd7c)')
      const pictures = news().flatMap((seen) => [
        ...seen.images,
        ...seen.files.filter(({ contentType }) => contentType === 'image/png'),
      ])
      expect(pictures).toMatchObject([{ description: 'A ship' }])
      expect(Buffer.from(await (await fetch(pictures[0]?.url ?? '')).arrayBuffer())).toEqual(png)
    })

    test('has files that are nothing to hear, and links that can be followed', async () => {
      const news = watch()
      const link = 'https://audio.example/live_stream_1.m3u8'
      const ref = await stage.platform.post(
        stage.target(),
        message('Your result is ready.', [
          { kind: 'facts', facts: [{ label: 'Stream', value: [{ kind: 'link', url: link }] }] },
          { kind: 'file', title: 'MIDI', file: { url: midiUrl, name: 'midi.mid' } },
        ]),
        stage.attempt(),
      )
      expect(stage.seen(ref.message)?.text).toContain(link)
      expect(news().flatMap(({ files: seen }) => seen.map(({ name, bytes }) => [name, bytes]))).toEqual([
        ['midi.mid', 4],
      ])
    })

    test('posted twice under one key is one message with one file', async () => {
      const news = watch()
      const attempt = stage.attempt()
      const one = await stage.platform.post(stage.target(), message('once', song), attempt)
      const other = await stage.platform.post(stage.target(), message('once', song), attempt)
      expect(other).toEqual(one)
      expect(news().filter(({ text }) => text.includes('once'))).toHaveLength(1)
      expect(audioFiles(news)).toHaveLength(1)
    })

    test('edited twice is as if edited once', async () => {
      const news = watch()
      const ref = await stage.platform.post(stage.target(), message('working'), stage.attempt())
      const attempt = stage.attempt()
      const ready = () => stage.platform.edit(ref, message('ready', song), attempt)
      const shown = (await ready()) ?? ref
      expectRefusals(...harness.refusals.replaced)
      expect((await ready()) ?? ref).toEqual(shown)
      expect(audioFiles(news)).toHaveLength(1)
      expect(stage.seen(shown.message)?.text).toContain('ready')
      if (shown.message !== ref.message) expect(stage.seen(ref.message)?.state).toBe('deleted')
    })

    test('is changed where it is, and keeps its files', async () => {
      const news = watch()
      const ref = await stage.platform.post(stage.target(), message('working'), stage.attempt())
      const attempt = stage.attempt()
      const shown = (await stage.platform.edit(ref, message('ready', song), attempt)) ?? ref
      expect(await stage.platform.edit(shown, message('still ready', song), attempt)).toBeUndefined()
      expect(stage.seen(shown.message)?.text).toContain('still ready')
      expect(audioFiles(news)).toHaveLength(1)
    })

    test('that is gone cannot be edited, and taking it back again does no harm', async () => {
      const ref = await stage.platform.post(stage.target(), message('x'), stage.attempt())
      await stage.platform.remove(ref, {})
      expect(stage.seen(ref.message)?.state).toBe('deleted')
      expectRefusals(...harness.refusals.gone)
      await stage.platform.remove(ref, {})
      await expect(stage.platform.edit(ref, message('y'), stage.attempt())).rejects.toMatchObject({
        code: 'message_gone',
      })
    })

    test('where the bot may not post is refused for good', async () => {
      for (const channel of stage.places.silent)
        await expect(
          stage.platform.post(stage.target(channel), message('x', song), stage.attempt()),
        ).rejects.toMatchObject({ code: 'cannot_post', retryable: false })
      expectRefusals(...harness.refusals.silent)
    })

    test('shows what others wrote as they wrote it, and calls nobody', async () => {
      const hostile =
        '@everyone @here <!channel> <@1> <@U1> **b** *i* _u_ ~s~ `c` <https://evil.example|x> &lt;'
      const blocks: Block[] = [
        { kind: 'note', text: `${hostile} 1` },
        { kind: 'facts', facts: [{ label: 'Prompt', value: `${hostile} 2` }] },
        { kind: 'document', name: 'lyrics.txt', text: hostile },
      ]
      const text = `\u202e${hostile}\u2066`
      const ref = await stage.platform.post(stage.target(), message(text, blocks), stage.attempt())
      const shown = harness.shown(stage.seen(ref.message)?.text ?? '')
      expect(shown).toContain(hostile)
      expect(shown).toContain(`${hostile} 1`)
      expect(shown).toContain(`${hostile} 2`)
      expect(shown).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/)
    })
  })

  test('the bot’s rights are shown to no other host', async () => {
    const url = `${audioUrl}?not-the-platform`
    const clip = { kind: 'upload', platform: harness.name, url, name: 'x.mp3' } as const
    await expect(
      stage.platform.open({ ...clip, bytes: undefined, message: undefined }),
    ).rejects.toMatchObject({ code: 'file_refused', retryable: false })
  })

  test('a bot that stops answers what it was asked before', async () => {
    const own = await createStage(harness, files)
    let answer: (given: Answer) => void = () => undefined
    own.answerWith(() => new Promise((resolve) => (answer = resolve)))
    const work = own.act(harness.command('help', undefined, {}))
    await own.until(() => own.heard.invocations.length > 0)
    let isStopped = false
    const stopped = own.platform.stop('all').then(() => {
      isStopped = true
    })
    for (let roundTrip = 0; roundTrip < 5; roundTrip += 1) await own.platform.connect()
    expect(isStopped).toBe(false)
    answer({ kind: 'message', message: plainMessage('before I go'), seenBy: 'all' })
    await stopped
    expect(own.all().some(({ text }) => text.includes('before I go'))).toBe(true)
    expect(own.platform.problem()).toBe('is not connected')
    await work
    await own.world.close()
  })
}
