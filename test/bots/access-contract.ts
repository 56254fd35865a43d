import { describe, expect, test } from 'vitest'
import { AppError } from '../../src/core/errors.ts'
import { expectRefusals } from '../support/sandbox/strict.ts'
import type { Harness, Stage } from './contract-stage.ts'

const nothingGoesOut = {
  download: () => Promise.reject(new Error('no files')),
  log: { debug() {}, info() {}, warn() {}, error() {} },
  wait: async () => undefined,
}

/** How every platform makes sure that it is known, and listens. */
export const describeAccess = (harness: Harness, stage: () => Stage): void => {
  /** What goes over the wire meanwhile. */
  const asked = async (work: () => Promise<void>): Promise<readonly string[]> => {
    const { wire } = stage().world
    const before = wire.since(0).length
    await work()
    return wire
      .since(0)
      .slice(before)
      .map(({ summary }) => summary)
  }

  describe('access', () => {
    test('with the right token is given', async () => {
      await expect(stage().platform.connect()).resolves.toBeUndefined()
      expect(stage().platform.problem()).toBeUndefined()
    })

    test('is looked at without listening where nobody is to hear of requests, and once the bot was stopped', async () => {
      const { connect } = stage().world
      const worker = connect(nothingGoesOut)
      const looks = await asked(() => worker.connect())
      expect(worker.problem()).toBeUndefined()
      await worker.stop('all')
      const stopped = connect(nothingGoesOut)
      const asksOfStopped = await asked(async () => {
        const connecting = stopped.connect(stage().heard.dispatch)
        await stopped.stop('listening')
        await connecting
      })
      expect(asksOfStopped).toEqual(looks)
      expect(stopped.problem()).toBe('is not connected')
      await stopped.stop('all')
    })

    test('tells who the bot is before it listens, each time the same, and ends where that is refused', async () => {
      const { connect } = stage().world
      const told: string[] = []
      const [worker, refused] = [connect(nothingGoesOut), connect(nothingGoesOut)]
      const looks = await asked(() => worker.connect(undefined, async (bot) => void told.push(bot)))
      const refusal = new AppError('configuration', 'another bot has this Redis')
      const asksOfRefused = await asked(async () => {
        const connecting = refused.connect(stage().heard.dispatch, (bot) => {
          told.push(bot)
          return Promise.reject(refusal)
        })
        await expect(connecting).rejects.toBe(refusal)
      })
      expect(told).toEqual([expect.stringMatching(/\w/), told[0]])
      expect(asksOfRefused).toEqual(looks)
      await worker.stop('all')
      await refused.stop('all')
    })

    test('with a wrong token is refused by the name of its setting', async () => {
      const { connect } = stage().world
      const wrong = connect({ ...nothingGoesOut, token: 'wrong' })
      expectRefusals(...harness.refusals.wrongToken)
      await expect(wrong.connect()).rejects.toMatchObject({
        code: 'configuration',
        message: expect.stringContaining(harness.tokenSetting),
      })
    })
  })
}
