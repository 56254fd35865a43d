import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SeenMessage } from '../../sandbox/control/people.ts'
import { type Line, plainMessage, type ResultMessage } from '../../src/core/message/message.ts'
import type { MessageRef, Target } from '../../src/core/target.ts'
import { expectRefusals } from '../support/sandbox/strict.ts'
import { createStage, type DirectHarness, type Stage } from './contract-stage.ts'

/** How every platform tells a requester that a job is over: once, with a link, and nobody else. */
export const describeNotices = (harness: DirectHarness): void => {
  let stage: Stage
  let about: MessageRef
  let notices = 0

  beforeAll(async () => {
    stage = await createStage(harness, {})
    // The stand-ins report a mention of anyone else, and on Slack of anyone who made no request.
    await stage.asked(stage.act(harness.command('help', undefined, {})))
    stage.world.clock.advance(harness.untilDeliveryMs)
    about = await stage.platform.post(stage.target(), plainMessage('the result', 'done'), stage.attempt())
  })
  afterAll(() => stage.close())

  const below = (channel?: string): Target => ({ ...stage.target(channel), thread: about.message })
  const notice = (): ResultMessage => {
    notices += 1
    const line: Line = {
      kind: 'line',
      facts: [
        { label: '', value: '“@everyone <@1> a sea shanty”' },
        { label: '', value: [{ kind: 'message', server: stage.places.server, message: about }] },
      ],
    }
    return { text: `Here's song ${notices}.`, tone: 'done', blocks: [line] }
  }
  const seen = ({ text }: ResultMessage, viewer = stage.places.member): readonly SeenMessage[] =>
    stage.seenBy(viewer).filter((message) => message.text.includes(text))

  describe('a notice', () => {
    test('in the channel mentions its requester and nobody else, and links to the message', async () => {
      const message = notice()
      await stage.platform.notify(below(), message, stage.attempt(), 'mention')
      const [shown, ...more] = seen(message, stage.places.other)
      expect(more).toEqual([])
      expect(shown).toMatchObject({ channel: stage.places.channel, seenBy: 'all', files: [] })
      expect(shown?.text).toMatch(/@\S+ Here's song/)
      expect(stage.original(shown?.id ?? '')).toContain(about.message.replace('.', ''))
    })

    test('in private links to the message, and nobody else sees it', async () => {
      const message = notice()
      await stage.platform.notify(below(), message, stage.attempt(), 'direct')
      const [shown, ...more] = seen(message)
      expect(more).toEqual([])
      expect(shown?.channel).not.toBe(stage.places.channel)
      expect(stage.original(shown?.id ?? '')).toContain(about.message.replace('.', ''))
      expect(seen(message, stage.places.other)).toEqual([])
    })

    test.each(['mention', 'direct'] as const)('is sent once, however often it is tried: %s', async (how) => {
      const [message, attempt] = [notice(), stage.attempt()]
      for (let tries = 0; tries < 3; tries += 1) {
        stage.world.clock.advance(harness.untilDeliveryMs)
        await stage.platform.notify(below(), message, attempt, how)
      }
      expect(seen(message)).toHaveLength(1)
      expect(attempt.notes.told).not.toBe('')
    })

    test('is refused where the bot may not write, and noted as not sent', async () => {
      const [silent = ''] = stage.places.silent
      const attempt = stage.attempt()
      expectRefusals(/^POST .*: 403 50013 |^chat.postMessage: (?:not_in_channel|is_archived)$/)
      const sending = stage.platform.notify(stage.target(silent), notice(), attempt, 'mention')
      await expect(sending).rejects.toMatchObject({ code: 'cannot_post' })
      expect(attempt.notes.told).toBe('')
    })
  })
}
