import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Deed, Upload } from '../../sandbox/control/people.ts'
import { privately } from '../../src/core/command/answer.ts'
import type { Invocation } from '../../src/core/command/invocation.ts'
import { type Block, plainMessage } from '../../src/core/message/message.ts'
import type { MessageRef } from '../../src/core/target.ts'
import { createStage, type DirectHarness, type Stage } from './contract-stage.ts'

const sound = Buffer.from('ID3\u0003\u0000 la la la')
const upload: Upload = { name: 'clip.mp3', contentType: 'audio/mpeg', base64: sound.toString('base64') }

/** How people call their direct messages with the bot, on every platform. */
const ours = '@tunesmith'

const cancels = { command: 'jobs', action: 'cancel', values: { job: 'b07x1' } } as const

/** What every platform does alike in direct messages, where a member's own account pays. */
export const describeDirectMessages = (harness: DirectHarness): void => {
  let stage: Stage
  let jobs = 0

  beforeAll(async () => {
    stage = await createStage(harness, {})
  })
  afterAll(() => stage.close())

  const asks = async (deed: Deed, as = stage.places.member): Promise<Invocation> =>
    (await stage.asked(stage.act(deed, as, ours))).invocation
  const music = () => harness.command('music', undefined, { prompt: 'sea' })
  const account = (member: string) => ({
    groups: [],
    isAdmin: false,
    cannotPost: undefined,
    target: { platform: harness.name, server: harness.personalServer(stage.places, member), member },
  })

  /** Asks for a job, whose first message is where it was asked. */
  const accepts = async (deed: Deed, as: string): Promise<{ ref: MessageRef; invocation: Invocation }> => {
    jobs += 1
    const jobId = `b07x${'0'.repeat(20)}${20_000 + jobs}`
    const blocks: Block[] = [
      { kind: 'buttons', buttons: [{ label: 'Cancel', style: 'danger', commandLink: cancels }] },
    ]
    const message = { ...plainMessage(`queued ${jobId}`, 'working'), blocks }
    stage.answerWith(() => ({ kind: 'accepted', jobId, message }))
    const invocation = await asks(deed, as)
    const acknowledgement = await stage.acknowledged(jobId)
    if (acknowledgement.kind !== 'given' || acknowledgement.message === undefined)
      throw new Error(`no message, but ${acknowledgement.kind}`)
    return { ref: acknowledgement.message, invocation }
  }

  describe('a direct message', () => {
    test.each(['music a sea shanty', '@Tunesmith music a sea shanty'])(
      'is a request by itself, and one alone, on the account of who wrote it: %s',
      async (say) => {
        const before = stage.heard.invocations.length
        expect(await asks({ say })).toMatchObject({
          command: 'music',
          values: { prompt: 'a sea shanty' },
          ...account(stage.places.member),
        })
        await asks({ say: 'help' })
        expect(stage.heard.invocations).toHaveLength(before + 2)
      },
    )

    test('with a command is a request of nobody who is an admin or in a group there', async () => {
      for (const member of [stage.places.admin, stage.places.grouped])
        expect(await asks(music(), member)).toMatchObject({
          command: 'music',
          values: { prompt: 'sea' },
          ...account(member),
        })
    })

    test('is answered to the one who wrote it, and nobody else', async () => {
      stage.answerWith(() => privately(plainMessage('hush')))
      await asks({ say: 'help' })
      const sees = (viewer: string) => stage.seenBy(viewer).some(({ text }) => text.includes('hush'))
      await stage.until(() => sees(stage.places.member))
      expect(sees(stage.places.other)).toBe(false)
    })

    test('with a button is a request by it too, answered to the member who pressed it', async () => {
      const { ref } = await accepts(music(), stage.places.member)
      stage.answerWith(() => privately(plainMessage('no more of that')))
      expect(await asks({ press: { message: ref.message, button: 'Cancel' } })).toMatchObject({
        ...cancels,
        ...account(stage.places.member),
      })
      const sees = (viewer: string) => stage.seenBy(viewer).some(({ text }) => text.includes('no more'))
      await stage.until(() => sees(stage.places.member))
      expect(sees(stage.places.other)).toBe(false)
    })

    test.each<[string, () => Deed, 'admin' | 'other']>([
      ['a command', music, 'admin'],
      ['words', () => ({ say: 'music sea' }), 'other'],
    ])('with %s gets its result there', async (_, deed, who) => {
      const { ref, invocation } = await accepts(deed(), stage.places[who])
      expect(ref.channel).toBe(invocation.target.channel)
      await stage.platform.edit(ref, plainMessage('ready now'), stage.attempt())
      expect(stage.seen(ref.message)?.text).toContain('ready now')
      const posted = await stage.platform.post(invocation.target, plainMessage('anew'), stage.attempt())
      expect(stage.seen(posted.message)).toMatchObject({ channel: ref.channel })
      const seen = stage.seenBy(stage.places.member)
      expect(seen.filter(({ channel }) => channel === ref.channel)).toEqual([])
    })

    test('with a file brings it, and tells of it for later', async () => {
      const before = stage.heard.sightings.length
      // Somebody whose channel is below its rate still, which the library waits out in real time.
      const { other } = stage.places
      const { pointedAt } = await asks({ say: 'remix slow jazz', files: [upload] }, other)
      expect(pointedAt[0]?.files).toMatchObject([{ name: 'clip.mp3' }])
      await stage.until(() => stage.heard.sightings.length > before)
      expect(stage.heard.sightings.at(-1)).toMatchObject({
        target: {
          platform: harness.name,
          server: harness.personalServer(stage.places, other),
          member: other,
        },
        clips: [{ name: 'clip.mp3' }],
      })
    })
  })
}
