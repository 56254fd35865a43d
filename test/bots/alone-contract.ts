import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Deed } from '../../sandbox/control/people.ts'
import { privately } from '../../src/core/command/answer.ts'
import { AppError } from '../../src/core/errors.ts'
import { type Acknowledgement, type Attempt, privateChannelNote } from '../../src/core/job/platform.ts'
import { type Block, plainMessage } from '../../src/core/message/message.ts'
import type { DirectTarget } from '../../src/core/target.ts'
import { expectRefusals } from '../support/sandbox/strict.ts'
import { createStage, type DirectHarness, type Stage } from './contract-stage.ts'

const url = 'https://cdn.example/1.mp3'
const sound = Buffer.from('ID3\u0003\u0000 la la la')

/** How people call their direct messages with the bot, on every platform. */
const ours = '@tunesmith'

const cancels = { command: 'jobs', action: 'cancel', values: { job: 'b07x1' } } as const
const cancelButton: Block = {
  kind: 'buttons',
  buttons: [{ label: 'Cancel', style: 'danger', commandLink: cancels }],
}

/** What every platform does alike for somebody who asks for themselves alone. */
export const describeAlone = (harness: DirectHarness): void => {
  let stage: Stage
  let jobs = 0

  beforeAll(async () => {
    stage = await createStage(harness, { [url]: sound })
  })
  afterAll(() => stage.close())

  const music = () => harness.command('music', undefined, { prompt: 'sea' })
  const seenBy = (viewer: string, text: string) =>
    stage.seenBy(viewer).filter((message) => message.text.includes(text))

  const directTarget = (): DirectTarget => {
    const { platform, server, member } = stage.target()
    return { platform, server, member, isDirect: true }
  }

  /** Asks for a job of whose answer nobody else is to see anything. */
  const accepts = async (deed: Deed): Promise<{ text: string; acknowledgement: Acknowledgement }> => {
    jobs += 1
    const jobId = `b07x${'0'.repeat(20)}${30_000 + jobs}`
    const text = `queued in secret ${jobId}`
    const message = { ...plainMessage(text, 'working'), blocks: [cancelButton] }
    stage.answerWith(() => ({ kind: 'accepted', jobId, isPrivate: true, message }))
    await stage.asked(stage.act(deed))
    return { text, acknowledgement: await stage.acknowledged(jobId) }
  }

  describe('what somebody asks for themselves alone', () => {
    test('with a command is answered to them, and the answer is no message of the job’s', async () => {
      const { text, acknowledgement } = await accepts(music())
      expect(acknowledgement).toEqual({ kind: 'given', message: undefined })
      expect(seenBy(stage.places.member, text)).toHaveLength(1)
      expect(seenBy(stage.places.other, text)).toEqual([])
    })

    test('with a mention is answered without what is for them, where others read the answer', async () => {
      const { text, acknowledgement } = await accepts({ say: '@Tunesmith music sea seen_by:me' })
      expect(acknowledgement).toMatchObject({ kind: 'given' })
      const openly = seenBy(stage.places.other, "This is private, so I'll reply in your direct messages.")
      expect(seenBy(stage.places.member, text)).toHaveLength(harness.whispers ? 1 : 0)
      expect(openly).toHaveLength(harness.whispers ? 0 : 1)
      expect(openly.flatMap(({ buttons }) => buttons)).toEqual([])
      expect(seenBy(stage.places.other, text)).toEqual([])
    })

    test('stands in their direct messages, with files and buttons, and is changed there', async () => {
      const attempt = stage.attempt()
      const ref = await stage.platform.post(directTarget(), plainMessage('begun in secret'), attempt)
      const { channel } = ref
      expect(attempt.notes[privateChannelNote]).toBe(channel)
      const again = stage.target(channel)
      expect(await stage.platform.post(again, plainMessage('begun in secret'), attempt)).toEqual(ref)
      expect(seenBy(stage.places.member, 'begun in secret')).toMatchObject([{ channel, id: ref.message }])
      const audio: Block = { kind: 'audio', title: 'Tide', file: { url, name: 'tide.mp3' } }
      const ready = { ...plainMessage('ready in secret'), blocks: [audio, cancelButton] }
      const shown = (await stage.platform.edit(ref, ready, stage.attempt())) ?? ref
      await stage.until(() => stage.seenBy(stage.places.member).some(({ files }) => files.length > 0))
      expect(seenBy(stage.places.member, 'ready in secret')).toMatchObject([
        { channel, buttons: [{ label: 'Cancel' }] },
      ])
      expect(seenBy(stage.places.other, 'in secret')).toEqual([])

      stage.answerWith(() => privately(plainMessage('pressed')))
      const { invocation } = await stage.asked(
        stage.act({ press: { message: shown.message, button: 'Cancel' } }, stage.places.member, ours),
      )
      expect(invocation).toMatchObject({ ...cancels, groups: [], isAdmin: false })
      const { server, channel: home } = stage.places
      const membership = { groups: [], isAdmin: false, channelKinds: [], seesChannel: true }
      expect(await invocation.membershipIn?.(server, home)).toEqual(membership)
    })

    test('is noted to stand in their direct messages before it does', async () => {
      const attempt = stage.attempt()
      const dead: Attempt = {
        ...attempt,
        note: (name) =>
          name === privateChannelNote ? Promise.reject(new AppError('step_over', 'dead')) : Promise.resolve(),
      }
      const posting = stage.platform.post(directTarget(), plainMessage('nobody knows where'), dead)
      await expect(posting).rejects.toMatchObject({ code: 'step_over' })
      expect(seenBy(stage.places.member, 'nobody knows where')).toEqual([])
    })

    test('goes on there as they stand where it was asked', async () => {
      const { server, admin, grouped, group } = stage.places
      stage.answerWith(() => privately(plainMessage('heard')))
      const membership = async (as: string, at: string) => {
        const { invocation } = await stage.asked(stage.act(music(), as, ours))
        return invocation.membershipIn?.(at, stage.places.channel)
      }
      expect(await membership(admin, server)).toMatchObject({ isAdmin: true })
      expect(await membership(grouped, server)).toMatchObject({ groups: [group] })
      expectRefusals(...harness.refusals.elsewhere)
      expect(await membership(admin, '123456789012345678')).toBeUndefined()
      const { invocation } = await stage.asked(stage.act(music()))
      expect(invocation.membershipIn).toBeUndefined()
    })

    test('is told once more where it was asked, as far as there is such a word', async () => {
      const attempt = stage.attempt()
      const whisper = () =>
        stage.platform.notify(stage.target(), plainMessage('hush now'), attempt, 'ephemeral')
      if (!harness.whispers) {
        await expect(whisper()).rejects.toMatchObject({ code: 'cannot_post' })
        return
      }
      await whisper()
      await whisper()
      expect(seenBy(stage.places.member, 'hush now')).toHaveLength(1)
      expect(seenBy(stage.places.other, 'hush now')).toEqual([])
    })

    test('is told at most twice that it did not work out, where nobody knows whether that got out', async () => {
      if (!harness.whispers) return
      const attempt = stage.attempt()
      const whisper = () =>
        stage.platform.notify(stage.target(), plainMessage('did not work', 'failed'), attempt, 'ephemeral')
      await attempt.note('whispered', '1')
      for (let tries = 0; tries < 3; tries += 1) await whisper()
      expect(seenBy(stage.places.member, 'did not work')).toHaveLength(1)
      expect(seenBy(stage.places.other, 'did not work')).toEqual([])
    })
  })
}
