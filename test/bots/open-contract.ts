import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SeenMessage } from '../../sandbox/control/people.ts'
import type { Answer } from '../../src/core/command/answer.ts'
import { plainMessage, type ResultMessage } from '../../src/core/message/message.ts'
import { written } from '../support/commands/written.ts'
import { message } from './contract-samples.ts'
import { createStage, type Harness, type Stage } from './contract-stage.ts'

const jobId = `b07x${'0'.repeat(20)}40001`
const secret: ResultMessage = plainMessage('my secret')
const cancels = { command: 'jobs', action: 'cancel', values: { job: 'b07x1' } } as const

/** What is not for everybody. */
const personal: readonly [string, Answer][] = [
  ['an answer', { kind: 'message', message: secret, seenBy: 'member', isPersonal: true }],
  [
    'a written file',
    {
      kind: 'message',
      message: message('yours', [written('secret.txt', 'my secret')]),
      seenBy: 'member',
    },
  ],
  ['a job', { kind: 'accepted', jobId, isPrivate: true, message: secret }],
]

/** What every platform does alike where everybody sees every message. */
export const describeOpen = (harness: Harness): void => {
  let stage: Stage

  beforeAll(async () => {
    stage = await createStage(harness, {})
  })
  afterAll(() => stage.close())

  /** What was said since, by us and by people. */
  const news = () => {
    const before = stage.all().length
    return () => stage.all().slice(before)
  }
  const text = (said: readonly SeenMessage[]) =>
    said.map((seen) => [seen.text, ...seen.files.map(({ name }) => name)].join()).join()

  describe('where everybody sees every message', () => {
    test.each(personal)('%s for one person alone is left out, and they are told so', async (_, answer) => {
      const said = news()
      stage.answerWith(() => answer)
      await stage.asked(stage.act(harness.command('help', undefined, {})))
      await stage.until(() => said().length > 1)
      expect(text(said())).not.toContain('secret')
      expect(text(said())).toContain('for you alone')
    })

    test('a job for one person alone is given up, so that nothing is bought', () => {
      expect(stage.heard.acknowledged).toEqual([{ jobId, acknowledgement: { kind: 'too_late' } }])
    })

    test('nothing is sent to one person alone', async () => {
      const said = news()
      const { platform, server, member } = stage.target()
      const direct = { platform, server, member, isDirect: true } as const
      const refused = { code: 'cannot_post', retryable: false }
      await expect(stage.platform.post(direct, secret, stage.attempt())).rejects.toMatchObject(refused)
      for (const how of ['direct', 'ephemeral'] as const)
        await expect(
          stage.platform.notify(stage.target(), secret, stage.attempt(), how),
        ).rejects.toMatchObject(refused)
      expect(said()).toEqual([])
    })

    test('a button is pressed by anybody, and talk below it is no request', async () => {
      const buttons = [{ label: 'Cancel', style: 'danger', commandLink: cancels }] as const
      const ref = await stage.platform.post(
        stage.target(),
        message('working', [{ kind: 'buttons', buttons }]),
        stage.attempt(),
      )
      const { length } = stage.heard.invocations
      stage.answerWith(() => ({ kind: 'message', message: plainMessage('heard'), seenBy: 'all' }))
      await stage.act({ say: 'I like it', replyTo: ref.message })
      const press = stage.act({ press: { message: ref.message, button: 'Cancel' } }, stage.places.other)
      const { invocation } = await stage.asked(press)
      expect(invocation).toMatchObject({ ...cancels, target: { member: stage.places.other } })
      expect(invocation.press).toContain(ref.message)
      expect(stage.heard.invocations).toHaveLength(length + 1)
    })
  })
}
